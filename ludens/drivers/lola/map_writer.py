"""Writes maps of given keys quickly: all that never changes stands in a form, numbers are filled in."""

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
import numpy as np

from ludens.drivers.lola.errors import FrameError
from ludens.drivers.lola.layout import MapEntry, ValueKind

FLOAT32_ZERO = b"\xca\x00\x00\x00\x00"  # a tag and four bytes, most significant first
_encode = msgspec.msgpack.encode  # keys, lengths, texts and whole numbers; of floats it knows 64 bits only


class MapWriter:
    """A map of some entries, in their order."""

    def __init__(self, entries: tuple[MapEntry, ...]) -> None:
        self._entries = entries
        self._head = bytes([0x80 | len(entries)])
        self._parts = [
            _NumberForm(tuple(run)) if kind is ValueKind.NUMBER else _PlainArrays(tuple(run))
            for kind, run in groupby(entries, key=attrgetter("kind"))
        ]

    def write(self, values: Mapping[str, Any]) -> bytes:
        """The map with these arrays, by key."""
        for entry in self._entries:
            count = len(values[entry.key])
            if count != entry.count:
                raise FrameError(
                    f"'{entry.key}' holds {count} values; LoLA's map has place for {entry.count}."
                )
        return self._head + b"".join([part.write(values) for part in self._parts])


class _NumberForm:
    """Arrays of float32 that follow each other."""

    def __init__(self, entries: tuple[MapEntry, ...]) -> None:
        self._keys = [entry.key for entry in entries]
        text, places = b"", list[int]()
        for entry in entries:
            text += _array_head(entry)
            for _ in range(entry.count):
                places += range(len(text) + 1, len(text) + 5)
                text += FLOAT32_ZERO
        self._form = np.frombuffer(text, dtype=np.uint8)
        self._places = np.array(places)

    def write(self, values: Mapping[str, Any]) -> bytes:
        numbers = np.concatenate([values[key] for key in self._keys])
        with np.errstate(over="ignore"):  # beyond float32 there is infinity, which whoever reads it refuses
            packed = numbers.astype(">f4")
        filled = self._form.copy()
        filled[self._places] = packed.view(np.uint8)
        return filled.tobytes()


class _PlainArrays:
    """Arrays of texts, switches or whole numbers, which take as many bytes as they need."""

    def __init__(self, entries: tuple[MapEntry, ...]) -> None:
        self._heads = [(entry.key, _array_head(entry)) for entry in entries]

    def write(self, values: Mapping[str, Any]) -> bytes:
        return b"".join([head + self._array(values[key]) for key, head in self._heads])

    @staticmethod
    def _array(values: Any) -> bytes:
        plain = values.tolist() if isinstance(values, np.ndarray) else values
        return b"".join(map(_encode, plain))


def _array_head(entry: MapEntry) -> bytes:
    """The key and the beginning of its array."""
    empty_slots = [None] * entry.count  # a nil is one byte: cut off, the head of the array is left
    return _encode(entry.key) + _encode(empty_slots)[: -entry.count]
