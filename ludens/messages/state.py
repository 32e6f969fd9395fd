"""What a behaviour tells about itself: its state machine, in words a person can read."""

from ludens.messages.message import Message


class StateReport(Message):
    """Where a state machine is, since when and why, with the whole machine for drawing it."""

    state: str
    since_s: float  # when the state was entered
    reason: str  # why it was entered
    states: tuple[str, ...]
    transitions: tuple[tuple[str, str], ...]  # (from, to)
