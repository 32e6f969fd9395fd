"""A motion as a value: key frames of joints, stiffness and times. Reading and checking are done elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludens.motion.files.conditions import Condition, Wait
from ludens.robots.nao.joints import JOINTS

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
"""How the body is before and after a motion; "any" after it means: who feels how the body lies knows."""

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

    @property
    def duration_s(self) -> float:
        """How long it takes if no frame has to wait, and if the body is not far from the first."""
        return sum(frame.duration_s + frame.hold_s for frame in self.frames)

    @property
    def needed_joints(self) -> frozenset[str]:
        """The joints without which it is not played."""
        return frozenset(joint for part in self.needs for joint in PARTS[part])
