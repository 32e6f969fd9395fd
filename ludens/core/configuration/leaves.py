"""Takes a class of parameters apart into single values and puts it together again.

A nested dataclass is opened: `noise: Noise` with `bearing_rad` becomes the key `noise.bearing_rad`. Every
other field is one leaf, checked as a whole.
"""

import math
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import reduce
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec


@dataclass(frozen=True, slots=True)
class Leaf:
    """One parameter: its key in the section and its type as annotated, limits included."""

    key: str
    annotation: Any

    @property
    def type(self) -> Any:
        """The annotated type without its notes; of an optional simple value, the type where it is given."""
        return _taken_apart(self.annotation)[0]

    @property
    def notes(self) -> tuple[msgspec.Meta, ...]:
        """Limits and descriptions."""
        return _taken_apart(self.annotation)[1]

    @property
    def choices(self) -> tuple[Any, ...]:
        """The only values it may have, as TOML writes them; empty where it is not a choice."""
        if get_origin(self.type) is Literal:
            return get_args(self.type)
        if isinstance(self.type, type) and issubclass(self.type, Enum):
            return tuple(member.value for member in self.type)
        return ()

    def limit(self, *names: str) -> float | None:
        """The first of the named limits (`ge`, `gt`, `le`, `lt`) that is set."""
        found = (getattr(note, name) for note in self.notes for name in names)
        return next((limit for limit in found if limit is not None), None)


def _taken_apart(annotation: Any) -> tuple[Any, tuple[msgspec.Meta, ...]]:
    """A type and the notes about it, wherever they stand: `Annotated[int, note] | None` is an int."""
    if get_origin(annotation) is Annotated:
        inner, *notes = get_args(annotation)
        kind, inner_notes = _taken_apart(inner)
        return kind, (*inner_notes, *(note for note in notes if isinstance(note, msgspec.Meta)))
    if get_origin(annotation) in (Union, types.UnionType):
        given = [part for part in get_args(annotation) if part is not type(None)]
        kind, inner_notes = _taken_apart(given[0])
        if len(given) == 1 and not is_dataclass(kind):  # an optional dataclass is one leaf
            return kind, inner_notes
    return annotation, ()


def leaves_of(kind: type[Any]) -> Mapping[str, Leaf]:
    """All leaves of a class of parameters by key, in order of declaration."""
    return types.MappingProxyType({leaf.key: leaf for leaf in _leaves(kind, "")})


def _leaves(kind: type[Any], prefix: str) -> Iterator[Leaf]:
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        leaf = Leaf(prefix + field.name, hints[field.name])
        if isinstance(leaf.type, type) and is_dataclass(leaf.type):
            yield from _leaves(leaf.type, f"{leaf.key}.")
        else:
            yield leaf


def values_of(parameters: Any) -> dict[str, Any]:
    """The values of an instance by key."""
    return {key: reduce(getattr, key.split("."), parameters) for key in leaves_of(type(parameters))}


def build(kind: type[Any], values: Mapping[str, Any], prefix: str = "") -> Any:
    """The instance that has these values; every key must be there."""
    hints = get_type_hints(kind, include_extras=True)
    arguments: dict[str, Any] = {}
    for field in fields(kind):
        leaf = Leaf(prefix + field.name, hints[field.name])
        nested = isinstance(leaf.type, type) and is_dataclass(leaf.type)
        arguments[field.name] = build(leaf.type, values, f"{leaf.key}.") if nested else values[leaf.key]
    return kind(**arguments)


def convert(leaf: Leaf, value: Any) -> Any:
    """The value as the leaf's type, or a ValueError whose text completes 'but …'."""
    try:
        converted = msgspec.convert(msgspec.to_builtins(value), leaf.annotation)
    except (msgspec.ValidationError, TypeError) as error:
        raise ValueError(f"must be {expectation(leaf)}{_detail(leaf, error)}") from None
    if isinstance(converted, float) and math.isnan(converted):
        raise ValueError(f"must be {expectation(leaf)}")
    unknown = _unknown_key(value, converted)
    if unknown is not None:
        raise ValueError(f"has no part called '{unknown}'")
    if converted is None:
        raise ValueError(f"must be {expectation(leaf)}; a file has no word for nothing")
    return converted


def expectation(leaf: Leaf) -> str:
    """What a leaf takes, in words."""
    if leaf.choices:
        return "one of " + ", ".join(repr(choice) for choice in leaf.choices)
    words = {float: "a number", int: "a whole number", bool: "true or false", str: "text in quotes"}
    said = words.get(leaf.type, f"of the type {_type_name(leaf.type)}")
    at_least, above = leaf.limit("ge"), leaf.limit("gt")
    at_most, below = leaf.limit("le"), leaf.limit("lt")
    limits = [
        f"{word} {limit:g}"
        for word, limit in (("at least", at_least), ("above", above), ("at most", at_most), ("below", below))
        if limit is not None
    ]
    return " ".join([said, " and ".join(limits)]).strip()


def _detail(leaf: Leaf, error: Exception) -> str:
    """What msgspec adds for a leaf with parts, such as the place in a list."""
    simple = leaf.choices or leaf.type in (float, int, bool, str)
    return "" if simple else f" ({str(error)[:1].lower()}{str(error)[1:].replace('`', '')})"


def _type_name(annotation: Any) -> str:
    if get_origin(annotation) in (Union, types.UnionType):
        return " or ".join(_type_name(part) for part in get_args(annotation) if part is not type(None))
    return getattr(annotation, "__name__", "") if isinstance(annotation, type) else str(annotation)


def _unknown_key(value: Any, converted: Any) -> str | None:
    """Key of a table inside a list that its dataclass does not have; msgspec would drop it silently."""
    if is_dataclass(converted) and isinstance(value, Mapping):
        known = {field.name for field in fields(converted)}
        strangers = (key for key in value if key not in known)
        deeper = (_unknown_key(value[name], getattr(converted, name)) for name in known & set(value))
        return next((key for key in (*strangers, *deeper) if key is not None), None)
    if isinstance(converted, (tuple, list)) and isinstance(value, (tuple, list)):
        pairs = zip(value, converted, strict=True)
        return next((key for pair in pairs if (key := _unknown_key(*pair)) is not None), None)
    return None
