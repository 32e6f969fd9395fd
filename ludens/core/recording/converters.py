"""How a value of an annotated type is written as JSON and read back exactly.

A message class is taken apart once, by its annotations; what comes out does the work without looking again.
The schema keeps to what viewers such as Foxglove understand: flat lists and nested objects. Fields beyond
that are recorded like all others, but left out of the schema: a viewer refuses what it does not know.
"""

import math
import types
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import RecordingError
from ludens.messages import field_names

_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def pack_number(value: Any) -> Any:
    """A number as JSON takes it: plain Python, or a word for what is not finite."""
    plain = value.item() if hasattr(value, "item") else value  # a number of numpy's
    if isinstance(plain, float) and not math.isfinite(plain):
        return "NaN" if math.isnan(plain) else "Infinity" if plain > 0 else "-Infinity"
    return plain


def unpack_number(plain: Any) -> Any:
    """The number that a word stands for; numbers stay as they are."""
    if isinstance(plain, str):
        return _WORDS[plain]
    if isinstance(plain, (int, float)):
        return plain
    raise TypeError(f"a number was expected, not {type(plain).__name__}")


def _text(plain: Any) -> str:
    if isinstance(plain, str):
        return plain
    raise TypeError(f"a text was expected, not {type(plain).__name__}")


def _items(plain: Any) -> list[Any]:
    if isinstance(plain, list):
        return plain
    raise TypeError(f"a list was expected, not {type(plain).__name__}")


def pack_numbers(plain: Any) -> Any:
    """The same for every number in plain Python of any depth."""
    if isinstance(plain, dict):
        return {key: pack_numbers(value) for key, value in plain.items()}
    if isinstance(plain, (list, tuple)):
        return [pack_numbers(value) for value in plain]
    return pack_number(plain) if isinstance(plain, float) else plain


READABLE_SIZE = 64  # a covariance can be read and plotted in any viewer; an image need not be


def pack_array(array: NDArray[Any]) -> dict[str, Any]:
    """The array as plain Python; numbers that are not finite are left for the caller to pack."""
    if array.dtype.kind not in "biufc":
        raise RecordingError(f"An array of {array.dtype} cannot be recorded; only arrays of numbers can.")
    head = {"dtype": array.dtype.str, "shape": array.shape}
    if array.size <= READABLE_SIZE and array.dtype.kind != "c":
        return head | {"values": array.ravel().tolist()}
    return head | {"data": array.tobytes()}


def unpack_array(plain: dict[str, Any]) -> NDArray[Any]:
    """The array again, in memory of its own."""
    dtype = np.dtype(_text(plain["dtype"]))
    if dtype.kind not in "biufc":
        raise TypeError(f"an array of {dtype} is none of numbers")
    if "values" in plain:
        flat = np.array([unpack_number(value) for value in _items(plain["values"])], dtype=dtype)
    else:
        flat = np.frombuffer(b64decode(plain["data"]), dtype=dtype).copy()
    return flat.reshape(plain["shape"])


Schema = dict[str, Any]
TYPE_MARK = "$type"


@dataclass(frozen=True, slots=True)
class Converter:
    """Both ways between a value and plain Python that JSON can write."""

    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]
    schema: Schema | None  # None: beyond what viewers understand
    native: bool = True  # msgspec writes the value the same way by itself


def _same(value: Any) -> Any:
    return value


_BASE64_TEXT = {"type": "string", "contentEncoding": "base64"}
_SIMPLE: dict[Any, Converter] = {
    float: Converter(pack_number, unpack_number, {"type": "number"}),
    int: Converter(pack_number, unpack_number, {"type": "integer"}),
    bool: Converter(pack_number, unpack_number, {"type": "boolean"}),
    str: Converter(_same, _text, {"type": "string"}),
    bytes: Converter(_same, b64decode, _BASE64_TEXT),
}
_ARRAY = Converter(
    lambda array: pack_numbers(pack_array(array)),
    unpack_array,
    {
        "type": "object",
        "properties": {
            "dtype": {"type": "string"},
            "shape": {"type": "array", "items": {"type": "integer"}},
            "values": {"type": "array", "items": {"type": "number"}},
            "data": _BASE64_TEXT,
        },
    },
)


def converter(annotation: Any, where: str) -> Converter:
    """How values of a type are converted; `where` names the field if it cannot be done."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    if origin is Annotated:
        return converter(arguments[0], where)
    if origin is Literal:
        return converter(type(arguments[0]), where)
    if origin is np.ndarray or annotation is np.ndarray:
        return _ARRAY
    if origin in (tuple, list, Sequence, set, frozenset):
        return _list(origin, arguments, where)
    if origin in (dict, Mapping):
        return _dict(arguments[0], arguments[1], where)
    if origin in (Union, types.UnionType):
        return _union(arguments, where)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _enum(annotation)
    if isinstance(annotation, type) and field_names(annotation) is not None:
        return object_converter(annotation)
    raise RecordingError(
        f"{where} has the type {annotation}, which cannot be recorded. Use numbers, text, bytes, enums, "
        "arrays, Structs, dataclasses, and tuples, lists, sets or dictionaries of them."
    )


def object_converter(kind: type[Any]) -> Converter:
    """A Struct or dataclass is an object with its fields; a field missing in the file takes its default."""
    hints = get_type_hints(kind, include_extras=True)
    parts = [(name, converter(hints[name], f"{kind.__name__}.{name}")) for name in field_names(kind) or ()]

    def pack(value: Any) -> Any:
        return {name: part.pack(getattr(value, name)) for name, part in parts}

    def unpack(plain: Any) -> Any:
        return kind(**{name: part.unpack(plain[name]) for name, part in parts if name in plain})

    described = {name: part.schema for name, part in parts if part.schema is not None}
    schema: Schema = {"title": kind.__name__, "type": "object", "properties": described}
    if kind.__doc__:
        schema["description"] = kind.__doc__.partition("\n\n")[0]
    return Converter(pack, unpack, schema, all(part.native for _, part in parts))


def _list(origin: Any, arguments: tuple[Any, ...], where: str) -> Converter:
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _row([converter(argument, where) for argument in arguments])
    make = tuple if origin is Sequence else origin
    item = converter(arguments[0], where)
    unordered = make in (set, frozenset)

    def pack(values: Any) -> Any:
        packed = [item.pack(value) for value in values]
        return sorted(packed, key=msgspec.json.encode) if unordered else packed

    schema = _list_schema([item])
    native = item.native and not unordered
    return Converter(pack, lambda plain: make(map(item.unpack, _items(plain))), schema, native)


def _row(items: list[Converter]) -> Converter:
    return Converter(
        lambda values: [item.pack(value) for item, value in zip(items, values, strict=True)],
        lambda plain: tuple(item.unpack(value) for item, value in zip(items, _items(plain), strict=True)),
        _list_schema(items),
        all(item.native for item in items),
    )


def _list_schema(items: list[Converter]) -> Schema | None:
    schemas = [item.schema for item in items]
    first = schemas[0] if schemas else None
    if first is None or any(schema != first for schema in schemas):
        return None
    if first["type"] == "array" or "contentEncoding" in first:
        return None
    return {"type": "array", "items": first}


def _dict(key: Any, value: Any, where: str) -> Converter:
    keys, values = converter(key, where), converter(value, where)
    if key is not str:
        return Converter(
            lambda table: [[keys.pack(name), values.pack(part)] for name, part in table.items()],
            lambda plain: {keys.unpack(name): values.unpack(part) for name, part in plain},
            None,
            native=False,
        )
    return Converter(
        lambda table: {name: values.pack(part) for name, part in table.items()},
        lambda plain: {name: values.unpack(part) for name, part in plain.items()},
        {"type": "object", "properties": {}},
        values.native,
    )


def _union(arguments: tuple[Any, ...], where: str) -> Converter:
    members = [argument for argument in arguments if argument is not type(None)]
    if len(members) == 1:
        inner = converter(members[0], where)
    elif set(members) <= {int, float, bool}:
        inner = _SIMPLE[float]
    elif all(isinstance(member, type) and field_names(member) is not None for member in members):
        inner = _marked(members)
    else:
        raise RecordingError(
            f"{where} may be any of {', '.join(map(str, members))}, which a recording cannot tell apart. "
            "Use one type, or a choice of Structs."
        )
    if len(members) == len(arguments):
        return inner
    return Converter(
        lambda value: None if value is None else inner.pack(value),
        lambda plain: None if plain is None else inner.unpack(plain),
        inner.schema,
        inner.native,
    )


def _marked(kinds: list[Any]) -> Converter:
    """One of several Structs or dataclasses: the object says which."""
    parts = {kind.__name__: object_converter(kind) for kind in kinds}

    def pack(value: Any) -> Any:
        name = type(value).__name__
        return {TYPE_MARK: name, **parts[name].pack(value)}

    def unpack(plain: Any) -> Any:
        return parts[plain[TYPE_MARK]].unpack(plain)

    schema = {"type": "object", "properties": {TYPE_MARK: {"type": "string"}}}
    return Converter(pack, unpack, schema, native=False)


def _enum(kind: type[Enum]) -> Converter:
    """By value where all values are numbers or all are text, by name otherwise."""
    for simple in (str, int):
        if all(type(member.value) is simple for member in kind):
            return Converter(lambda member: member.value, kind, _SIMPLE[simple].schema)
    return Converter(lambda member: member.name, kind.__getitem__, {"type": "string"}, native=False)
