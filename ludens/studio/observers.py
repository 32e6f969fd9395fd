"""Those who look on while takes come and go: watched streams, the journal, the picture of the world."""

from dataclasses import dataclass, field

from ludens.studio.journal import Journal
from ludens.studio.spectator import SceneObserver
from ludens.studio.taps import StreamTaps


@dataclass(slots=True)
class RunObservers:
    """One of each for a whole session, so that a page keeps looking across a reset."""

    taps: StreamTaps = field(default_factory=StreamTaps)
    journal: Journal = field(default_factory=Journal)
    spectator: SceneObserver = field(default_factory=SceneObserver)

    def clear(self) -> None:
        """Another take begins: what was seen of the last one is over; what was written stays."""
        self.taps.clear()
        self.spectator.clear()
        self.journal.faults = 0
