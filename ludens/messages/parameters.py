"""What somebody changed in a run while it went."""

from dataclasses import dataclass

from ludens.messages.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterChange:
    """One parameter and its new value, as JSON."""

    key: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterEdit(Message):
    """New parameters of one module. `time_s` is the first cycle that worked with them."""

    section: str  # full path of the module, "alpha/ball/tracker"
    changes: tuple[ParameterChange, ...]
