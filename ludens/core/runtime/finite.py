"""Whether a message holds only finite numbers. Asked of sensors at the entrance, of commands at the exit."""

import math
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np

from ludens.messages import Message, field_names


def is_finite(message: Message) -> bool:
    """True when no number in the message is infinite or not a number."""
    return all(map(_finite, _values(message)))


_GETTERS: dict[type[Any], Callable[[Any], tuple[Any, ...]]] = {}


def _values(holder: Any) -> tuple[Any, ...]:
    """The values of a Struct or dataclass, in order; asked of every message, so the way to them is kept."""
    getter = _GETTERS.get(type(holder))
    if getter is None:
        getter = _GETTERS[type(holder)] = _getting(field_names(type(holder)) or ())
    return getter(holder)


def _getting(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda holder: tuple(getattr(holder, name) for name in names)


_FLOAT = np.dtype(np.float64)
_NO_FRACTIONS = frozenset({str, int, bool, type(None)})
"""Types whose values are always finite."""


def _has_finite_sum(values: tuple[Any, ...]) -> bool:
    try:
        return math.isfinite(sum(values))
    except TypeError:  # not all are numbers
        return False


def _has_finite_sums(rows: tuple[Any, ...]) -> bool:
    """The same of rows of numbers, such as points: all of them in one sum."""
    try:
        return math.isfinite(sum(map(sum, rows)))
    except TypeError:
        return False


def _finite(value: Any) -> bool:
    kind = type(value)
    if kind is float:
        return math.isfinite(value)
    if kind in _NO_FRACTIONS:
        return True
    if kind is tuple and value:
        first = type(value[0])
        if (first is float and _has_finite_sum(value)) or (first is tuple and _has_finite_sums(value)):
            return True
    if kind is np.ndarray and value.ndim == 1 and value.dtype is _FLOAT and math.isfinite(value.dot(value)):
        return True  # as with sums: where the quick answer is finite, it is enough
    getter = _GETTERS.get(kind)
    if getter is not None:  # a Struct or dataclass that was met before
        return all(map(_finite, getter(value)))
    if isinstance(value, (tuple, list)):
        kinds = set(map(type, value))
        # A finite sum has finite parts. One that is not may only be too large: then each part is asked.
        if kinds <= _NO_FRACTIONS or (kinds == {float} and math.isfinite(sum(value))):
            return True
        return all(map(_finite, value))
    if isinstance(value, (np.ndarray, np.inexact)):
        return value.dtype.kind not in "fc" or bool(np.isfinite(value).all())
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if field_names(kind) is not None:
        return all(map(_finite, _values(value)))
    return True
