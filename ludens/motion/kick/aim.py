"""Where the foot shall strike for a ball to be kicked, and why not if it cannot."""

from dataclasses import dataclass

from ludens.motion.kick.strokes import BALL_RADIUS_M, Stroke
from ludens.motion.kick.targets import Point


@dataclass(frozen=True, slots=True)
class Aim:
    """The ankle's place when it strikes, or the nearest to that it can reach and why it does not."""

    strike_m: Point
    refused: str = ""


def best_ball_m(stroke: Stroke) -> Point:
    """Return where a ball is kicked best, in the frame of the stance sole."""
    along_m = stroke.best_m + stroke.face_m + BALL_RADIUS_M
    return stroke.on_floor(along_m, stroke.best_across_m + stroke.face_middle_m)


def aimed(stroke: Stroke, ball_m: Point) -> Aim:
    """Return how to strike a ball that lies there in the frame of the stance sole."""
    ball_along_m, ball_across_m = stroke.split(ball_m)
    along_m = _within(ball_along_m - stroke.face_m - BALL_RADIUS_M, stroke.nearest_m, stroke.farthest_m)
    across_m = _within(ball_across_m - stroke.face_middle_m, *stroke.across_m)
    strike_m = stroke.on_floor(along_m, across_m)
    way, side = ("forward", "left") if stroke.along_is_forward else ("left", "forward")
    nearest_m, farthest_m = (
        limit + stroke.face_m + BALL_RADIUS_M for limit in (stroke.nearest_m, stroke.farthest_m)
    )
    if not nearest_m <= ball_along_m <= farthest_m:  # also refuses what is not a number
        return Aim(strike_m, _sentence(way, ball_along_m, nearest_m, farthest_m))
    low_m, high_m = (
        limit + stroke.face_middle_m + sign * stroke.misfit_m
        for limit, sign in zip(stroke.across_m, (-1.0, 1.0), strict=True)
    )
    if not low_m <= ball_across_m <= high_m:
        return Aim(strike_m, _sentence(side, ball_across_m, low_m, high_m))
    return Aim(strike_m)


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _sentence(way: str, ball_m: float, low_m: float, high_m: float) -> str:
    return (
        f"The ball lies {100 * ball_m:.1f} cm {way} of the other foot; this kick reaches it from "
        f"{100 * low_m:.1f} to {100 * high_m:.1f} cm."
    )
