"""What an arm is asked to carry, and how it gets on."""

from typing import Literal

from ludens.messages.message import Message

ArmState = Literal["resting", "moving", "reaching", "carrying", "done", "failed", "stopped"]


class CarryRequest(Message):
    """Take a thing from one place and put it to another; a new number is a new request.

    Places are those of the middle of its top, in the frame of the arm's base. Without an origin the arm puts
    down what it holds; without a target either it goes to its rest.
    """

    number: int
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


class ArmReport(Message):
    """What the arm is doing. `failed` and `stopped` come with a reason, in words."""

    state: ArmState
    number: int  # of the request that it works on or has ended
    holds: bool  # whether the magnet is on
    at_rest: bool  # whether it stands in its rest, out of the camera's sight
    reason: str = ""
    touched: bool = False  # whether it failed because something is in its way
