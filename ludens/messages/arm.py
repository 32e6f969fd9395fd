"""What an arm is asked to carry, and how it gets on."""

from enum import StrEnum
from typing import Literal

from ludens.messages.message import Message
from ludens.messages.task import TaskReport, TaskRequest

ArmPhase = Literal["resting", "standing", "moving", "reaching", "carrying"]


class ArmFailure(StrEnum):
    """Why the arm did not do what it was asked for."""

    IN_THE_WAY = "something is in the way"
    OUT_OF_REACH = "out of reach"
    STOPPED = "stopped"
    REPLACED = "replaced by a posture"


class CarryRequest(TaskRequest):
    """Take a thing from one place and put it to another.

    Places are those of the middle of its top, in the frame of the arm's base. Without an origin the arm puts
    down what it holds; without a target either it goes to its rest.
    """

    origin_m: tuple[float, float, float] | None = None
    target_m: tuple[float, float, float] | None = None
    turn_rad: float = 0.0  # of the thing about the vertical, on its way
    thing_m: float = 0.0  # how far the thing reaches down from its top
    clear_m: float = 0.0  # height over the base's foot that whatever is lowest must have on the way across


class PostureRequest(Message):
    """Turn every axis to an angle, all arriving together; a new number is a new request.

    It is for showing the arm to a camera, not for carrying: what the magnet holds is not heeded.
    """

    number: int
    positions_rad: tuple[float, ...]  # from the base on


class StopRequest(Message):
    """Stand still at once, or go on. The magnet keeps what it holds."""

    stopped: bool


class ArmReport(TaskReport):
    """How the arm gets on with what it was last asked to carry; `reason` is a value of `ArmFailure`."""

    phase: ArmPhase
    holds: bool  # whether the magnet is on
    at_rest: bool  # whether it stands in its rest, out of the camera's sight
    details: str = ""  # of a failure, for people
