"""Differences between the kinds of kick: with which side of the foot, which way, how far, how fast.

All places are of the left ankle, in the frame of the (right) stance sole.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from ludens.messages import KickRequest
from ludens.motion.kick.targets import Point
from ludens.robots.nao.places import SOLE_BACK_M, SOLE_FRONT_M, SOLE_INNER_M, SOLE_OUTER_M

BALL_RADIUS_M = 0.05
"""Of the ball for which the strokes below were tuned."""
SMALLEST_M, LARGEST_M = 0.02, 0.12
LOWER = 0.3
"""How much lower the foot strikes by how much smaller a ball is: no lower, it would glance off its top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A kind of kick. "Along" is the way of the ball, "across" is to the left of forward or back of left."""

    along_is_forward: bool
    face_m: float  # from the ankle to the side of the foot that strikes
    face_middle_m: float  # how far across of the ankle that side has its middle
    misfit_m: float  # how far across of that middle the ball may be struck
    nearest_m: float  # where the ankle may strike, along
    best_m: float
    farthest_m: float
    across_m: Point  # where the ankle may strike, across: least and most
    best_across_m: float
    end_m: float  # the farthest the ankle is led, along
    start_m: float  # the ankle before the run-up, along, at full strength
    follow_m: Point  # over which the foot comes to rest: least, where it comes to its end, and most
    carries: float  # share of the foot's way along, in the swing, by which the mass goes along
    lift_m: float  # of the sole when it strikes, at full strength
    weak_lift_m: float  # likewise at strength 0: a fast foot lags below where it is led, a slow one does not
    raise_m: float  # and more before the run-up, at full strength
    rise: float  # how fast the foot rises when it strikes, by how fast it goes along
    roll_rad: float  # of the foot when it strikes: outer side up
    back_pitch_rad: float  # of the foot before the run-up: toes down
    strike_pitch_rad: float  # likewise when it strikes, at full strength
    toe_up_radpm: float  # how fast its toes then turn up, by how fast it goes along
    lean_rad: float  # of the torso over the stance foot
    turn_rad: float  # of the torso on the stance foot in the swing, towards the kicking one
    turn_radpm: float  # and more by how much farther than best it strikes
    fastest_mps: float  # of the foot, at strength 1
    ball_radius_m: float = BALL_RADIUS_M

    def on_floor(self, along_m: float, across_m: float) -> Point:
        """Return x and y."""
        return (along_m, across_m) if self.along_is_forward else (across_m, along_m)

    def split(self, place_m: Point) -> Point:
        """Return along and across."""
        return place_m if self.along_is_forward else (place_m[1], place_m[0])


FORWARD = Stroke(
    along_is_forward=True,
    face_m=SOLE_FRONT_M,
    face_middle_m=0.5 * (SOLE_OUTER_M - SOLE_INNER_M),
    misfit_m=0.03,
    nearest_m=0.005,
    best_m=0.04,
    farthest_m=0.066,
    across_m=(0.083, 0.1),
    best_across_m=0.09,
    end_m=0.131,
    start_m=-0.116,
    follow_m=(0.02, 0.07),
    carries=0.057,
    lift_m=0.056,
    weak_lift_m=0.042,
    raise_m=0.012,
    rise=0.077,
    roll_rad=0.0,
    back_pitch_rad=0.43,
    strike_pitch_rad=-0.14,
    toe_up_radpm=-1.34,
    lean_rad=0.131,
    turn_rad=0.015,
    turn_radpm=0.36,
    fastest_mps=2.14,
)

SIDE = Stroke(
    along_is_forward=False,
    face_m=SOLE_OUTER_M,
    face_middle_m=0.5 * (SOLE_FRONT_M - SOLE_BACK_M),
    misfit_m=0.05,
    nearest_m=0.102,
    best_m=0.125,
    farthest_m=0.14,
    across_m=(-0.02, 0.03),
    best_across_m=0.01,
    end_m=0.155,
    start_m=0.08,
    follow_m=(0.012, 0.012),
    carries=0.0,
    lift_m=0.04,
    weak_lift_m=0.04,
    raise_m=0.0,
    rise=0.0,
    roll_rad=0.25,
    back_pitch_rad=0.0,
    strike_pitch_rad=0.0,
    toe_up_radpm=0.0,
    lean_rad=0.2,
    turn_rad=0.0,
    turn_radpm=0.0,
    fastest_mps=1.3,
)

STROKES = {"forward": FORWARD, "side": SIDE}


def stroke_for(request: KickRequest) -> Stroke:
    """Return the kind of kick that is asked for, for a ball as large as that."""
    return _fitted(request.kind, min(max(request.ball_radius_m, SMALLEST_M), LARGEST_M))


@lru_cache
def _fitted(kind: Literal["forward", "side"], radius_m: float) -> Stroke:
    stroke = STROKES[kind]
    higher_m = LOWER * (radius_m - BALL_RADIUS_M)
    return replace(
        stroke,
        ball_radius_m=radius_m,
        lift_m=stroke.lift_m + higher_m,
        weak_lift_m=stroke.weak_lift_m + higher_m,
    )


@dataclass(frozen=True, slots=True)
class Aim:
    """The ankle's place when it strikes, or the nearest to that it can reach and why it does not."""

    strike_m: Point
    refused: str = ""


def best_ball_m(stroke: Stroke) -> Point:
    """Return where a ball is kicked best, in the frame of the stance sole."""
    along_m = stroke.best_m + stroke.face_m + stroke.ball_radius_m
    return stroke.on_floor(along_m, stroke.best_across_m + stroke.face_middle_m)


def aimed(stroke: Stroke, ball_m: Point) -> Aim:
    """Return how to strike a ball that lies there in the frame of the stance sole."""
    ball_along_m, ball_across_m = stroke.split(ball_m)
    along_m = _within(
        ball_along_m - stroke.face_m - stroke.ball_radius_m, stroke.nearest_m, stroke.farthest_m
    )
    across_m = _within(ball_across_m - stroke.face_middle_m, *stroke.across_m)
    strike_m = stroke.on_floor(along_m, across_m)
    way, side = ("forward", "left") if stroke.along_is_forward else ("left", "forward")
    nearest_m, farthest_m = (
        limit + stroke.face_m + stroke.ball_radius_m for limit in (stroke.nearest_m, stroke.farthest_m)
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
