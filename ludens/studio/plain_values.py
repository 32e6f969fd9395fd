"""Lists and tables of parameters as a person writes them: `0.93, 0.74, 0.09` or `knee: 0.1, hip: 0`."""

from collections.abc import Mapping
from typing import Any

TRUTH = {"true": True, "false": False}


def written(value: Any) -> str:
    """The words for a value; what `read` makes of them is that value again."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {written(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        rows = any(isinstance(part, list | tuple) for part in value)
        return ("; " if rows else ", ").join(map(written, value))
    return str(value)


def read(words: str, *, like: Any) -> Any:
    """The value that a person means where something `like` this stands: a list, a table, or one value.

    Lists within a list are parted by semicolons. Whether it fits is for others to say.
    """
    if isinstance(like, Mapping):
        pairs = (part.partition(":") for part in _parts(words, ","))
        return {name.strip(): _single(value) for name, _, value in pairs}
    if ";" in words:
        return [read(row, like=()) for row in _parts(words, ";")]
    if isinstance(like, list | tuple) or "," in words:
        return [_single(part) for part in _parts(words, ",")]
    return _single(words)


def _parts(words: str, mark: str) -> list[str]:
    return [part for part in words.split(mark) if part.strip()]


def _single(words: str) -> Any:
    words = words.strip()
    if words in TRUTH:
        return TRUTH[words]
    for kind in (int, float):
        try:
            return kind(words)
        except ValueError:
            continue
    return words
