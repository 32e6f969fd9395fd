"""A match of the league as a run, for experiments that play one or carry robots and ball about in it."""

from collections.abc import Sequence

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed, Observer
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.league_play import LeagueMatchOptions, league_driver
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueField
from ludens.messages import Fault
from ludens.messages.league import GameControl, MatchState
from ludens.messages.refereeing import FieldTruth


def league_run(
    setup: Setup, options: LeagueMatchOptions, *, seed: int, observers: Sequence[Observer] = ()
) -> Run:
    """Return a match that has not begun."""
    return Run(
        setup,
        league_driver(options, seed=seed),
        configuration=Configuration(setup.sections()),
        seed=seed,
        observers=observers,
    )


def field_of(run: Run) -> FlatLeagueField | LeagueField:
    """Return the field that a run is played on, for hands that reach onto it."""
    simulation = behind(run.driver, SimulationDriver)
    assert simulation is not None
    assert isinstance(simulation.world, FlatLeagueField | LeagueField)
    return simulation.world


class RefereeView:
    """What stands on the field and what the referee says, as an observer of a run."""

    def __init__(self) -> None:
        self.control: GameControl | None = None
        self.truth: FieldTruth | None = None

    @property
    def state(self) -> MatchState | None:
        """The state that robots are told."""
        return None if self.control is None else self.control.state

    def on_delivery(self, delivery: Delivery) -> None:
        """Look at the field."""
        for message in delivery.messages:
            if isinstance(message, FieldTruth):
                self.truth = message

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Hear the referee."""
        for _, message in outputs:
            if isinstance(message, GameControl):
                self.control = message

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def until(self, run: Run, state: MatchState, *, longest_s: float) -> bool:
        """Let a match go on until it is in a state; False if it does not come to it."""
        end_s = run.time_s + longest_s
        while self.state is not state and run.time_s < end_s:
            run.run_until(run.time_s + 0.1)
        return self.state is state
