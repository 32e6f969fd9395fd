"""The flat world for spectators: goals, ball, and robots as a few boxes; the ground is the game's."""

import math
from collections.abc import Sequence

from ludens.geometry.soccer_field import SoccerField
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.messages.scene import Quaternion
from ludens.sim.flat.ball import FlatBall
from ludens.sim.flat.body import FlatBody
from ludens.sim.parts.jersey import digit_bars
from ludens.sim.parts.nao import NUMBER, NaoLook
from ludens.sim.parts.soccer_field import DUMMY_HEIGHT_M, DUMMY_RADIUS_M

Rgba = tuple[float, float, float, float]
Triple = tuple[float, float, float]

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)
WHITE, BLACK, GREY = (0.95, 0.95, 0.95, 1.0), (0.1, 0.1, 0.1, 1.0), (0.7, 0.7, 0.7, 1.0)
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
        ball = _shape("sphere", (2.0 * pitch.ball_radius_m,) * 3, (0.0, 0.0, pitch.ball_radius_m), BLACK)
        robots = tuple(
            SceneEntity(name=name, shapes=_robot(look))
            for name, look in zip(self._robots, self._looks, strict=True)
        )
        things = SceneEntity(name="goals", shapes=_things(pitch, self._dummies_m))
        return SceneDescription(
            time_s=time_s, entities=(things, SceneEntity(name="ball", shapes=(ball,)), *robots)
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


def _shape(kind: str, size_m: Triple, at_m: Triple, colour: Rgba) -> SceneShape:
    return SceneShape(kind=kind, size_m=size_m, position_m=at_m, orientation=UPRIGHT, colour_rgba=colour)


def _things(pitch: SoccerField, dummies_m: Sequence[tuple[float, float]]) -> tuple[SceneShape, ...]:
    """Goals and dummies."""
    shapes = []
    thick_m = 2.0 * pitch.post_radius_m
    for x_m, y_m in pitch.posts_m.tolist():
        size = (thick_m, thick_m, pitch.goal_height_m)
        shapes.append(_shape("cylinder", size, (x_m, y_m, 0.5 * pitch.goal_height_m), WHITE))
    for side in (-1.0, 1.0):
        bar = (thick_m, pitch.goal_width_m, thick_m)
        shapes.append(_shape("box", bar, (side * pitch.half_length_m, 0.0, pitch.goal_height_m), WHITE))
        back_m = side * (pitch.half_length_m + pitch.goal_depth_m)
        net = (0.01, pitch.goal_width_m, 0.5 * pitch.goal_height_m)
        shapes.append(_shape("box", net, (back_m, 0.0, 0.25 * pitch.goal_height_m), GREY))
    for x_m, y_m in dummies_m:
        size = (2.0 * DUMMY_RADIUS_M, 2.0 * DUMMY_RADIUS_M, DUMMY_HEIGHT_M)
        shapes.append(_shape("cylinder", size, (x_m, y_m, 0.5 * DUMMY_HEIGHT_M), GREY))
    return tuple(shapes)


def _robot(look: NaoLook) -> tuple[SceneShape, ...]:
    """A NAO in boxes, in its own frame: x ahead."""
    shapes = [
        _shape("box", (0.10, 0.14, 0.20), (0.0, 0.0, 0.38), look.jersey_rgba or look.accent_rgba),
        _shape("sphere", (0.12, 0.12, 0.12), (0.0, 0.0, 0.53), WHITE),
        _shape("box", (0.03, 0.08, 0.04), (0.055, 0.0, 0.54), BLACK),
    ]
    for side in (-1.0, 1.0):
        shapes.append(_shape("box", (0.08, 0.07, 0.26), (0.0, 0.05 * side, 0.15), WHITE))
        shapes.append(_shape("box", (0.16, 0.09, 0.04), (0.03, 0.05 * side, 0.02), GREY))
        shapes.append(_shape("box", (0.06, 0.05, 0.22), (0.02, 0.11 * side, 0.36), WHITE))
        for bar in () if look.number is None else digit_bars(look.number):
            at_m = (0.051 * side, 1.6 * side * bar.right_m, 0.38 + 1.6 * bar.up_m)
            shapes.append(_shape("box", (0.004, 1.6 * bar.width_m, 1.6 * bar.height_m), at_m, NUMBER))
    return tuple(shapes)
