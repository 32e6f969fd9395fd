"""What went wrong, as a message: shown in the studio, logged and recorded like everything else."""

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
