"""Writes the small part of TOML that configuration files need. Reading is the standard library's."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def key_text(parts: Sequence[str]) -> str:
    """A dotted key; parts that are no plain words are quoted."""
    return ".".join(part if _BARE_KEY.fullmatch(part) else _string(part) for part in parts)


def value_text(value: Any) -> str:
    """A value of plain Python: text, numbers, truth values, lists, and tables as inline tables."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text([key])} = {value_text(part)}" for key, part in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(value_text, value)) + "]"
    raise TypeError(f"TOML has no way to write {value!r}.")


def _string(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(letter, _escaped(letter)) for letter in text) + '"'


def _escaped(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x20 or ord(letter) == 0x7F else letter
