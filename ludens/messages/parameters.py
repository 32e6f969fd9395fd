"""What somebody changed in a run while it went."""

from msgspec import Struct

from ludens.messages.message import Message


class ParameterChange(Struct, frozen=True, kw_only=True):
    """One parameter and its new value, as JSON."""

    key: str
    value: str


class ParameterEdit(Message):
    """New parameters of one module. `time_s` is the first cycle that worked with them."""

    section: str  # full path of the module, "alpha/ball/tracker"
    changes: tuple[ParameterChange, ...]
