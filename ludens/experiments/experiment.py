"""Description of an experiment: a trial that can be repeated with any seed, and how its rows add up.

An experiment is described once, next to its game; runner, command line, table and plots read this
description.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludens.experiments.json_values import Json, Row
from ludens.robots.noise_file import set_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Met by figures of `bound` and above."""

    bound: float
    sign = "≥"

    def met(self, figure: float) -> bool:
        return figure >= self.bound

    def as_json(self) -> dict[str, Json]:
        return {"at_least": self.bound}


@dataclass(frozen=True, slots=True)
class AtMost:
    """Met by figures of `bound` and below."""

    bound: float
    sign = "≤"

    def met(self, figure: float) -> bool:
        return figure <= self.bound

    def as_json(self) -> dict[str, Json]:
        return {"at_most": self.bound}


Goal = AtLeast | AtMost


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of an experiment that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """The description of one experiment.

    `trial` names a function `(TrialRequest) -> dict of JSON values` as `package.module:function`, because
    workers in other processes and on other machines import it. It must depend on its request alone: no
    clock, no state left by the trial before. `options` is a frozen dataclass in which every field has a
    default and is `Annotated[…, msgspec.Meta(description=…)]`; each becomes an option of the command line.

    `summarise` turns all rows (also those that hold only an `error`) into the figures of the table. Their
    names carry unit and kind (`time_median_s`, `success_rate`), and `paper` and `goal` use the same names.
    A figure `x_interval = [low, high]` is shown behind the figure `x`.

    `goal` may be a function of the options, where harder conditions have other goals; `noise_goals` are those
    that differ under some noise. `check` refuses options and noise that cannot be run with a `LudensError`,
    before the first trial.
    """

    name: str
    summary: str
    trial: str
    summarise: Callable[[Sequence[Row]], dict[str, Json]]
    options: type[Any] = NoOptions
    default_trials: int = 100
    paper: Mapping[str, Json] = field(default_factory=dict)
    goal: Mapping[str, Goal] | Callable[[Any], Mapping[str, Goal]] = field(default_factory=dict)
    noise_goals: Mapping[str, Mapping[str, Goal]] = field(default_factory=dict)
    check: Callable[[Any, str], None] | None = None  # options, noise
    plots: "Callable[[Sequence[Row]], Mapping[str, Figure]] | None" = None

    def goals(self, options: Any, noise: str = "default") -> Mapping[str, Goal]:
        """The goals under these conditions."""
        usual = self.goal(options) if callable(self.goal) else self.goal
        return {**usual, **self.noise_goals.get(set_of(noise), {})}
