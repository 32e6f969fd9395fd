"""What a fault does to messages: loses them, repeats an old one, or spoils what they say.

An effect belongs to one source of one robot, from the start of a run on: it sees every message, and is told
whether the fault has begun.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import structs

from ludens.messages import Message

MessageT = TypeVar("MessageT", bound=Message)


class Effect(Protocol):
    """Passes messages on as the broken part delivers them."""

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        """Return what is left of a message."""
        ...


class Losing:
    """Messages of some kinds no longer come: all of them, or every so many-th."""

    def __init__(self, *kinds: type[Message], every: int = 1) -> None:
        self._kinds, self._every, self._counts = kinds, every, dict.fromkeys(kinds, 0)

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        if not broken or not isinstance(message, self._kinds):
            return message
        kind = next(kind for kind in self._kinds if isinstance(message, kind))
        self._counts[kind] += 1
        return None if self._counts[kind] % self._every == 0 else message


class Freezing:
    """The last message of each kind before the fault comes again and again, with the time of the new one."""

    def __init__(self, *kinds: type[Message]) -> None:
        self._kinds = kinds
        self._last: dict[type[Message], Message] = {}

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        if not isinstance(message, self._kinds):
            return message
        if not broken:
            self._last[type(message)] = message
            return message
        return structs.replace(self._last.setdefault(type(message), message), time_s=message.time_s)


class Spoiling:
    """One kind of message says something else."""

    def __init__(self, kind: type[MessageT], spoil: Callable[[MessageT], Message]) -> None:
        self._kind: type[Message] = kind
        self._spoil: Callable[..., Message] = spoil

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        return self._spoil(message) if broken and isinstance(message, self._kind) else message


class Together:
    """Several effects at once."""

    def __init__(self, *effects: Effect) -> None:
        self._effects = effects

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        left: Message | None = message
        for effect in self._effects:
            if left is not None:
                left = effect(left, broken=broken)
        return left
