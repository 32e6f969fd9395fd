"""Cuts a stream of bytes into MessagePack maps, wherever the pieces were torn apart on the way."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.drivers.lola.layout import StreamError

LONGEST_MAP_BYTES = 8192  # a whole actuator map in float64 takes less than 1,400


class MapSplitter:
    """Takes bytes as they come and hands out whole maps.

    It walks from tag to tag and looks at no value, and it remembers where it was: bytes that come one by one
    cost no more than bytes that come together.
    """

    def __init__(self, *, longest_bytes: int = LONGEST_MAP_BYTES) -> None:
        self._longest_bytes = longest_bytes
        self._buffer = bytearray()
        self._position = 0  # of the next tag
        self._values = 1  # that are still to come before this map is whole

    @property
    def pending_bytes(self) -> int:
        """How much of an unfinished map has come."""
        return len(self._buffer)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add bytes and yield every map that they complete."""
        self._buffer += data
        while (end := self._walk()) is not None:
            whole = bytes(self._buffer[:end])
            del self._buffer[:end]
            self._position, self._values = 0, 1
            yield whole

    def _walk(self) -> int | None:
        """Go on from value to value; return where the map ends, or None when it is not whole yet."""
        buffer, position, values = self._buffer, self._position, self._values
        size = len(buffer)
        if position == 0 and size and not _is_map(buffer[0]):
            raise StreamError(f"A map was expected, but the byte 0x{buffer[0]:02x} begins none.")
        while values and position < size:
            tag = buffer[position]
            if _SINGLE_BYTES[tag]:  # most values are floats, and this loop must be quick
                position += _SINGLE_BYTES[tag]
                values -= 1
                continue
            following = _FOLLOWING[tag]
            after = position + 1 + following.length_bytes
            if after > size:
                break
            length = int.from_bytes(buffer[position + 1 : after], "big")
            position = after + following.payload_bytes + length * following.payload_each
            values += following.values + length * following.values_each - 1
            self._check_length(position + values)  # every value still to come takes a byte at least
        self._check_length(position)
        self._position, self._values = position, values
        return position if values == 0 and position <= size else None

    def _check_length(self, claimed_bytes: int) -> None:
        if claimed_bytes > self._longest_bytes:
            raise StreamError(
                f"A map claims to be longer than {self._longest_bytes:,} bytes; LoLA's are below 1,000."
            )


def _is_map(tag: int) -> bool:
    return 0x80 <= tag <= 0x8F or tag in (0xDE, 0xDF)


@dataclass(frozen=True, slots=True)
class _Following:
    """The bytes after a tag: a length, bytes of its own, and values inside; some for each unit of length."""

    length_bytes: int = 0
    payload_bytes: int = 0
    payload_each: int = 0
    values: int = 0
    values_each: int = 0


def _following(tag: int) -> _Following:
    if 0x80 <= tag <= 0x8F:  # short map
        return _Following(values=2 * (tag & 0x0F))
    if 0x90 <= tag <= 0x9F:  # short array
        return _Following(values=tag & 0x0F)
    if 0xA0 <= tag <= 0xBF:  # short string
        return _Following(payload_bytes=tag & 0x1F)
    return _LONG_TAGS.get(tag, _Following())  # whole numbers up to 127, nil, true and false stand alone


_LONG_TAGS = {
    **{tag: _Following(length_bytes=size, payload_each=1) for tag, size in ((0xC4, 1), (0xC5, 2), (0xC6, 4))},
    **{tag: _Following(size, 1, payload_each=1) for tag, size in ((0xC7, 1), (0xC8, 2), (0xC9, 4))},
    **{tag: _Following(payload_bytes=size) for tag, size in ((0xCA, 4), (0xCB, 8))},
    **{0xCC + power: _Following(payload_bytes=1 << power) for power in range(4)},  # without sign
    **{0xD0 + power: _Following(payload_bytes=1 << power) for power in range(4)},  # with sign
    **{0xD4 + power: _Following(payload_bytes=1 + (1 << power)) for power in range(5)},  # extensions
    **{tag: _Following(length_bytes=size, payload_each=1) for tag, size in ((0xD9, 1), (0xDA, 2), (0xDB, 4))},
    **{tag: _Following(length_bytes=size, values_each=1) for tag, size in ((0xDC, 2), (0xDD, 4))},
    **{tag: _Following(length_bytes=size, values_each=2) for tag, size in ((0xDE, 2), (0xDF, 4))},
}
_FOLLOWING = [_following(tag) for tag in range(256)]
_SINGLE_BYTES = [0 if after.length_bytes or after.values else 1 + after.payload_bytes for after in _FOLLOWING]
"""Bytes of a value that holds no other values and has no length, with its tag; 0 for the rest."""
