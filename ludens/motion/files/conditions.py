"""Conditions on how the torso stands, which a key frame can wait for or insist on."""

import math
from dataclasses import dataclass
from typing import Literal

from ludens.messages import TorsoOrientation

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Attitude:
    """How the torso stands: what conditions speak about."""

    lean_rad: float  # between the torso's axis and up: 0 upright, π/2 lying
    pitch_rad: float  # of the torso's axis: π/2 on the face, −π/2 on the back
    roll_rad: float  # about the forward axis; π/2 on the right side. Means little on face or back
    turning_radps: float  # about all axes together

    @classmethod
    def of(cls, orientation: TorsoOrientation) -> "Attitude":
        """Read it from an orientation."""
        w, x, y, z = orientation.quaternion
        up_x, up_y, up_z = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)
        return cls(
            lean_rad=math.atan2(math.hypot(up_x, up_y), up_z),
            pitch_rad=math.atan2(-up_x, math.hypot(up_y, up_z)),
            roll_rad=math.atan2(up_y, up_z),
            turning_radps=math.hypot(*orientation.rates_radps),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Ranges within which the torso shall be. What is not given does not matter."""

    lean_rad: Range | None = None
    pitch_rad: Range | None = None
    roll_rad: Range | None = None
    turning_below_radps: float | None = None

    def broken_by(self, attitude: Attitude) -> str:
        """Return the first range that an attitude leaves, in words; nothing if it is within all."""
        for name, limits in self.ranges().items():
            value = getattr(attitude, name)
            if not limits[0] <= value <= limits[1]:
                return f"{name} is {value:.2f}, not within {limits[0]:g} and {limits[1]:g}"
        return ""

    def ranges(self) -> dict[str, Range]:
        """Return the ranges that are given, by name of what they are about."""
        given: dict[str, Range] = {}
        for name in ("lean_rad", "pitch_rad", "roll_rad"):
            limits: Range | None = getattr(self, name)
            if limits is not None:
                given[name] = limits
        if self.turning_below_radps is not None:
            given["turning_radps"] = (0.0, self.turning_below_radps)
        return given


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Condition):
    """A condition that is waited for at the end of a frame."""

    for_s: float = 0.1  # it must have held so long
    at_most_s: float = 2.0
    otherwise: Literal["go on", "fail"] = "go on"
