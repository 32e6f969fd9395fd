"""How fast to walk towards a ball, until it lies before the foot that shall kick it."""

import math
from dataclasses import dataclass

Point = tuple[float, float]

FAR_M = 0.25
"""Beyond this distance from the place to stand at, the robot turns to the ball and walks straight."""
TURNS_FIRST_RAD = 0.5


@dataclass(frozen=True, slots=True)
class Pace:
    """A walking speed, and whether nothing is left to be walked."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0
    arrived: bool = False


def pace_to(ball_m: Point, *, wanted_m: Point, tolerance_m: Point, fastest_mps: float) -> Pace:
    """Return how to walk so that a ball comes to lie at `wanted_m`; all places are in the robot's frame."""
    ahead_m, left_m = ball_m[0] - wanted_m[0], ball_m[1] - wanted_m[1]
    bearing_rad = math.atan2(ball_m[1] - wanted_m[1], ball_m[0])
    if math.hypot(ahead_m, left_m) > FAR_M:
        turn_radps = _within(1.2 * bearing_rad, 0.6)
        slower = 0.0 if abs(bearing_rad) > TURNS_FIRST_RAD else 1.0
        return Pace(slower * fastest_mps, 0.0, turn_radps)
    if abs(ahead_m) <= tolerance_m[0] and abs(left_m) <= tolerance_m[1]:
        return Pace(arrived=True)
    return Pace(_within(0.8 * ahead_m, 0.08), _within(0.8 * left_m, 0.05))


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)
