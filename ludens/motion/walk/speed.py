"""A walking speed: forward, to the left and turning, at once."""

import math
from typing import NamedTuple

from ludens.motion.walk.parameters import WalkParameters


class Speed(NamedTuple):
    """How fast the body shall move over the floor; positive is forward, left, counter-clockwise."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0

    @property
    def is_zero(self) -> bool:
        """Whether the body shall stay where it is."""
        return self.forward_mps == 0.0 and self.left_mps == 0.0 and self.turn_radps == 0.0


Parts = tuple[float, float, float]
"""Forward, left and turning, of the fastest speeds."""

STILL = Speed()
MOST_TIMES = 1e6
"""Of the fastest speed: larger requests mean the same and could not be squared."""


def parts_of_fastest(speed: Speed, parameters: WalkParameters) -> Parts:
    """Return a speed as parts of the fastest ones, each with its sign."""
    return (
        speed.forward_mps / parameters.forward_most_mps,
        speed.left_mps / parameters.left_most_mps,
        speed.turn_radps / parameters.turn_most_radps,
    )


def within_reach(wanted: Speed, parameters: WalkParameters, *, share: float = 1.0) -> Speed:
    """Return the wanted speed, shortened so that it lies in the ellipsoid of what the legs can do.

    Shortened as a whole, so that the robot keeps its direction. A number that is none counts as zero. `share`
    makes the ellipsoid smaller.
    """
    if wanted is STILL:
        return wanted
    forward = _part(wanted.forward_mps, parameters.forward_most_mps)
    left = _part(wanted.left_mps, parameters.left_most_mps)
    turn = _part(wanted.turn_radps, parameters.turn_most_radps)
    scale = 1.0 / max(1.0, math.hypot(forward, left, turn) / share)
    return Speed(
        forward * scale * parameters.forward_most_mps,
        left * scale * parameters.left_most_mps,
        turn * scale * parameters.turn_most_radps,
    )


def _part(value: float, most: float) -> float:
    """Return a speed as a part of the fastest one."""
    part = value / most if math.isfinite(value) else 0.0
    return part if -MOST_TIMES <= part <= MOST_TIMES else math.copysign(MOST_TIMES, part)


def approached(
    present: Speed, wanted: Speed, parameters: WalkParameters, *, elapsed_s: float, stops: bool = False
) -> Speed:
    """Return the speed after `elapsed_s` of changing towards `wanted` no faster than allowed.

    A body that `stops` may slow down faster: the step that ends its way brings the feet side by side, and no
    later one has to bear the change. Stepping on the spot after a shove is no stop. A speed that is reached
    is returned as it is, so that what was planned for it need not be planned again.
    """
    if present == wanted:
        return present
    if stops:
        elapsed_s *= parameters.stop_times
    return Speed(
        _towards(present.forward_mps, wanted.forward_mps, parameters.forward_change_mps2 * elapsed_s),
        _towards(present.left_mps, wanted.left_mps, parameters.left_change_mps2 * elapsed_s),
        _towards(present.turn_radps, wanted.turn_radps, parameters.turn_change_radps2 * elapsed_s),
    )


def _towards(present: float, wanted: float, most: float) -> float:
    return present + max(-most, min(most, wanted - present))
