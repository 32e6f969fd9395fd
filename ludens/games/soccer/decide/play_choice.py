"""Which way to play the ball, and how: a kick where the way is free, else dribbling.

Near the other goal the ball is played at it; near the own goal it is cleared, along directions that hold at
some points of the field, weighed by how near those are. Whether a kick gets through is asked of 41 rays in a
sector round its direction, weighed as kicks scatter.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019, SoccerField

Point = tuple[float, float]
PlayKind = Literal["kick", "step kick", "dribble"]

RAYS = 41
SECTOR_RAD = math.radians(60.0)
SCATTER_RAD = math.radians(8.0)


def _sector() -> FloatArray:
    """Return the angle of every ray from the middle one and its weight; all together weigh 1."""
    offsets_rad = np.linspace(-0.5 * SECTOR_RAD, 0.5 * SECTOR_RAD, RAYS)
    weights = np.exp(-0.5 * (offsets_rad / SCATTER_RAD) ** 2)
    return np.column_stack((offsets_rad, weights / weights.sum()))


SECTOR = _sector()
FREE = 0.75
"""Of the weighed rays that must get through for a kick."""
OBSTACLE_M = 0.25
PASSING_RAD = tuple(
    math.radians(degrees) for aside in range(0, 100, 15) for degrees in ((aside, -aside) if aside else (0,))
)
"""How far a ball is turned aside to be dribbled past an obstacle: the least that will do."""
PASSING_M = 0.8
KICK_M, STEP_KICK_M = 4.7, 1.5
"""How far a kick from a stand and one in walking carry the ball."""
NEAREST_AIM_M = 0.1
"""The aim lies on the goal line, or so far ahead of a ball that lies on it."""
WALK_IN_M = 0.7
"""So near to the goal's middle the ball is walked in, where the robot happens to be behind it."""
CLEARS_WITHIN = 1.9 / 4.5
"""Of half a field's length, from the own goal line: so near a ball is cleared."""
CLEARING = (
    ((-1.0, 0.0), 0.0),
    ((-1.0, 2.0 / 3.0), math.radians(55.0)),
    ((-1.0, -2.0 / 3.0), math.radians(-55.0)),
    ((-2.0 / 3.0, 2.5 / 3.0), math.radians(15.0)),
    ((-2.0 / 3.0, -2.5 / 3.0), math.radians(-15.0)),
)
"""Points, in shares of half a field's length and width, and where a ball is cleared to from there."""


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """How to play the ball: the direction is the field's."""

    kind: PlayKind
    direction_rad: float
    strength: float = 1.0


def choose_play(
    ball_m: Point,
    *,
    obstacles_m: Sequence[Point] = (),
    facing_rad: float | None = None,
    dribbles: bool = False,
    may_kick: bool = True,
    pitch: SoccerField = FIELD_2019,
) -> PlayChoice:
    """Return how to play a ball that lies there on the field; obstacles are on the field too.

    Where a kick would not get through, the ball is dribbled past what is in the way. Very close to the goal a
    robot that would score by walking on, in the direction in which it faces the ball, does so; one that
    `dribbles` already goes on more readily than another begins.
    """
    direction_rad = direction_at(ball_m, pitch)
    to_goal_m = math.dist(ball_m, (pitch.half_length_m, 0.0))
    before_goal = [point_m for point_m in obstacles_m if abs(point_m[0]) < pitch.half_length_m - 0.1]
    if not _is_free(ball_m, direction_rad, before_goal, reach_m=min(to_goal_m, KICK_M)):
        return PlayChoice("dribble", next(directions_past(ball_m, direction_rad, before_goal), direction_rad))
    if facing_rad is not None and _walks_in(ball_m, facing_rad, pitch, readily=dribbles):
        return PlayChoice("dribble", facing_rad)
    if not may_kick:
        return PlayChoice("dribble", direction_rad)
    if not _is_cleared(ball_m, pitch) and to_goal_m < STEP_KICK_M - 0.2 and _hits_goal(ball_m, pitch):
        return PlayChoice("step kick", direction_rad)
    return PlayChoice("kick", direction_rad)


def direction_at(ball_m: Point, pitch: SoccerField) -> float:
    """Return the direction in which a ball is played best from a place of the field."""
    x_m, y_m = ball_m
    if _is_cleared(ball_m, pitch):
        points_m = [(x * pitch.half_length_m, y * pitch.half_width_m) for (x, y), _ in CLEARING]
        weights = [1.0 / (0.3 + math.dist(ball_m, point_m)) ** 2 for point_m in points_m]
        across = sum(w * math.sin(rad) for w, (_, rad) in zip(weights, CLEARING, strict=True))
        along = sum(w * math.cos(rad) for w, (_, rad) in zip(weights, CLEARING, strict=True))
        return math.atan2(across, along)
    aim_y = 0.35 * max(-0.5 * pitch.goal_width_m, min(y_m, 0.5 * pitch.goal_width_m))
    if x_m > pitch.half_length_m - 0.15 and abs(y_m) > 0.5 * pitch.goal_width_m - 0.1:
        return math.atan2(-y_m, -0.6)  # beside the goal: back before it
    return math.atan2(aim_y - y_m, max(pitch.half_length_m - x_m, NEAREST_AIM_M))


def _is_cleared(ball_m: Point, pitch: SoccerField) -> bool:
    """Whether a ball lies so near to the own goal that it is played away from there."""
    return ball_m[0] < (CLEARS_WITHIN - 1.0) * pitch.half_length_m


def _walks_in(ball_m: Point, direction_rad: float, pitch: SoccerField, *, readily: bool) -> bool:
    """Whether the goal is near, and a ball pushed in a direction gets there well between the posts."""
    beyond_m = 0.2 if readily else 0.0
    to_goal_m = math.dist(ball_m, (pitch.half_length_m, 0.0))
    if to_goal_m > WALK_IN_M + beyond_m or math.cos(direction_rad) < 0.5:
        return False
    over_line_m = ball_m[1] + math.tan(direction_rad) * (pitch.half_length_m - ball_m[0])
    return abs(over_line_m) < 0.5 * pitch.goal_width_m - 0.25 + 0.5 * beyond_m


def _hits_goal(ball_m: Point, pitch: SoccerField) -> bool:
    """Whether the mouth of the goal is open wide enough from there for a kick that scatters."""
    half = 0.5 * pitch.goal_width_m - 0.12
    ahead_m = max(pitch.half_length_m - ball_m[0], 1e-3)
    left, right = (math.atan2(side * half - ball_m[1], ahead_m) for side in (1.0, -1.0))
    return difference(left, right) > math.radians(14.0)


def directions_past(ball_m: Point, direction_rad: float, obstacles_m: Sequence[Point]) -> Iterator[float]:
    """Return directions in which a ball gets past what is near, the nearest to the wanted one first."""
    for aside_rad in PASSING_RAD:
        if _is_free(ball_m, direction_rad + aside_rad, obstacles_m, reach_m=PASSING_M):
            yield direction_rad + aside_rad


def _is_free(ball_m: Point, direction_rad: float, obstacles_m: Sequence[Point], *, reach_m: float) -> bool:
    """Whether enough of the rays round a direction pass all obstacles."""
    if not obstacles_m:
        return True
    return _free_share(ball_m, np.array(obstacles_m), (direction_rad, reach_m, OBSTACLE_M), SECTOR) > FREE


@compiled
def _free_share(
    ball_m: Point, obstacles_m: FloatArray, ray: tuple[float, float, float], sector: FloatArray
) -> float:
    """Return the share of rays from the ball, by weight, that pass all obstacles.

    `ray` is the direction of the middle one, its reach, and half its width.
    """
    direction_rad, reach_m, half_m = ray
    free = 0.0
    for number in range(sector.shape[0]):
        angle_rad = direction_rad + sector[number, 0]
        cosine, sine = math.cos(angle_rad), math.sin(angle_rad)
        passes = True
        for obstacle in range(obstacles_m.shape[0]):
            dx, dy = obstacles_m[obstacle, 0] - ball_m[0], obstacles_m[obstacle, 1] - ball_m[1]
            along, across = dx * cosine + dy * sine, dy * cosine - dx * sine
            if 0.0 < along < reach_m and abs(across) < half_m:
                passes = False
                break
        if passes:
            free += sector[number, 1]
    return free
