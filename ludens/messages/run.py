"""What happens to a run as such: faults, and parameters that were edited while it went."""

from msgspec import Struct

from ludens.messages.message import Message


class Fault(Message):
    """One thing that went wrong and what was done about it.

    `where` is a module path, a source such as `camera`, or a command; `inputs` shows, shortened, what it was
    given.
    """

    where: str
    what: str  # a sentence
    consequence: str  # a sentence: what the system does now
    inputs: tuple[str, ...] = ()
    traceback: str = ""


class ParameterChange(Struct, frozen=True, kw_only=True):
    """One parameter and its new value, as JSON."""

    key: str
    value: str


class ParameterEdit(Message):
    """New parameters of one module. `time_s` is the first cycle that worked with them."""

    section: str  # full path of the module, "alpha/ball/tracker"
    changes: tuple[ParameterChange, ...]
