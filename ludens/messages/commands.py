"""What a robot can be told to do. Commands are checked finite and within limits at the one exit."""

import numpy as np
from numpy.typing import NDArray

from ludens.messages.message import Message


class BaseVelocityCommand(Message):
    """Drive: forward speed and turn rate (positive to the left) until the next command."""

    forward_mps: float
    turn_radps: float


class JointCommand(Message):
    """Wanted joint positions, in the order of `names`; stiffness 0 (limp) to 1."""

    names: tuple[str, ...]
    positions_rad: tuple[float, ...]
    stiffnesses: tuple[float, ...]


class MagnetCommand(Message):
    """Switch the magnet of the gripper."""

    on: bool


class LedCommand(Message):
    """Colour of each named light, as (red, green, blue) from 0 to 1."""

    colours: dict[str, tuple[float, float, float]]


class SpeakerCommand(Message, eq=False):
    """Samples to play."""

    samples: NDArray[np.int16]  # frames × channels
    sample_rate_hz: int
