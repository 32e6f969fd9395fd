"""Where a robot's cameras are and what they see, as calibrated."""

from dataclasses import dataclass
from typing import ClassVar

from ludens.geometry import PinholeCamera, Transform3
from ludens.messages.message import Message


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraPose:
    """One camera. `robot` is the torso's shadow: on the floor under the torso, level, with its heading."""

    camera: PinholeCamera
    head_from_camera: Transform3
    robot_from_camera: Transform3
    calibrated: bool = False  # whether anybody has measured how it sits; else it is taken as made


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraPoses(Message):
    """Both cameras of a humanoid at the moment of a joint reading."""

    recorded: ClassVar[bool] = False

    top: CameraPose
    bottom: CameraPose


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraLearnt(Message):
    """How a camera really sits in the head, found out while playing; told once, and counts from then on.

    Turned by these angles in its own frame against how it was made, with this lens.
    """

    roll_rad: float
    pitch_rad: float
    yaw_rad: float
    focal_px: float
    distortion: float  # k1
