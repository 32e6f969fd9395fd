"""What a robot that plays by vectors wants, and why."""

from ludens.messages.message import Message


class Intention(Message):
    """What the state machine asks of the behaviours in this cycle.

    `active` names the behaviours that are added up; the limits hold for their sum.
    """

    state: str
    active: tuple[str, ...]
    forward_limit_mps: float
    turn_limit_radps: float
    scan_direction: int = 1  # +1 turns left, -1 right


class BehaviourVectors(Message):
    """The vectors of the active behaviours in the robot's frame, and their sum."""

    names: tuple[str, ...]
    vectors: tuple[tuple[float, float], ...]
    total: tuple[float, float]
