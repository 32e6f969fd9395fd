"""The way of the swinging foot: off the floor, over, and down again, without a jolt at either end."""

import math

from ludens.geometry import Pose2
from ludens.geometry.easing import eased


def swing_place(start: Pose2, end: Pose2, phase: float, *, begins: float, ends: float) -> Pose2:
    """Return the foot's place over the floor at `phase` 0 to 1 of its step."""
    return start.interpolate(end, eased((phase - begins) / (ends - begins)))


def swing_height(phase: float, *, begins: float, lift_m: float) -> float:
    """Return the sole's height: it rises and sinks once between `begins` and the step's end."""
    x = min(max((phase - begins) / (1.0 - begins), 0.0), 1.0)
    return lift_m * 0.5 * (1.0 - math.cos(2.0 * math.pi * x))
