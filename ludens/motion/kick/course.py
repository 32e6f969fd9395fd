"""The course of a kick: shift, draw back, swing, follow through, retract, put down, return.

It leads through knots: between two of them a quintic, with given places and speeds and no acceleration.

What rests at both ends of a stretch is eased; what passes a knot at speed, passes it evenly.
"""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.strokes import Stroke
from ludens.motion.kick.targets import (
    HEIGHT,
    LEAN,
    MASS,
    PITCH,
    PLACE,
    Point,
    one_legged_target,
    standing_target,
)


@dataclass(frozen=True, slots=True, eq=False)
class Knot:
    """Where something shall be at a time, and how fast; `phase` names the stretch that ends here."""

    time_s: float
    value: FloatArray
    speed: FloatArray
    phase: str = ""


def resting(time_s: float, value: FloatArray, phase: str) -> Knot:
    """Return a knot at which everything rests."""
    return Knot(time_s, value, np.zeros_like(value), phase)


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """Knots in the order of their times."""

    knots: tuple[Knot, ...]

    @property
    def end_s(self) -> float:
        """When it ends."""
        return self.knots[-1].time_s

    def stretch(self, time_s: float) -> int:
        """Return the number of the knot at which the present stretch ends."""
        for number in range(1, len(self.knots) - 1):
            if time_s < self.knots[number].time_s:
                return number
        return len(self.knots) - 1

    def phase(self, time_s: float) -> tuple[str, float]:
        """Return the name of the present stretch, and the share of it that is over."""
        number = self.stretch(time_s)
        first, last = self.knots[number - 1], self.knots[number]
        return last.phase, _share(first, last, time_s)

    def at(self, time_s: float) -> tuple[FloatArray, FloatArray]:
        """Return value and speed; before the first and after the last knot those of the knot, at rest."""
        number = self.stretch(time_s)
        first, last = self.knots[number - 1], self.knots[number]
        duration_s = last.time_s - first.time_s
        x = _share(first, last, time_s)
        # With p(0) = a, p'(0) = u, p(1) = b, p'(1) = w and no acceleration at both ends.
        start, end = first.value, last.value
        u, w = duration_s * first.speed, duration_s * last.speed
        way = end - start
        cubic = 10.0 * way - 6.0 * u - 4.0 * w
        quartic = -15.0 * way + 8.0 * u + 7.0 * w
        quintic = 6.0 * way - 3.0 * (u + w)
        value: FloatArray = start + x * (u + x * x * (cubic + x * (quartic + x * quintic)))
        if not first.time_s <= time_s <= last.time_s:
            return value, np.zeros_like(value)
        slope = u + x * x * (3.0 * cubic + x * (4.0 * quartic + x * 5.0 * quintic))
        return value, slope / duration_s


def _share(first: Knot, last: Knot, time_s: float) -> float:
    return min(max((time_s - first.time_s) / (last.time_s - first.time_s), 0.0), 1.0)


SHIFT, DRAW, SWING, FOLLOW = "shift", "draw back", "swing", "follow through"
RETRACT, DOWN, RETURN = "retract", "put down", "return"

GENTLEST_RUN_UP = 0.4
"""Of the full run-up, at strength 0."""
RAMP = 1.75
"""Duration of the run-up times final speed over its length. An even ramp takes 2: this one hurries at first,
so that servos, which follow late, get to their torque early."""


def kick_course(parameters: KickParameters, stroke: Stroke, *, strike_m: Point, strength: float) -> Course:
    """Return a kick whose ankle passes `strike_m` (or is led past it, for joints follow late) at speed."""
    p = parameters
    share = min(max(strength, 0.0), 1.0) if math.isfinite(strength) else 0.0
    speed_mps = p.slowest_mps + share * (stroke.fastest_mps - p.slowest_mps)
    along_m, across_m = stroke.split(strike_m)
    run_up = GENTLEST_RUN_UP + share * (1.0 - GENTLEST_RUN_UP)
    start_m = run_up * stroke.start_m if stroke.along_is_forward else stroke.start_m
    least_m, most_m = stroke.follow_m
    pass_m = min(along_m + speed_mps * p.lead_s, stroke.end_m - least_m)
    follow_m = min(stroke.end_m - pass_m, max(least_m, run_up * most_m))
    lift_m = stroke.weak_lift_m + share * (stroke.lift_m - stroke.weak_lift_m)
    lean_rad = stroke.lean_rad
    turn_rad = stroke.turn_rad + stroke.turn_radpm * (along_m - stroke.best_m)

    def target(at_m: float, height_m: float, pitch_rad: float, roll_rad: float = 0.0) -> FloatArray:
        foot_m = (*stroke.on_floor(at_m, across_m), height_m)
        carried_m = stroke.on_floor(stroke.carries * (at_m - pass_m), 0.0)
        return one_legged_target(
            p,
            foot_m,
            roll_rad=roll_rad,
            pitch_rad=pitch_rad,
            lean_rad=lean_rad,
            turn_rad=turn_rad,
            carried_m=carried_m,
        )

    drawn_s = p.shift_s + p.draw_s
    passed_s = drawn_s + RAMP * (pass_m - start_m) / speed_mps
    rested_s = passed_s + 2.0 * follow_m / speed_mps
    beside = (0.0, p.feet_apart_m, 0.0)
    drawn = target(start_m, lift_m + run_up * stroke.raise_m, run_up * stroke.back_pitch_rad)
    passed, rested = (
        target(
            pass_m + way_m,
            lift_m + stroke.rise * way_m,
            run_up * stroke.strike_pitch_rad - stroke.toe_up_radpm * way_m,
            stroke.roll_rad,
        )
        for way_m in (0.0, follow_m)
    )
    speed = np.zeros_like(passed)
    speed[PLACE] = stroke.on_floor(speed_mps, 0.0)
    speed[HEIGHT] = stroke.rise * speed_mps
    speed[PITCH] = -stroke.toe_up_radpm * speed_mps
    speed[MASS] = stroke.on_floor(stroke.carries * speed_mps, 0.0)
    knots = (
        resting(0.0, standing_target(p), ""),
        resting(p.shift_s, one_legged_target(p, beside, lean_rad=lean_rad), SHIFT),
        resting(drawn_s, drawn, DRAW),
        Knot(passed_s, passed, speed, SWING),
        resting(rested_s, rested, FOLLOW),
    )
    return Course(knots + ending(p, knots[-1], landing_m=beside[:2]))


def ending(
    parameters: KickParameters, begins: Knot, *, landing_m: Point, hurried: bool = False
) -> tuple[Knot, ...]:
    """Return the knots from any moment on one leg back to the stand, without that moment."""
    p = parameters
    lean_rad = float(begins.value[LEAN])
    above_s = begins.time_s + (0.0 if hurried else p.retract_s)
    down_s = above_s + (p.rescue_s if hurried else p.down_s)
    stands_s = down_s + (p.settle_s if hurried else p.return_s)
    above = resting(above_s, one_legged_target(p, (*landing_m, p.land_m), lean_rad=lean_rad), RETRACT)
    lands = resting(down_s, one_legged_target(p, (*landing_m, 0.0), lean_rad=lean_rad), DOWN)
    stands = resting(stands_s, standing_target(p, landing=landing_m), RETURN)
    return (lands, stands) if hurried else (above, lands, stands)
