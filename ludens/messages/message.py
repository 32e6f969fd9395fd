"""The base of everything modules tell each other, as frozen Structs: cheap to make, safe to share."""

import dataclasses
from dataclasses import is_dataclass
from typing import Any, ClassVar, dataclass_transform

from msgspec import Struct, StructMeta, field


class MessageMeta(StructMeta):
    """Makes every message class frozen and keyword-only, without its author writing so.

    Frozen values hold no cycles, so the garbage collector need not look at them (`gc=False`). Options that
    remain are those of a Struct: `class Picture(Message, eq=False)` for one that holds arrays.
    """

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> "MessageMeta":
        return super().__new__(
            mcls, name, bases, namespace, **{"gc": False, **options, "frozen": True, "kw_only": True}
        )


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Message(Struct, metaclass=MessageMeta, frozen=True, kw_only=True):
    """A value that was true at one moment.

    `time_s` is that moment on the run's clock: the capture of a camera image, not its arrival.
    A type that is large and can be computed again from others says `recorded = False`.
    """

    recorded: ClassVar[bool] = True

    time_s: float


def field_names(kind: type[Any]) -> tuple[str, ...] | None:
    """Names of the fields of a Struct or dataclass, in order; None for any other class."""
    if isinstance(kind, StructMeta):
        names: tuple[str, ...] = kind.__struct_fields__
        return names
    return tuple(field.name for field in dataclasses.fields(kind)) if is_dataclass(kind) else None


class TruthMessage(Message):
    """Carries what only the simulator knows. A setup may read it only if its name says `truth`."""
