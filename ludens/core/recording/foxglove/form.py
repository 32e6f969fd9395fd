"""What a form is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludens.core.recording.foxglove.members import Plain
from ludens.core.recording.foxglove.schemas import Schema
from ludens.messages import Message


@dataclass(frozen=True, slots=True)
class Form:
    """A schema that viewers know, and both ways between our message and its members.

    The members hold all that is needed to rebuild our message exactly; what the standard has no place for
    stands in members of our own (`time_s`, `fault`, `scene`), which viewers ignore.
    """

    name: str
    schema: Schema
    pack: Callable[[Any], Plain]
    unpack: Callable[[Plain], Message]
