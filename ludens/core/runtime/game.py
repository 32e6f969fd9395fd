"""What a game offers to be run, and a launch: everything that makes one run repeatable."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludens.core.contract.debug import DebugHub
from ludens.core.contract.driver import Driver
from ludens.core.contract.observer import Observer
from ludens.core.contract.setup import Setup
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.run import OnFault, ParameterSource, Run


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its setups, the options of its simulated world, and how to make a driver for them."""

    name: str
    title: str
    summary: str
    setups: Mapping[str, Setup]  # by name; the first is the default
    options: (
        Any  # how its simulated world is by default: a frozen dataclass, whose fields the command line offers
    )
    make_driver: Callable[[Setup, Any, int], Driver]  # setup, options, seed
    unattended: str = ""  # the setup that plays where nobody can take part; "" is the default one
    conclude: Callable[[Run], str | None] | None = None  # a sentence about a run that is over, for people
    setup_for: Callable[[Any], str] | None = None  # the setup that options mean, where none is named

    def setup(self, name: str | None = None) -> Setup:
        """A setup by name, or the default."""
        if name is None:
            return next(iter(self.setups.values()))
        if name not in self.setups:
            raise LudensError(f"Game '{self.name}' has no setup '{name}'; {did_you_mean(name, self.setups)}")
        return self.setups[name]


@dataclass(frozen=True, slots=True)
class Launch:
    """All that decides how a run goes. The same launch gives the same bytes."""

    game: Game
    setup: Setup
    options: Any
    seed: int
    configuration: ParameterSource

    def with_seed(self, seed: int) -> "Launch":
        """The same with another seed."""
        return replace(self, seed=seed)

    def start(
        self,
        *,
        driver: Driver | None = None,
        hub: DebugHub | None = None,
        observers: Sequence[Observer] = (),
        on_fault: OnFault = "continue",
    ) -> Run:
        """Begin the run: on the game's own simulated world, or on another driver (replay, hardware)."""
        return Run(
            self.setup,
            driver if driver is not None else self.game.make_driver(self.setup, self.options, self.seed),
            configuration=self.configuration,
            seed=self.seed,
            hub=hub,
            observers=observers,
            on_fault=on_fault,
        )
