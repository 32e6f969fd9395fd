"""Whether a message holds only finite numbers. Asked of sensors at the entrance, of commands at the exit."""

import math
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ludens.messages import Message


def is_finite(message: Message) -> bool:
    """True when no number in the message is infinite or not a number."""
    return all(_finite(getattr(message, name)) for name in _names(type(message)))


_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in fields(kind))
    return names


_NO_FRACTIONS = frozenset({str, int, bool, type(None)})
"""Types whose values are always finite."""


def _finite(value: Any) -> bool:
    kind = type(value)
    if kind is float:
        return math.isfinite(value)
    if kind in _NO_FRACTIONS:
        return True
    if isinstance(value, tuple | list):
        kinds = set(map(type, value))
        # A finite sum has finite parts. One that is not may only be too large: then each part is asked.
        if kinds <= _NO_FRACTIONS or (kinds == {float} and math.isfinite(sum(value))):
            return True
        return all(map(_finite, value))
    if isinstance(value, np.ndarray | np.inexact):
        return value.dtype.kind not in "fc" or bool(np.isfinite(value).all())
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if is_dataclass(value):
        return all(_finite(getattr(value, name)) for name in _names(kind))
    return True
