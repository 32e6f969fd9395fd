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


def _finite(value: Any) -> bool:
    kind = type(value)
    if kind is float:
        return math.isfinite(value)
    if kind is str or kind is int or kind is bool or value is None:
        return True
    if isinstance(value, tuple | list):
        # A finite sum has finite parts. One that is not may only be too large: then each part is asked.
        if (
            value
            and type(value[0]) is float
            and set(map(type, value)) == {float}
            and math.isfinite(sum(value))
        ):
            return True
        return all(map(_finite, value))
    if isinstance(value, np.ndarray | np.inexact):
        return value.dtype.kind not in "fc" or bool(np.isfinite(value).all())
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if is_dataclass(value):
        return all(_finite(getattr(value, name)) for name in _names(kind))
    return True
