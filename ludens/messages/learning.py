"""What a robot that learns by rewards is told, and what it has learnt."""

from msgspec import Struct

from ludens.messages.message import Message


class Reward(Message):
    """What somebody thinks of the last action: a person beside the robot, or the simulation."""

    value: float
    said: str = ""  # in words


class QValue(Struct, frozen=True):
    """How good an action is in a state, and how often it was tried."""

    state: tuple[float, ...]
    action: str
    value: float
    visits: int


class LearntTable(Message):
    """Everything that a robot has learnt so far."""

    values: tuple[QValue, ...] = ()


class KnownTable(Message):
    """What a robot knows at the beginning: somebody has kept it."""

    values: tuple[QValue, ...] = ()


class ForgetOrder(Message):
    """Forget everything that was learnt, and begin anew."""
