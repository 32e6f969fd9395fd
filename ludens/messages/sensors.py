"""What sensors deliver. Every field is what the device reports: noisy, late and quantised."""

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Pose2
from ludens.messages.message import Message

Vector3 = tuple[float, float, float]


class CameraImage(Message, eq=False):
    """A colour image as a webcam delivers it: JPEG bytes, and the pixels decoded from them.

    The camera compresses, so recording costs no encoding and a replayed image is the same to the bit.
    """

    pixels_rgb: NDArray[np.uint8]  # height × width × 3
    jpeg: bytes


class DepthImage(Message, eq=False):
    """Distance along the optical axis for every pixel; 0 where the sensor saw nothing."""

    depth_m: NDArray[np.float32]  # height × width


class SonarRing(Message):
    """One reading of every sonar, in the order of the robot's description.

    A sonar that hears no echo reports its maximum range, as the device does.
    """

    ranges_m: tuple[float, ...]


class Odometry(Message):
    """Where the wheels say the robot is, relative to where it was switched on. Drifts and slips."""

    odometry_from_robot: Pose2
    forward_mps: float
    turn_radps: float


class ImuReading(Message):
    """Rates and specific force in the robot's frame (x forward, y left, z up)."""

    angular_velocity_radps: Vector3
    linear_acceleration_mps2: Vector3


class JointStates(Message):
    """Measured joints, in the order of `names` (the maker's names)."""

    names: tuple[str, ...]
    positions_rad: tuple[float, ...]
    velocities_radps: tuple[float, ...]
    torques_nm: tuple[float, ...]


class FootPressure(Message):
    """Force on each pressure cell of each foot: front left, front right, rear left, rear right."""

    left_n: tuple[float, float, float, float]
    right_n: tuple[float, float, float, float]


class TouchState(Message):
    """Names of the buttons and bumpers that are pressed now."""

    pressed: tuple[str, ...]


class AudioChunk(Message, eq=False):
    """Microphone samples; `time_s` is the moment of the first one."""

    samples: NDArray[np.int16]  # frames × channels
    sample_rate_hz: int


class JointReadings(Message, eq=False):
    """One reading of every servo, in the order of the robot's description (NAO: `robots.nao.JOINTS`).

    Positions come from encoders: noisy and in steps. Hands report 0 (closed) to 1 (open) instead of radians.
    """

    position_rad: NDArray[np.float64]
    stiffness: NDArray[np.float64]  # 0 limp to 1 full, as the motor applies it now: a hot one gives less
    current_a: NDArray[np.float64]
    temperature_c: NDArray[np.float64]  # estimated by the board; whole degrees
    status: NDArray[np.int64]  # heat alarm: 0 regular, 1 warm, 2 hot (stiffness is cut), 3 far too hot


class CalibratedJoints(JointReadings, eq=False):
    """The same reading with this robot's known joint offsets taken off: what motions and kinematics use."""


class JointCalibration(Message, eq=False):
    """What is known to be wrong with this robot's joints."""

    offset_rad: NDArray[np.float64]  # reading minus truth, in the robot's order; the joint sender adds it
    damaged: tuple[str, ...]  # joints to be spared: no motion leans on them


class JointOffsetsLearnt(Message):
    """Zeros of joints, found out while playing; they count from then on, until told anew."""

    offsets_rad: dict[str, float]  # reading minus truth, by the joint's name


class TorsoAngles(Message):
    """Lean of the torso against the vertical: roll about x (to the right is positive), pitch about y (ahead).

    The board filters it from gyroscope and accelerometer; it says nothing about the heading.
    """

    roll_rad: float
    pitch_rad: float


class BatteryState(Message):
    """The battery as its own board reports it."""

    charge: float  # 0 empty to 1 full
    current_a: float  # negative while the robot draws, positive while it is charged
    temperature_c: float
    status: int  # the board's own flags, as they came
