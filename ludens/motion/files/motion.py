"""A motion as a value: key frames of joints, stiffness, times and conditions on how the torso stands."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ludens.core.errors import LudensError
from ludens.messages import TorsoOrientation
from ludens.robots.nao.joints import JOINTS

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


class MotionFileError(LudensError):
    """A motion file that cannot be read or that this body cannot do; the sentence names file and frame."""


POSTURES = (
    "any",
    "standing",
    "squatting",
    "sitting",
    "resting",
    "lying on the front",
    "lying on the back",
    "lying on the left side",
    "lying on the right side",
)
"""How the body is before and after a motion; "any" after it means: the posture before it, or what is felt."""

PARTS: Mapping[str, tuple[str, ...]] = {
    "head": tuple(joint for joint in JOINTS if joint.startswith("Head")),
    "arms": tuple(joint for joint in JOINTS if "Shoulder" in joint or "Elbow" in joint),
    "hands": tuple(joint for joint in JOINTS if "Wrist" in joint or "Hand" in joint),
    "legs": tuple(joint for joint in JOINTS if "Hip" in joint or "Knee" in joint or "Ankle" in joint),
}
"""Parts of the body that a motion can need."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One key frame. Joints and stiffnesses that it does not name stay as they were."""

    name: str
    duration_s: float  # from the frame before, or from where the joints are, to this one
    hold_s: float = 0.0  # how long to stay there
    joints_rad: Mapping[str, float] = field(default_factory=dict)
    speeds_radps: Mapping[str, float] = field(default_factory=dict)  # with which joints pass this frame
    stiffness: Mapping[str, float] = field(default_factory=dict)  # reached at this frame
    balance_s: float = 0.0  # how much the ankles work against turning, in radians by radian per second
    wait: Wait | None = None  # before the next frame
    require: Condition | None = None  # all through this frame; otherwise the motion is broken off
    may_leave: bool = False  # whether another motion may take over while this frame holds

    @property
    def stops(self) -> bool:
        """Whether the joints come to rest here."""
        return self.hold_s > 0.0 or self.wait is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """A motion that a file holds."""

    name: str
    summary: str
    frames: tuple[Frame, ...]
    begins: tuple[str, ...] = ("any",)  # of `POSTURES`: in which it may begin
    ends: str = "standing"  # in which it leaves the body
    needs: tuple[str, ...] = ("legs",)  # of `PARTS`: it is not played while a joint of these is damaged
    leans_rad: float = 0.0  # how far the torso leans on purpose, during it and after it: that is no fall
    at_once: bool = False  # takes the joints whatever they are doing, in the middle of a step too

    @property
    def duration_s(self) -> float:
        """How long it takes if no frame has to wait, and if the body is not far from the first."""
        return sum(frame.duration_s + frame.hold_s for frame in self.frames)

    @property
    def needed_joints(self) -> frozenset[str]:
        """The joints without which it is not played."""
        return frozenset(joint for part in self.needs for joint in PARTS[part])
