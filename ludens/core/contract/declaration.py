"""Reads what a module declares: its inputs with their kinds, and its outputs."""

import inspect
import types
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from reprlib import Repr
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ludens.core.contract.module import Module
from ludens.core.contract.time_series import TimeSeries
from ludens.core.errors import LudensError
from ludens.messages import Message

shortened = Repr()
"""How values are shown in sentences about faults."""
shortened.maxother = 160  # characters of one message
shortened.maxtuple = 4


class DeclarationError(LudensError):
    """A `cycle` method that cannot be understood."""


class ResultError(LudensError):
    """A module returned something else than its signature says."""


class Kind(Enum):
    """Which of a type's values an input means."""

    CURRENT = "this cycle's value"
    LAST = "last cycle's value"
    SINCE = "all values since my last step"
    HISTORY = "the value at a given time"
    EACH = "this cycle's values by prefix"
    EACH_LAST = "last cycle's values by prefix"


@dataclass(frozen=True, slots=True)
class Under:
    """Marks an input that belongs to another prefix, or an output that is produced under one."""

    prefix: str


def under(prefix: str) -> Under:
    """Points an input to another prefix, or puts an output under one.

    `Annotated[Belief, under("ball")]` is the belief about the ball, wherever the module that asks stands.
    """
    return Under(prefix)


MessageT = TypeVar("MessageT", bound=Message)
Last = Annotated[MessageT | None, Kind.LAST]
Since = Annotated[tuple[MessageT, ...], Kind.SINCE]
History = Annotated[TimeSeries[MessageT], Kind.HISTORY]
Each = Annotated[Mapping[str, MessageT | None], Kind.EACH]
"""All values of a type that are produced under prefixes, by prefix, in the setup's order.

For a module of a robot they are that robot's, for one of the game as a whole those of all robots, by `alpha`.
"""
EachLast = Annotated[Mapping[str, MessageT | None], Kind.EACH_LAST]


@dataclass(frozen=True, slots=True)
class Input:
    """One declared input. A required one that is empty means the module is skipped this cycle."""

    name: str
    type: type[Message]
    kind: Kind
    under: str
    required: bool


@dataclass(frozen=True, slots=True)
class Declaration:
    """All that a module says about itself."""

    inputs: tuple[Input, ...]
    outputs: tuple[type[Message], ...]
    returns_tuple: bool
    outputs_under: tuple[str, ...]  # the prefix of each output, below the module's own


def checked_outputs(declaration: Declaration, result: Any) -> tuple[Message | None, ...]:
    """A message or None for every declared output, or an error that says what is wrong."""
    kinds = declaration.outputs
    if not declaration.returns_tuple:
        if kinds and (result is None or isinstance(result, kinds[0])):
            return (result,)
        if result is None:
            return ()
        said = kinds[0].__name__ if kinds else "None"
        raise ResultError(f"The module returned {shortened.repr(result)}; its signature says {said}.")
    if not isinstance(result, tuple) or len(result) != len(kinds):
        raise ResultError(
            f"The module returned {shortened.repr(result)}; its signature says a tuple of {len(kinds)}."
        )
    for message, kind in zip(result, kinds, strict=True):
        if message is not None and not isinstance(message, kind):
            raise ResultError(
                f"The module returned {shortened.repr(message)} in the place of {kind.__name__}."
            )
    return result


_READ: dict[type[Module[Any]], Declaration] = {}


def declaration_of(module: type[Module[Any]]) -> Declaration:
    """What a module's `cycle` signature declares; read once."""
    declaration = _READ.get(module)
    if declaration is None:
        declaration = _READ[module] = _read(module)
    return declaration


def _read(module: type[Module[Any]]) -> Declaration:
    cycle = getattr(module, "cycle", None)
    if cycle is None:
        raise DeclarationError(
            f"Module {module.__name__} has no method `cycle`; add `def cycle(self, …) -> …`."
        )
    try:
        hints = get_type_hints(cycle, include_extras=True)
    except NameError as error:
        raise DeclarationError(
            f"{module.__name__}.cycle names a type that is not known when the module is read: {error}. "
            "Import it at the top of the file."
        ) from error
    if "return" not in hints:
        raise DeclarationError(
            f"{module.__name__}.cycle does not say what it returns; write `-> SomeMessage`, or `-> None`."
        )
    returned = hints.pop("return")
    arguments = list(inspect.signature(cycle).parameters.values())[1:]
    odd = [argument.name for argument in arguments if argument.kind is not argument.POSITIONAL_OR_KEYWORD]
    if odd:
        raise DeclarationError(f"{module.__name__}.cycle: {', '.join(odd)} must be a plain argument.")
    missing = [argument.name for argument in arguments if argument.name not in hints]
    if missing:
        raise DeclarationError(f"{module.__name__}.cycle does not give the type of {', '.join(missing)}.")
    inputs = tuple(_input(module, argument.name, hints[argument.name]) for argument in arguments)
    returns_tuple = get_origin(returned) is tuple
    parts = get_args(returned) if returns_tuple else (() if returned is type(None) else (returned,))
    opened = [_opened(part) for part in parts]
    outputs = tuple(_message_type(module, "return value", inner) for inner, _, _ in opened)
    return Declaration(inputs, outputs, returns_tuple, tuple(_prefix(notes) for _, _, notes in opened))


def _input(module: type[Module[Any]], name: str, hint: Any) -> Input:
    inner, optional, notes = _opened(hint)
    kind = next((note for note in notes if isinstance(note, Kind)), Kind.CURRENT)
    if kind in (Kind.SINCE, Kind.HISTORY):
        inner = get_args(inner)[0]
    if kind in (Kind.EACH, Kind.EACH_LAST):
        inner = _without_none(get_args(inner)[1])[0]
    required = kind is Kind.CURRENT and not optional
    return Input(name, _message_type(module, name, inner), kind, _prefix(notes), required)


def _prefix(notes: list[Any]) -> str:
    return next((note.prefix for note in notes if isinstance(note, Under)), "")


def _opened(hint: Any) -> tuple[Any, bool, list[Any]]:
    """The type inside of `Annotated[…]` and `… | None`, in whichever order they are written."""
    inner, optional = _without_none(hint)
    if get_origin(inner) is not Annotated:
        return inner, optional, []
    annotated, *notes = get_args(inner)
    inner, also_optional, more_notes = _opened(annotated)
    return inner, optional or also_optional, notes + more_notes


def _without_none(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) not in (Union, types.UnionType):
        return hint, False
    others = [part for part in get_args(hint) if part is not type(None)]
    return (others[0] if len(others) == 1 else hint), len(others) < len(get_args(hint))


def _message_type(module: type[Module[Any]], where: str, hint: Any) -> type[Message]:
    if isinstance(hint, type) and issubclass(hint, Message):
        return hint
    raise DeclarationError(
        f"{module.__name__}.cycle: {where} has the type {hint}, which is no message. "
        "Inputs and outputs are subclasses of ludens.messages.Message, "
        "or Last[…], Since[…], History[…], Each[…] of one."
    )
