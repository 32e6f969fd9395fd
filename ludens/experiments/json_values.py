"""The values a row may hold, and the one way they become bytes.

Rows are compared byte for byte between workers and machines, so every row is encoded here and nowhere else.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Row: TypeAlias = dict[str, Json]


def encode(value: object) -> bytes:
    """One line of JSON; not-a-number and infinity become null, numpy numbers and arrays plain ones."""
    return msgspec.json.encode(value, enc_hook=_plain)


def decode_row(line: bytes) -> Row:
    """Read back one encoded row."""
    return msgspec.json.decode(line, type=dict[str, Any])


def pretty(value: Mapping[str, Json]) -> str:
    """Indented JSON for people and files."""
    return msgspec.json.format(encode(value), indent=2).decode()


def _plain(value: object) -> object:
    to_list = getattr(value, "tolist", None)  # numpy scalars and arrays both have it
    if to_list is None:
        raise TypeError(f"a row holds JSON values, not {type(value).__name__}")
    return to_list()
