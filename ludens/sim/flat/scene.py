"""The flat world for spectators: goals, ball, and robots that stand like a NAO; the ground is the game's."""

import math
from collections.abc import Sequence

from msgspec import structs

from ludens.geometry.soccer_field import SoccerField
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.messages.scene import Quaternion
from ludens.sim.flat.ball import FlatBall
from ludens.sim.flat.body import FlatBody
from ludens.sim.parts.jersey import digit_bars
from ludens.sim.parts.nao import NUMBER, NaoLook
from ludens.sim.parts.soccer_field import DUMMY_HEIGHT_M, DUMMY_RADIUS_M, GOAL_RGBA
from ludens.sim.scenery.shapes import UPRIGHT, Rgba, Triple, ball, box, disc, limb

WHITE, BLACK, GREY = (0.95, 0.95, 0.95, 1.0), (0.1, 0.1, 0.1, 1.0), (0.7, 0.7, 0.7, 1.0)
JOINT, EYE = (0.50, 0.51, 0.53, 1.0), (0.20, 0.60, 0.85, 1.0)
ORANGE = (0.95, 0.42, 0.08, 1.0)
LYING_HEIGHT_M = 0.07


class FlatScene:
    """Describes what stands and moves on the field once, and its poses as often as wanted."""

    def __init__(
        self,
        pitch: SoccerField,
        names: Sequence[str],
        looks: Sequence[NaoLook],
        dummies_m: Sequence[tuple[float, float]],
    ) -> None:
        self._pitch, self._dummies_m = pitch, tuple(dummies_m)
        self._robots = tuple(name or "nao" for name in names)
        self._looks = tuple(looks) or (NaoLook(),) * len(self._robots)

    def description(self, *, time_s: float) -> SceneDescription:
        """Return all entities."""
        pitch = self._pitch
        thick_m = 2.0 * pitch.ball_radius_m
        middle_m = (0.0, 0.0, pitch.ball_radius_m)
        if pitch.ball == "orange":
            rolling = ball((thick_m,) * 3, middle_m, ORANGE)
        else:
            rolling = ball((thick_m,) * 3, middle_m, WHITE, finish="football")
        robots = tuple(
            SceneEntity(name=name, shapes=_robot(look))
            for name, look in zip(self._robots, self._looks, strict=True)
        )
        things = SceneEntity(name="goals", shapes=_things(pitch, self._dummies_m))
        return SceneDescription(
            time_s=time_s, entities=(things, SceneEntity(name="ball", shapes=(rolling,)), *robots)
        )

    def poses(self, bodies: Sequence[FlatBody], ball: FlatBall, *, time_s: float) -> ScenePoses:
        """Return where the entities are now."""
        return ScenePoses(
            time_s=time_s,
            names=("goals", "ball", *self._robots),
            positions_m=(
                (0.0, 0.0, 0.0),
                (*ball.place_m, 0.0),
                *((body.x_m, body.y_m, LYING_HEIGHT_M if body.lies else 0.0) for body in bodies),
            ),
            orientations=(UPRIGHT, UPRIGHT, *(_orientation(body) for body in bodies)),
        )


def _orientation(body: FlatBody) -> Quaternion:
    """Return a robot's heading, with a quarter turn for one that lies."""
    w, z = math.cos(0.5 * body.yaw_rad), math.sin(0.5 * body.yaw_rad)
    if not body.lies:
        return (w, 0.0, 0.0, z)
    half = 0.25 * math.pi if body.direction == "forward" else -0.25 * math.pi
    cosine, sine = math.cos(half), math.sin(half)
    return (w * cosine, -z * sine, w * sine, z * cosine)


def _things(pitch: SoccerField, dummies_m: Sequence[tuple[float, float]]) -> tuple[SceneShape, ...]:
    """Goals and dummies."""
    shapes = []
    thick_m, depth_m, half_m = 2.0 * pitch.post_radius_m, pitch.goal_depth_m, 0.5 * pitch.goal_width_m
    high_m, low_m = pitch.goal_height_m, 0.6 * pitch.goal_height_m
    colours = [WHITE if name == "white" else GOAL_RGBA[name] for name in pitch.goal_colours]
    for x_m, y_m in pitch.posts_m.tolist():
        shapes.append(disc(thick_m, high_m, (x_m, y_m, 0.5 * high_m), colours[x_m > 0.0]))
    for side, colour in zip((-1.0, 1.0), colours, strict=True):
        x_m = side * pitch.half_length_m
        back_m, middle_m = x_m + side * depth_m, x_m + 0.5 * side * depth_m
        shapes += limb((x_m, -half_m, high_m), (x_m, half_m, high_m), 0.5 * thick_m, colour)
        shapes += limb((back_m, -half_m, 0.02), (back_m, half_m, 0.02), 0.02, WHITE)
        shapes.append(box((0.01, 2.0 * half_m, low_m), (back_m, 0.0, 0.5 * low_m), WHITE, finish="net"))
        for y_m in (-half_m, half_m):
            shapes += limb((x_m, y_m, 0.02), (back_m, y_m, 0.02), 0.02, WHITE)
            shapes.append(box((depth_m, 0.01, low_m), (middle_m, y_m, 0.5 * low_m), WHITE, finish="net"))
    for x_m, y_m in dummies_m:
        shapes.append(disc(2.0 * DUMMY_RADIUS_M, DUMMY_HEIGHT_M, (x_m, y_m, 0.5 * DUMMY_HEIGHT_M), GREY))
    return tuple(shapes)


def _robot(look: NaoLook) -> tuple[SceneShape, ...]:
    """A NAO that stands with bent knees, in its own frame: x ahead."""
    shirt = look.jersey_rgba or look.accent_rgba
    shapes = [
        ball((0.115, 0.15, 0.10), (-0.005, 0.0, 0.285), JOINT),
        ball((0.135, 0.19, 0.22), (0.0, 0.0, 0.375), shirt),
        box((0.112, 0.135, 0.13), (0.0, 0.0, 0.37), shirt),
        *limb((0.0, -0.08, 0.425), (0.0, 0.08, 0.425), 0.036, WHITE),
        disc(0.05, 0.05, (0.0, 0.0, 0.465), JOINT),
        ball((0.135, 0.125, 0.125), (0.008, 0.0, 0.53), WHITE),
        ball((0.125, 0.122, 0.10), (-0.004, 0.0, 0.548), look.accent_rgba),
        ball((0.012, 0.022, 0.012), (0.071, 0.0, 0.50), BLACK),
    ]
    for side in (-1.0, 1.0):
        hip, knee, ankle = (-0.01, 0.05 * side, 0.27), (0.03, 0.05 * side, 0.165), (-0.02, 0.05 * side, 0.06)
        shapes += limb(hip, knee, 0.042, WHITE)
        shapes += limb(knee, ankle, 0.037, WHITE)
        shapes.append(ball((0.06, 0.06, 0.06), knee, JOINT))
        shapes.append(box((0.155, 0.085, 0.035), (0.02, 0.055 * side, 0.0175), JOINT))
        shapes.append(ball((0.15, 0.08, 0.05), (0.02, 0.055 * side, 0.04), WHITE))
        shoulder, elbow, hand = (
            (0.0, 0.098 * side, 0.42),
            (-0.02, 0.125 * side, 0.33),
            (0.055, 0.12 * side, 0.28),
        )
        shapes += limb(shoulder, elbow, 0.032, WHITE)
        shapes += limb(elbow, hand, 0.027, WHITE)
        shapes.append(ball((0.05, 0.035, 0.05), (0.07, 0.12 * side, 0.27), JOINT))
        shapes.append(ball((0.018, 0.034, 0.034), (0.066, 0.032 * side, 0.535), BLACK))
        shapes.append(ball((0.012, 0.018, 0.018), (0.073, 0.032 * side, 0.535), EYE))
        shapes.append(disc_aside(0.062, 0.03, (0.0, 0.066 * side, 0.53), JOINT))
        for bar in () if look.number is None else digit_bars(look.number):
            at_m = (0.0685 * side, 1.6 * side * bar.right_m, 0.385 + 1.6 * bar.up_m)
            shapes.append(box((0.006, 1.6 * bar.width_m, 1.6 * bar.height_m), at_m, NUMBER))
    return tuple(shapes)


def disc_aside(diameter_m: float, height_m: float, at_m: Triple, colour: Rgba) -> SceneShape:
    """Return a cylinder along y."""
    shape = disc(diameter_m, height_m, at_m, colour)
    return structs.replace(shape, orientation=(math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0))
