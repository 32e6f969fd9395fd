"""A game that can be run, and a launch: everything that makes one run repeatable."""

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import ludens
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
    made_setup: Callable[[str], Setup | None] | None = None  # makes setups by name beside those listed
    reads_terminal: Callable[[Any], bool] | None = None  # whether, with these options, its driver does

    def setup(self, name: str | None = None) -> Setup:
        """A setup by name, or the default."""
        if name is None:
            return next(iter(self.setups.values()))
        made = None if self.made_setup is None or name in self.setups else self.made_setup(name)
        if made is not None:
            return made
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


def find_setup(game: Game, text: str | None) -> Setup:
    """A setup by its name in the game, or from a file: `FILE.py:NAME`, `FILE.py` where it has only one."""
    return game.setup(text) if text is None or ".py" not in text else setup_in_file(text)


def setup_in_file(text: str) -> Setup:
    """The setup that `FILE.py:NAME` names, or the only one of `FILE.py`."""
    file, _, name = text.partition(":")
    path = Path(file)
    beside_the_package = Path(ludens.__file__).parents[1] / path  # its examples, wherever one stands
    if not path.is_file() and beside_the_package.is_file():
        path = beside_the_package
    if not path.is_file():
        raise LudensError(f"There is no file {path} to take a setup from; write --setup FILE.py:NAME.")
    setups = _setups_in(path)
    if name:
        if name not in setups:
            raise LudensError(f"{path} has no setup called '{name}'; it has: {', '.join(setups) or 'none'}.")
        return setups[name]
    if len(setups) != 1:
        raise LudensError(
            f"{path} has {len(setups)} setups ({', '.join(setups)}); say which: --setup {path}:NAME."
        )
    return next(iter(setups.values()))


def _setups_in(path: Path) -> dict[str, Setup]:
    """The setups a file defines, by the names of its variables; imported ones do not count."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise LudensError(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise LudensError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    source = path.read_text(encoding="utf-8")
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, Setup) and f"\n{name} " in f"\n{source}"
    }
