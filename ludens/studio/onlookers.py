"""Those who look on while takes come and go: watched streams, the journal, the picture of the world."""

from dataclasses import dataclass, field

from ludens.studio.journal import Journal
from ludens.studio.spectator import Spectator
from ludens.studio.taps import Board


@dataclass(slots=True)
class Onlookers:
    """One of each for a whole session, so that a page keeps looking across a reset."""

    board: Board = field(default_factory=Board)
    journal: Journal = field(default_factory=Journal)
    spectator: Spectator = field(default_factory=Spectator)

    def clear(self) -> None:
        """Another take begins: what was seen of the last one is over; what was written stays."""
        self.board.clear()
        self.spectator.clear()
        self.journal.faults = 0
