"""Options of the command line made from the fields of a frozen dataclass.

A field `latency_ms: Annotated[float, Meta(ge=0, description="How late images arrive.")] = 100.0` becomes
`--latency MS` with that description, range and default: declared once, next to the code that reads it.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click
import msgspec

from ludens.core.errors import LudensError
from ludens.experiments.quantities import UNITS


def generated_options(options_type: type[Any]) -> list[click.Option]:
    """One option per field, in their order."""
    hints = get_type_hints(options_type, include_extras=True)
    return [_option(field, hints[field.name]) for field in fields(options_type)]


def read_options(options_type: type[Any], values: Mapping[str, Any]) -> Any:
    """The dataclass made from what the command line gave; takes only the values that are its fields."""
    own = {field.name: values[field.name] for field in fields(options_type)}
    try:
        return msgspec.convert(own, options_type)
    except msgspec.ValidationError as error:
        raise LudensError(f"The options do not fit: {error}.") from error


def _option(field: Field[Any], hint: Any) -> click.Option:
    plain, metas = _split(hint)
    if field.default is MISSING or not metas:
        raise TypeError(f"Option '{field.name}' needs a default and a msgspec.Meta with a description.")
    stem, _, suffix = field.name.rpartition("_")
    has_unit = bool(stem) and suffix in UNITS
    flag = "--" + (stem if has_unit else field.name).replace("_", "-")
    return click.Option(
        [f"{flag}/--no-{flag[2:]}" if plain is bool else flag, field.name],
        type=_parameter_type(plain, metas[0]),
        default=field.default,
        show_default=True,
        metavar=suffix.upper() if has_unit else None,
        help=next((meta.description for meta in metas if meta.description), None),
    )


def _split(hint: Any) -> tuple[Any, list[msgspec.Meta]]:
    """The type itself and all of msgspec's annotations, whether `| None` stands inside or outside of them."""
    if get_origin(hint) in (Union, UnionType):
        return _split(next(choice for choice in get_args(hint) if choice is not NoneType))
    if get_origin(hint) is not Annotated:
        return hint, []
    inner, *annotations = get_args(hint)
    plain, metas = _split(inner)
    return plain, metas + [meta for meta in annotations if isinstance(meta, msgspec.Meta)]


def _parameter_type(plain: Any, meta: msgspec.Meta) -> Any:
    if get_origin(plain) is Literal:
        return click.Choice(list(get_args(plain)))
    if plain is bool:
        return click.BOOL
    if plain is str:
        return click.STRING
    if plain in (int, float):
        lowest: Any = meta.gt if meta.ge is None else meta.ge
        highest: Any = meta.lt if meta.le is None else meta.le
        kind = click.IntRange if plain is int else click.FloatRange
        return kind(lowest, highest, min_open=meta.gt is not None, max_open=meta.lt is not None)
    raise TypeError(f"The command line cannot ask for a value of type {plain}.")
