"""Checks whether a module keeps the promises that replay, tests and simulation rely on.

check_module(BallDetector, [{"image": image}, {"image": other_image}])
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.declaration import Input, Kind, checked_outputs, declaration_of
from ludens.core.contract.keys import snake_case
from ludens.core.contract.module import Module
from ludens.core.contract.setup import Section
from ludens.core.contract.time_series import TimeSeries
from ludens.core.differences import first_difference
from ludens.core.errors import LudensError, did_you_mean, in_words

Example = Mapping[str, Any]  # the arguments of one cycle by name; a history as a list of messages


class ModuleCheckError(LudensError):
    """A module breaks its contract; the message says how."""


def check_module(module: type[Module[Any]], cycles: Sequence[Example], *, parameters: Any = None) -> None:
    """Raise `ModuleCheckError` at the first broken promise.

    Two instances are fed the same cycles, one of them with all its debug streams watched. They must give
    the same results (no hidden clock, chance or shared state), and leave their inputs and what they have
    already returned as it was.
    """
    _check_words(module)
    trial = _Trial(module, parameters)
    arguments = [trial.arguments(number, example) for number, example in enumerate(cycles)]
    first = trial.results(arguments, watched=False)
    second = trial.results(arguments, watched=True)
    if all(result is None for result in first):
        raise ModuleCheckError(f"No example lets {module.__name__} run: each leaves a required input empty.")
    difference = _difference(first, second)
    if difference is not None:
        raise ModuleCheckError(
            f"{module.__name__} gives different results for the same inputs: {difference}. Something comes "
            "from outside: a clock, chance, or state that instances share. CycleTime and `self.random` are "
            "handed in."
        )


class _Trial:
    """Runs instances of a module by hand, as a cycler would."""

    def __init__(self, module: type[Module[Any]], parameters: Any) -> None:
        self._module = module
        self._name = module.__name__
        self._parameters = parameters
        self._declaration = declaration_of(module)

    def arguments(self, number: int, example: Example) -> list[Any]:
        """What an example gives for every input; a history stays a tuple."""
        names = [wanted.name for wanted in self._declaration.inputs]
        for name in example:
            if name not in names:
                raise ModuleCheckError(
                    f"Example {number} gives '{name}', which {self._name}.cycle does not take; "
                    f"{did_you_mean(name, names)}"
                )
        for wanted in self._declaration.inputs:
            if wanted.required and wanted.name not in example:
                raise ModuleCheckError(f"Example {number} for {self._name} does not give '{wanted.name}'.")
        return [_argument(wanted, number, example.get(wanted.name)) for wanted in self._declaration.inputs]

    def results(self, untouched: list[list[Any]], *, watched: bool) -> list[Any]:
        """What a new instance returns in every cycle; None where it is skipped."""
        hub = DebugHub()
        if watched:
            hub.watch("*", lambda *_: None)
        instance = self._module(self._parameters, debug=Debug(hub, "", None), random=np.random.default_rng(1))
        cycles = deepcopy(untouched)
        returned, kept = [], []
        for number, arguments in enumerate(cycles):
            returned.append(self._result(instance, number, arguments))
            kept.append(deepcopy(returned[-1]))
        for what, difference in (
            ("an input", _difference(untouched, cycles)),
            ("a result", _difference(kept, returned)),
        ):
            if difference is not None:
                raise ModuleCheckError(
                    f"{self._name} changes {what} that others hold: {difference}. Copy before writing."
                )
        return kept

    def _result(self, instance: Any, number: int, arguments: list[Any]) -> Any:
        given = []
        for wanted, value in zip(self._declaration.inputs, arguments, strict=True):
            if wanted.required and value is None:
                return None
            given.append(_series(value) if wanted.kind is Kind.HISTORY else value)
        try:
            return checked_outputs(self._declaration, instance.cycle(*given))
        except Exception as error:
            raise ModuleCheckError(f"{self._name}, cycle {number}: {in_words(error)}") from error


def _check_words(module: type[Module[Any]]) -> None:
    kind = module.parameters_type()
    for documented in (module, kind):
        if not (vars(documented).get("__doc__") or "").strip():
            raise ModuleCheckError(f"{documented.__name__} has no docstring; say what it is for.")
    try:
        fields = Configuration([Section("", snake_case(module.__name__), kind)]).fields()
    except LudensError as error:
        raise ModuleCheckError(
            f"The parameters of {module.__name__} cannot be configured. {error}"
        ) from error
    for field in fields:
        if not field.description:
            raise ModuleCheckError(
                f"{kind.__name__}.{field.key} has no description; write "
                f'`{field.key}: Annotated[…, Meta(description="…")]`.'
            )


def _argument(wanted: Input, number: int, value: Any) -> Any:
    several = wanted.kind in (Kind.SINCE, Kind.HISTORY)
    if wanted.kind in (Kind.EACH, Kind.EACH_LAST):
        value = value or {}
        messages = tuple(message for message in value.values() if message is not None)
    else:
        messages = tuple(value or ()) if several else () if value is None else (value,)
    for message in messages:
        if not isinstance(message, wanted.type):
            raise ModuleCheckError(
                f"Example {number} gives a {type(message).__name__} for '{wanted.name}', which takes "
                f"{wanted.type.__name__}."
            )
    return messages if several else value


def _series(messages: tuple[Any, ...]) -> TimeSeries[Any]:
    series = TimeSeries[Any]()
    for message in messages:
        series.add(message)
    return series


def _difference(was: list[Any], now: list[Any]) -> str | None:
    found = (
        first_difference(*pair, where=f"in cycle {number}, it")
        for number, pair in enumerate(zip(was, now, strict=True))
    )
    return next((difference for difference in found if difference is not None), None)
