"""Finds the class of a recorded message by the name that the file gives."""

import contextlib
import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ludens import messages
from ludens.core.errors import RecordingError, did_you_mean
from ludens.messages import Message


class MessageRegistry:
    """Message classes by module and name: all that are imported, and those that the caller adds.

    A class that the caller adds wins over every other of the same name.
    """

    def __init__(self, types: Iterable[type[Message]] = ()) -> None:
        self._added = {kind.__name__: kind for kind in types}
        self._collect()

    def find(self, module: str, name: str) -> type[Message]:
        """The class that a recording calls `name` of `module`, also if it has moved since."""
        simple_name = name.rpartition(".")[2]
        added = self._added.get(simple_name)
        if added is not None:
            return added
        if (module, name) not in self._exact:
            _import_own(module)
            self._collect()  # a setup of the user's may have been imported since
        if (module, name) in self._exact:
            return self._exact[module, name]
        same_name: Mapping[str, type[Message]] = self._by_name.get(simple_name, {})
        if len(same_name) == 1:
            return next(iter(same_name.values()))
        known = ", ".join(sorted(same_name)) if same_name else ""
        hint = f"Several are called so, in {known}." if known else did_you_mean(simple_name, self._by_name)
        raise RecordingError(
            f"The recording holds messages of the type {simple_name} of {module}, which is not known here; "
            f"import the game it belongs to, or name its types when opening. {hint}"
        )

    def find_shown(self, module: str, name: str) -> type[Struct] | None:
        """The class of what a stream shows; only our own rooms of messages have such classes."""
        _import_own(module)
        if not module.startswith(f"{messages.__name__}."):
            return None
        kind = getattr(sys.modules.get(module), name, None)
        return kind if isinstance(kind, type) and issubclass(kind, Struct) else None

    def _collect(self) -> None:
        # A dataclass with slots is made twice; the second, which is the one in use, comes later in the list.
        self._exact = {(kind.__module__, kind.__qualname__): kind for kind in _subclasses(Message)}
        self._by_name: dict[str, dict[str, type[Message]]] = {}
        for (module, _), kind in self._exact.items():
            self._by_name.setdefault(kind.__name__, {})[module] = kind


def _import_own(module: str) -> None:
    """Import one of our own rooms of messages, which only the game that uses it imports otherwise."""
    if module.startswith(f"{messages.__name__}."):
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(module)


def _subclasses(kind: type[Message]) -> Iterator[type[Message]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)
