"""Numbers that JSON cannot write: they become the words that other JSON tools use for them."""

import math
from typing import Any

_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def pack_number(value: Any) -> Any:
    """A number as JSON takes it: plain Python, or a word for what is not finite."""
    plain = value.item() if hasattr(value, "item") else value  # a number of numpy's
    if isinstance(plain, float) and not math.isfinite(plain):
        return "NaN" if math.isnan(plain) else "Infinity" if plain > 0 else "-Infinity"
    return plain


def unpack_number(plain: Any) -> Any:
    """The number that a word stands for; numbers stay as they are."""
    return _WORDS[plain] if isinstance(plain, str) else plain


def pack_numbers(plain: Any) -> Any:
    """The same for every number in plain Python of any depth."""
    if isinstance(plain, dict):
        return {key: pack_numbers(value) for key, value in plain.items()}
    if isinstance(plain, (list, tuple)):
        return [pack_numbers(value) for value in plain]
    return pack_number(plain) if isinstance(plain, float) else plain
