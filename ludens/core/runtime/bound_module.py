"""One module in its place in a cycle: where its arguments come from, what it may return, its faults."""

import traceback
from collections.abc import Callable
from operator import itemgetter
from reprlib import Repr
from typing import Any

from ludens.core.contract.declaration import Declaration, Kind
from ludens.core.contract.graph import PlannedNode
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError, in_words
from ludens.messages import Fault, Message

FAULTS_BEFORE_OFF = 10  # in a row; a module that cannot recover only costs time

_shortened = Repr()
_shortened.maxother = 160  # characters of one message
_shortened.maxtuple = 4


class ResultError(LudensError):
    """A module returned something else than its signature says."""


class BoundModule:
    """A module bound to the slots of its cycler's values."""

    def __init__(self, planned: PlannedNode, module: Module[Any], slots: list[int]) -> None:
        inputs = [wire.input for wire in planned.wires]
        self.planned = planned
        self.module = module
        self.cycle: Callable[..., Any] = module.cycle  # type: ignore[attr-defined]
        self.arguments = _gathering(slots)
        self.required = tuple(slot for slot, wanted in zip(slots, inputs, strict=True) if wanted.required)
        self.since = tuple(
            slot for slot, wanted in zip(slots, inputs, strict=True) if wanted.kind is Kind.SINCE
        )
        self.only_kind = _only_kind(planned.declaration)
        self.faults_in_a_row = 0
        self.off = False

    def fault(self, error: Exception, arguments: tuple[Any, ...], *, time_s: float) -> Fault:
        """Count a fault and tell it with all inputs; too many in a row switch the module off."""
        self.faults_in_a_row += 1
        self.off = self.faults_in_a_row >= FAULTS_BEFORE_OFF
        raised = f"The module raised {in_words(error)}"
        return Fault(
            time_s=time_s,
            where=self.planned.path,
            what=str(error) if isinstance(error, ResultError) else raised,
            consequence=(
                f"After {FAULTS_BEFORE_OFF} faults in a row it is switched off for the rest of the run."
                if self.off
                else "Its outputs are empty in this cycle; it is tried again in the next."
            ),
            inputs=tuple(
                f"{wire.input.name}={_shortened.repr(value)}"
                for wire, value in zip(self.planned.wires, arguments, strict=True)
            ),
            traceback="".join(traceback.format_exception(error)),
        )


def _only_kind(declaration: Declaration) -> type[Message] | None:
    """What a module returns that produces one message and says so."""
    return declaration.outputs[0] if declaration.outputs and not declaration.returns_tuple else None


def judged(declaration: Declaration, result: Any) -> tuple[Message | None, ...]:
    """A message or None for every declared output, or an error that says what is wrong."""
    kinds = declaration.outputs
    if not declaration.returns_tuple:
        if kinds and type(result) is kinds[0]:
            return (result,)
        if kinds and (result is None or isinstance(result, kinds[0])):
            return (result,)
        if result is None:
            return ()
        said = kinds[0].__name__ if kinds else "None"
        raise ResultError(f"The module returned {_shortened.repr(result)}; its signature says {said}.")
    if not isinstance(result, tuple) or len(result) != len(kinds):
        raise ResultError(
            f"The module returned {_shortened.repr(result)}; its signature says a tuple of {len(kinds)}."
        )
    for message, kind in zip(result, kinds, strict=True):
        if message is not None and not isinstance(message, kind):
            raise ResultError(
                f"The module returned {_shortened.repr(message)} in the place of {kind.__name__}."
            )
    return result


def _gathering(slots: list[int]) -> Callable[[list[Any]], tuple[Any, ...]]:
    """Takes the values of some slots as a tuple; `itemgetter` is fastest, but gives one from two on."""
    if len(slots) > 1:
        return itemgetter(*slots)
    return lambda values: tuple(values[slot] for slot in slots)
