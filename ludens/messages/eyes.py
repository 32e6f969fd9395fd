"""Where a robot's cameras are and what they see, as calibrated."""

from typing import ClassVar

from msgspec import Struct

from ludens.geometry import PinholeCamera, Transform3
from ludens.messages.message import Message


class CameraPose(Struct, frozen=True, kw_only=True, eq=False):
    """One camera. `robot` is the torso's shadow: on the floor under the torso, level, with its heading."""

    camera: PinholeCamera
    head_from_camera: Transform3
    robot_from_camera: Transform3
    calibrated: bool = False  # whether anybody has measured how it sits; else it is taken as made


class CameraPoses(Message, eq=False):
    """Both cameras of a humanoid at the moment of a joint reading."""

    recorded: ClassVar[bool] = False

    top: CameraPose
    bottom: CameraPose


class CameraLearnt(Message):
    """How a camera really sits in the head, found out while playing; counts from then on, until told anew.

    Turned by these angles in its own frame against how it was made, with this lens.
    """

    roll_rad: float
    pitch_rad: float
    yaw_rad: float
    focal_px: float
    center_x_px: float  # where the lens's axis meets the picture
    center_y_px: float
    distortion: float  # k1


class LeanLearnt(Message):
    """How far the torso really leans beyond what the inertial sensors say; counts until told anew."""

    roll_rad: float
    pitch_rad: float
