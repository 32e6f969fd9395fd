"""Whether a message holds only finite numbers. Asked of sensors at the entrance, of commands at the exit.

It is asked of every message, so each type of message gets a function of its own at the first one, written
after its declaration: it adds up all numbers, for a finite sum has finite parts. Where the sum is not
finite, or a field holds something else than it is declared to, each value is looked at.
"""

import math
import types
from collections.abc import Callable
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from ludens.messages import Message, field_names

_TOTALS: dict[type[Any], Callable[[Any], float]] = {}
_FLOAT = np.dtype(np.float64)
_NO_FRACTIONS = frozenset({str, int, bool, bytes, type(None)})
"""Types whose values are always finite."""
NOT_AS_DECLARED = (TypeError, AttributeError, IndexError, OverflowError, ValueError)


def is_finite(message: Message) -> bool:
    """True when no number in the message is infinite or not a number."""
    try:
        if math.isfinite(total_of(type(message))(message)):
            return True
    except NOT_AS_DECLARED:
        pass
    return _each_is_finite(message)


def total_of(kind: type[Any]) -> Callable[[Any], float]:
    """Return the sum of a type's numbers; it raises `NOT_AS_DECLARED` where a field holds something else."""
    return _TOTALS.get(kind) or _total(kind)


def _each_is_finite(holder: Any) -> bool:
    """Look at every field of a Struct or dataclass."""
    return all(_is_finite(getattr(holder, name)) for name in field_names(type(holder)) or ())


def _is_finite(value: Any) -> bool:
    kind = type(value)
    if kind is float:
        return math.isfinite(value)
    if kind in _NO_FRACTIONS:
        return True
    if isinstance(value, (np.ndarray, np.inexact)):
        if value.dtype is _FLOAT and math.isfinite(np.vdot(value, value)):
            return True  # as with sums: where the quick answer is finite, it is enough
        return value.dtype.kind not in "fc" or bool(np.isfinite(value).all())
    if isinstance(value, (tuple, list)):
        return all(map(_is_finite, value))
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    return field_names(kind) is None or _each_is_finite(value)


# ---------------------------------------------------------------- the sum of a type


def _total(kind: type[Any]) -> Callable[[Any], float]:
    """Write the sum of a Struct or dataclass, such as `value.time_s + sum(value.place_m)`."""
    try:
        declared = get_type_hints(kind)
    except NameError:  # a class inside a function names what only that function knows
        declared = {}
    names: dict[str, Any] = {"doubt": _doubt, "vdot": np.vdot}
    _TOTALS[kind] = _doubt  # meanwhile, for a type that holds itself
    fields = field_names(kind) or ()
    terms = (_term(declared.get(name, Any), names).format(f"value.{name}") for name in fields)
    _TOTALS[kind] = eval(f"lambda value: {' + '.join(filter(None, terms)) or '0.0'}", names)
    return _TOTALS[kind]


def _doubt(value: Any) -> float:
    """What a value adds to the sum of which the declaration says too little: NaN if it is not finite."""
    return 0.0 if _is_finite(value) else math.nan


def _term(declared: Any, names: dict[str, Any]) -> str:
    """What a value of a type adds to the sum; `{0}` is the value. Empty where it can hold no fractions."""
    origin, arguments = get_origin(declared), get_args(declared)
    if origin is Literal:
        return ""
    if origin is tuple:
        return _term_of_tuple(arguments, names)
    if origin is np.ndarray:
        return "vdot({0}, {0})" if get_args(arguments[1]) == (np.float64,) else "doubt({0})"
    if origin in (Union, types.UnionType):
        term, *others = {_term(argument, names) for argument in arguments if argument is not type(None)}
        return "doubt({0})" if others else f"({term} if {{0}} is not None else 0.0)" if term else ""
    if not isinstance(declared, type):
        return "doubt({0})"
    if declared in (float, int):
        return "{0}"
    if declared in _NO_FRACTIONS or issubclass(declared, Enum):
        return ""
    if field_names(declared) is None:
        return "doubt({0})"
    names[f"total_{declared.__name__}"] = _TOTALS.get(declared) or _total(declared)
    return f"total_{declared.__name__}({{0}})"


def _term_of_tuple(arguments: tuple[Any, ...], names: dict[str, Any]) -> str:
    terms = [_term(argument, names) for argument in arguments if argument is not Ellipsis]
    if not any(terms):
        return ""
    if set(terms) == {"{0}"}:
        return "sum({0})"
    if Ellipsis in arguments:
        return f"(sum(map(lambda part: {terms[0].format('part')}, {{0}})) if {{0}} else 0.0)"
    parts = (term.format(f"{{0}}[{number}]") for number, term in enumerate(terms) if term)
    return f"({' + '.join(parts)})"
