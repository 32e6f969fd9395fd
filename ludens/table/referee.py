"""Whole games at a table as experiments: a referee who knows the truth watches, and nobody hears it."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.json_values import Row
from ludens.experiments.statistics import numbers
from ludens.messages import Fault
from ludens.messages.announcement import Announcement, Tone
from ludens.table.game_log import OVER

RefereeT = TypeVar("RefereeT", bound="TableReferee")


class TableReferee(ABC):
    """Follows a run as an observer, counts what went wrong, and remarks on it.

    `spoken_of` names the counts of what the robot says, by its tone.
    """

    spoken_of: ClassVar[Mapping[Tone, str]]

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.remarks: list[str] = []
        self.state = ""

    @abstractmethod
    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Look at what the robot makes of the game."""

    @property
    @abstractmethod
    def turns(self) -> int:
        """How many turns have been played."""

    def on_delivery(self, delivery: Delivery) -> None:  # noqa: B027
        """Nothing is to be seen in what sensors say."""

    def on_fault(self, fault: Fault) -> None:
        """A part of the program has failed."""
        self.counts["faults"] += 1
        self.remarks.append(str(fault))

    def close(self) -> None:  # noqa: B027
        """Nothing is held."""

    def remark(self, time_s: float, text: str, *, counted: str = "") -> None:
        """Write something down, and count it."""
        if counted:
            self.counts[counted] += 1
        self.remarks.append(f"{time_s:.0f} s: {text}")

    def hear(self, announcement: Announcement, time_s: float) -> None:
        """Write down what the robot says in a tone that is counted."""
        if announcement.tone in self.spoken_of:
            self.remark(time_s, announcement.text, counted=self.spoken_of[announcement.tone])


@contextmanager
def refereed(launch: Launch, make_referee: Callable[[Any], RefereeT]) -> Iterator[tuple[Run, RefereeT]]:
    """A started run with a referee, which is made for its simulated world."""
    with launch.start() as run:
        simulation = behind(run.driver, SimulationDriver)
        assert simulation is not None
        referee = make_referee(simulation.world)
        run.observers.append(referee)
        yield run, referee


def play_to_end(run: Run, referee: TableReferee, *, stuck_s: float, most_turns: int | None = None) -> bool:
    """Play until the game is over; return whether it stopped for good before.

    That is the case after so much simulated time without a turn. A game that grows too long is broken off.
    """
    turns, since_s = 0, 0.0
    while run.step() is not None:
        if referee.turns > turns:
            turns, since_s = referee.turns, run.time_s
        if run.time_s - since_s > stuck_s and referee.state != OVER:
            return True
        if most_turns is not None and turns >= most_turns:
            return False
    return False


def totals(rows: Sequence[Row], *columns: str) -> dict[str, int]:
    """The sums of these columns over all games."""
    return {column: int(sum(numbers(rows, column))) for column in columns}
