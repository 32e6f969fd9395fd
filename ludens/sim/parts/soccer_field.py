"""A soccer field: turf with its lines, goals with nets that hold the ball, and the hall around it.

Turf, lines and light are painted into one picture: light from a window, uneven lamps and worn patches cost
nothing in drawing then. Measures are those of `ludens.geometry.soccer_field`.
"""

import math
from dataclasses import dataclass

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import GoalColour, SoccerField
from ludens.sim.parts.ball import ORANGE_BALL, SPL_BALL, BallKind
from ludens.sim.parts.model_spec import GROUP_BACKDROP, GROUP_FLOOR, GROUP_WORLD, ModelSpec
from ludens.sim.parts.prints import add_print, seen_from_above

PX_PER_M = 200
OVERSAMPLING = 4
"""Lines are drawn so many times larger and shrunk, so that their edges are smooth."""
TURF_FRICTION = 0.8
WHITE = (0.93, 0.93, 0.92, 1.0)
GOAL_RGBA: dict[GoalColour, tuple[float, float, float, float]] = {
    "white": WHITE,
    "yellow": (0.93, 0.83, 0.18, 1.0),  # RAL 1018
    "blue": (0.10, 0.44, 0.72, 1.0),  # RAL 5015
}
NET = (0.9, 0.9, 0.9, 0.28)
NET_M = 0.01
"""Half as thick as a net is to a ball."""
HALL_M = 3.2
"""From the turf's edge to the walls of the hall."""
HALL_HEIGHT_M = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurfStyle:
    """How turf and light look. Colours from 0 to 1."""

    colour_rgb: tuple[float, float, float] = (0.20, 0.46, 0.16)
    grain: float = 0.10  # of single pixels
    patches: float = 0.06  # worn, about a metre across
    gradient: float = 0.15  # light from one side to the other, relative
    gradient_rad: float = 0.6  # the direction in which it gets brighter
    window: float = 0.35  # how much brighter where a window shines
    window_m: tuple[float, float] = (1.5, -1.0)
    window_size_m: tuple[float, float] = (1.2, 0.8)


def random_turf(random: np.random.Generator) -> TurfStyle:
    """Return the turf and light of some hall."""
    green = random.uniform(0.34, 0.56)
    return TurfStyle(
        colour_rgb=(green * random.uniform(0.30, 0.66), green, green * random.uniform(0.22, 0.62)),
        grain=float(random.uniform(0.04, 0.14)),
        patches=float(random.uniform(0.02, 0.10)),
        gradient=float(random.uniform(0.0, 0.3)),
        gradient_rad=float(random.uniform(-math.pi, math.pi)),
        window=float(random.choice([0.0, random.uniform(0.1, 0.6)])),
        window_m=(float(random.uniform(-4, 4)), float(random.uniform(-3, 3))),
        window_size_m=(float(random.uniform(0.5, 2.0)), float(random.uniform(0.3, 1.2))),
    )


def add_turf(
    spec: ModelSpec, field: SoccerField, style: TurfStyle, *, random: np.random.Generator, friction: float
) -> None:
    """Add the ground plane, which carries everything, and the picture of turf and lines on it."""
    add_print(spec, "turf", np.ascontiguousarray(turf_picture(field, style, random)[::-1]))
    _add_ground(spec, field, friction=friction)


def add_bare_turf(spec: ModelSpec, field: SoccerField, *, friction: float) -> None:
    """Add the ground plane alone, in one colour, where nobody looks at it."""
    spec.add_material(name="turf", rgba=(*TurfStyle().colour_rgb, 1.0))
    _add_ground(spec, field, friction=friction)


def _add_ground(spec: ModelSpec, field: SoccerField, *, friction: float) -> None:
    spec.worldbody.add_geom(
        name="floor",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(field.half_length_m + field.border_m, field.half_width_m + field.border_m, 1.0),
        material="turf",
        friction=(friction, 0.005, 0.0001),
        group=GROUP_FLOOR,
    )


def turf_picture(field: SoccerField, style: TurfStyle, random: np.random.Generator) -> NDArray[np.uint8]:
    """Return the field from above: x to the right, y up."""
    lines = _lines_picture(field).astype(np.float32)[..., np.newaxis] / 255.0
    height, width = lines.shape[:2]
    green = np.array(style.colour_rgb, np.float32) * _grass(height, width, style, random)[..., np.newaxis]
    white = np.array(WHITE[:3], np.float32) * (1.0 + 0.03 * random.standard_normal((height, width, 1)))
    worn = lines * np.clip(1.0 - 0.12 * _slow_noise(height, width, 30, random), 0.6, 1.0)[..., np.newaxis]
    colour = (1.0 - worn) * green + worn * white
    light = _light(height, width, style)[..., np.newaxis]
    return np.asarray(np.clip(colour * light * 255.0, 0.0, 255.0), np.uint8)


def _lines_picture(field: SoccerField) -> NDArray[np.uint8]:
    scale = PX_PER_M * OVERSAMPLING // 2
    half_x, half_y = field.half_length_m + field.border_m, field.half_width_m + field.border_m
    canvas = np.zeros((round(2 * half_y * scale), round(2 * half_x * scale)), np.uint8)

    def pixel(x_m: float, y_m: float) -> tuple[int, int]:
        return round((x_m + half_x) * scale), round((half_y - y_m) * scale)

    def box(x1: float, y1: float, x2: float, y2: float, half: float) -> None:
        first = pixel(min(x1, x2) - half, max(y1, y2) + half)
        last = pixel(max(x1, x2) + half, min(y1, y2) - half)
        cv2.rectangle(canvas, first, (last[0] - 1, last[1] - 1), 255, cv2.FILLED)

    half_line = 0.5 * field.line_m
    for x1, y1, x2, y2 in field.lines_m.tolist():
        box(x1, y1, x2, y2, half_line)
    thickness = round(field.line_m * scale)
    cv2.circle(canvas, pixel(0.0, 0.0), round(field.circle_radius_m * scale), 255, thickness)
    arm = 0.5 * field.mark_m - half_line
    for x_m, y_m in [*field.marks_m.tolist(), (0.0, 0.0)]:
        box(x_m - arm, y_m, x_m + arm, y_m, half_line)
        if x_m:
            box(x_m, y_m - arm, x_m, y_m + arm, half_line)
    size = (round(2 * half_x * PX_PER_M), round(2 * half_y * PX_PER_M))
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grass(height: int, width: int, style: TurfStyle, random: np.random.Generator) -> NDArray[np.float32]:
    fine = random.standard_normal((height, width), dtype=np.float32)
    coarse = _slow_noise(height, width, PX_PER_M, random)
    tufts = _slow_noise(height, width, 6, random)
    return np.clip(1.0 + style.grain * (0.6 * fine + 0.6 * tufts) + style.patches * coarse, 0.3, 1.7)


def _slow_noise(height: int, width: int, size_px: int, random: np.random.Generator) -> NDArray[np.float32]:
    """Return normal noise that changes over about `size_px` pixels."""
    small = random.standard_normal((height // size_px + 2, width // size_px + 2), dtype=np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _light(height: int, width: int, style: TurfStyle) -> NDArray[np.float32]:
    y_m, x_m = np.mgrid[0:height, 0:width].astype(np.float32) / PX_PER_M
    x_m, y_m = x_m - 0.5 * width / PX_PER_M, 0.5 * height / PX_PER_M - y_m
    across = (x_m * math.cos(style.gradient_rad) + y_m * math.sin(style.gradient_rad)) / 5.0
    away = np.maximum(
        np.abs(x_m - style.window_m[0]) - style.window_size_m[0],
        np.abs(y_m - style.window_m[1]) - style.window_size_m[1],
    )
    shine = 1.0 / (1.0 + np.exp(np.clip(away / 0.06, -30, 30)))
    return np.asarray(1.0 + style.gradient * across + style.window * shine, np.float32)


def ball_of(field: SoccerField) -> BallKind:
    """Return the ball that is played with on a field."""
    return ORANGE_BALL if field.ball == "orange" else SPL_BALL


def add_goals(spec: ModelSpec, field: SoccerField) -> tuple[str, ...]:
    """Add both goals, the own one first, and return the names of what a ball bounces off: posts and bars."""
    hard: list[str] = []
    own, other = field.goal_colours
    for side, colour, name in ((-1.0, own, "own goal"), (1.0, other, "other goal")):
        hard += _add_goal(spec, field, side=side, colour=colour, name=name)
    return tuple(hard)


def _add_goal(
    spec: ModelSpec, field: SoccerField, *, side: float, colour: GoalColour, name: str
) -> list[str]:
    frame = f"{name} frame"  # what holds the net is white in any goal
    for material, rgba in ((name, GOAL_RGBA[colour]), (frame, WHITE)):
        spec.add_material(name=material, rgba=rgba, specular=0.2, shininess=0.3, reflectance=0.0)
    x, y, z = side * field.half_length_m, 0.5 * field.goal_width_m, field.goal_height_m
    back, radius = side * field.goal_depth_m, field.post_radius_m
    bars = {
        "left post": ((x, y, 0.0), (x, y, z)),
        "right post": ((x, -y, 0.0), (x, -y, z)),
        "bar": ((x, -y, z), (x, y, z)),
    }
    for part, (start, end) in bars.items():
        spec.worldbody.add_geom(
            name=f"{name}/{part}",
            type=mujoco.mjtGeom.mjGEOM_CAPSULE if part == "bar" else mujoco.mjtGeom.mjGEOM_CYLINDER,
            fromto=(*start, *end),
            size=(radius, 0.0, 0.0),
            material=name,
            group=GROUP_WORLD,
        )
    thin = 0.5 * radius
    for part, start, end in (
        ("left foot", (x, y, thin), (x + back, y, thin)),
        ("right foot", (x, -y, thin), (x + back, -y, thin)),
        ("back foot", (x + back, -y, thin), (x + back, y, thin)),
    ):
        spec.worldbody.add_geom(
            name=f"{name}/{part}",
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=(*start, *end),
            size=(thin, 0.0, 0.0),
            material=frame,
            group=GROUP_WORLD,
        )
    _add_net(spec, field, side=side, name=name)
    return [f"{name}/{part}" for part in bars]


def _add_net(spec: ModelSpec, field: SoccerField, *, side: float, name: str) -> None:
    """Hang a net at the back, at both sides and over the top; it takes a ball's speed away."""
    x, y, z = side * field.half_length_m, 0.5 * field.goal_width_m, 0.5 * (field.goal_height_m - 0.05)
    middle = x + 0.5 * side * field.goal_depth_m
    panels: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
        "back net": ((x + side * field.goal_depth_m, 0.0, z), (NET_M, y, z)),
        "left net": ((middle, y, z), (0.5 * field.goal_depth_m, NET_M, z)),
        "right net": ((middle, -y, z), (0.5 * field.goal_depth_m, NET_M, z)),
        "top net": ((middle, 0.0, 2.0 * z), (0.5 * field.goal_depth_m, y, NET_M)),
    }
    for part, (place_m, half_m) in panels.items():
        spec.worldbody.add_geom(
            name=f"{name}/{part}",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=place_m,
            size=half_m,
            rgba=NET,
            solref=(0.04, 2.0),  # overdamped: cloth gives way and does not throw back
            group=GROUP_WORLD,
        )


DUMMY_RADIUS_M = 0.12
DUMMY_HEIGHT_M = 0.55


def add_dummies(spec: ModelSpec, places_m: tuple[tuple[float, float], ...]) -> tuple[str, ...]:
    """Add posts as large as robots that stand on the field, and return their names."""
    names = tuple(f"dummy {number}" for number in range(len(places_m)))
    for name, (x_m, y_m) in zip(names, places_m, strict=True):
        spec.worldbody.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_CYLINDER,
            pos=(x_m, y_m, 0.5 * DUMMY_HEIGHT_M),
            size=(DUMMY_RADIUS_M, 0.5 * DUMMY_HEIGHT_M, 0.0),
            rgba=(0.30, 0.33, 0.40, 1.0),
            group=GROUP_WORLD,
        )
    return names


def add_hall(spec: ModelSpec, field: SoccerField, *, random: np.random.Generator) -> None:
    """Add the hall: its floor beyond the turf, walls with doors, windows and banners, people and clutter."""
    half_x = field.half_length_m + field.border_m + HALL_M
    half_y = field.half_width_m + field.border_m + HALL_M
    _add_surroundings(spec, field, half_x, half_y, random)
    for number, (half_m, length_m) in enumerate(((half_x, half_y), (half_y, half_x)) * 2):
        add_print(spec, f"hall {number}", seen_from_above(_wall_picture(length_m, random)), emission=0.35)
        inward = -np.array(((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[number])
        _add_wall(spec, number, inward, half_m, length_m)
    _add_clutter(spec, field, random)


def _add_surroundings(
    spec: ModelSpec, field: SoccerField, half_x: float, half_y: float, random: np.random.Generator
) -> None:
    """Four strips of hall floor round the turf, drawn only: the ground plane carries everything."""
    grey = random.uniform(0.30, 0.62)
    spec.add_material(
        name="hall floor", rgba=(*(grey * random.uniform(0.92, 1.08, 3)).tolist(), 1.0), reflectance=0.0
    )
    turf_x, turf_y = field.half_length_m + field.border_m, field.half_width_m + field.border_m
    strips = (
        (0.0, 0.5 * (half_y + turf_y), half_x, 0.5 * (half_y - turf_y)),
        (0.0, -0.5 * (half_y + turf_y), half_x, 0.5 * (half_y - turf_y)),
        (0.5 * (half_x + turf_x), 0.0, 0.5 * (half_x - turf_x), turf_y),
        (-0.5 * (half_x + turf_x), 0.0, 0.5 * (half_x - turf_x), turf_y),
    )
    for number, (x_m, y_m, along_m, across_m) in enumerate(strips):
        spec.worldbody.add_geom(
            name=f"hall floor/{number}",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=(x_m, y_m, -0.01),
            size=(along_m, across_m, 0.01),
            material="hall floor",
            contype=0,
            conaffinity=0,
            group=GROUP_BACKDROP,
        )


def _add_wall(spec: ModelSpec, number: int, inward: FloatArray, half_m: float, length_m: float) -> None:
    up = np.array((0.0, 0.0, 1.0))
    ahead = np.array((*inward, 0.0))
    rotation = np.column_stack((up, np.cross(ahead, up), ahead))
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, rotation.reshape(-1))
    spec.worldbody.add_geom(
        name=f"hall/{number}",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=-half_m * ahead + 0.5 * HALL_HEIGHT_M * up,
        quat=quaternion,
        size=(0.5 * HALL_HEIGHT_M, length_m, 0.01),
        material=f"hall {number}",
        contype=0,
        conaffinity=0,
        group=GROUP_BACKDROP,
    )


def _wall_picture(half_m: float, random: np.random.Generator) -> NDArray[np.uint8]:
    """Return a wall with panels, doors, bright windows high up, banners and chairs."""
    scale = 90
    width, height = round(2 * half_m * scale), round(HALL_HEIGHT_M * scale)
    base = random.uniform(110, 215) * random.uniform(0.9, 1.1, 3)
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = np.clip(base, 0, 255)
    x = 0
    while x < width:
        panel = int(random.integers(60, 220))
        shade = np.clip(base * random.uniform(0.82, 1.12), 0, 255).tolist()
        cv2.rectangle(pixels, (x, 0), (x + panel, height), shade, cv2.FILLED)
        kind = random.random()
        if kind < 0.30:
            top = int(0.08 * height)
            cv2.rectangle(
                pixels, (x + 8, top), (x + panel - 8, int(0.45 * height)), (250, 250, 246), cv2.FILLED
            )
        elif kind < 0.55:
            colour = random.integers(20, 250, 3).tolist()
            top, bottom = int(random.uniform(0.35, 0.55) * height), int(random.uniform(0.6, 0.9) * height)
            cv2.rectangle(pixels, (x + 4, top), (x + panel - 4, bottom), colour, cv2.FILLED)
            for line in range(3):
                row = top + 12 + 18 * line
                cv2.line(pixels, (x + 14, row), (x + panel - 16, row), random.integers(0, 255, 3).tolist(), 6)
        elif kind < 0.7:
            cv2.rectangle(
                pixels,
                (x + 10, int(0.45 * height)),
                (x + panel - 10, height),
                random.integers(40, 200, 3).tolist(),
                cv2.FILLED,
            )
        x += panel
    cv2.rectangle(pixels, (0, height - 14), (width, height), (90, 88, 84), cv2.FILLED)
    return pixels


def _add_clutter(spec: ModelSpec, field: SoccerField, random: np.random.Generator) -> None:
    """Put people, boxes and round white things beyond the turf; nothing touches them."""

    def beyond(out_m: float) -> tuple[float, float]:
        along_x = random.random() < 0.6
        sign = 1.0 if random.random() < 0.5 else -1.0
        if along_x:
            x = float(random.uniform(-field.half_length_m, field.half_length_m))
            return x, sign * (field.half_width_m + field.border_m + out_m)
        y = float(random.uniform(-field.half_width_m, field.half_width_m))
        return sign * (field.half_length_m + field.border_m + out_m), y

    def add(
        name: str,
        shape: mujoco.mjtGeom,
        place: tuple[float, float, float],
        size: tuple[float, ...],
        rgb: FloatArray,
    ) -> None:
        spec.worldbody.add_geom(
            name=name,
            type=shape,
            pos=place,
            size=(*size, *([0.0] * (3 - len(size)))),
            rgba=(*rgb.tolist(), 1.0),
            contype=0,
            conaffinity=0,
            group=GROUP_BACKDROP,
        )

    for person in range(int(random.integers(5, 11))):
        x, y = beyond(float(random.uniform(0.3, 1.8)))
        trousers, shirt = random.uniform(0.05, 0.5, 3), random.uniform(0.05, 0.95, 3)
        if random.random() < 0.25:
            shirt = np.full(3, 0.92)
        skin = np.array((0.86, 0.66, 0.54)) * random.uniform(0.5, 1.05)
        for leg in (-0.1, 0.1):
            add(
                f"person {person}/leg {leg}",
                mujoco.mjtGeom.mjGEOM_CAPSULE,
                (x + leg, y, 0.45),
                (0.08, 0.36),
                trousers,
            )
        add(
            f"person {person}/trunk", mujoco.mjtGeom.mjGEOM_ELLIPSOID, (x, y, 1.15), (0.22, 0.16, 0.36), shirt
        )
        add(f"person {person}/head", mujoco.mjtGeom.mjGEOM_SPHERE, (x, y, 1.65), (0.12,), skin)
    for thing in range(int(random.integers(6, 14))):
        x, y = beyond(float(random.uniform(0.15, 1.4)))
        size = float(random.uniform(0.04, 0.2))
        white = random.random() < 0.5
        rgb = np.full(3, random.uniform(0.75, 0.98)) if white else random.uniform(0.05, 0.95, 3)
        if random.random() < 0.55:
            add(f"thing {thing}", mujoco.mjtGeom.mjGEOM_SPHERE, (x, y, size), (size,), rgb)
        else:
            add(f"thing {thing}", mujoco.mjtGeom.mjGEOM_BOX, (x, y, size), (size, 0.7 * size, size), rgb)
