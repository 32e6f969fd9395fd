"""A journal of sentences with their time: actions of the person, words of the robots, faults."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.messages import Fault
from ludens.messages.announcement import Announcement
from ludens.messages.highlight import Highlight
from ludens.messages.speech import Reply

REMEMBERED_ENTRIES = 500

EntryKind = Literal["note", "said", "highlight", "fault", "failure"]


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One sentence. A `fault` is a module's or a robot's, a `failure` the session's, `said` a robot's words.

    `detail` says more.
    """

    number: int  # counts from 1 over the whole session
    time_s: float  # on the run's clock
    kind: EntryKind
    where: str
    sentence: str
    detail: str = ""


class Journal:
    """An observer that writes down faults and what is said, and takes notes from the session."""

    def __init__(self) -> None:
        self._entries: deque[JournalEntry] = deque(maxlen=REMEMBERED_ENTRIES)
        self._lock = Lock()  # the session writes too, and a live run has several threads
        self.total = 0
        self.faults = 0

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """Everything remembered, the oldest first."""
        return tuple(self._entries)

    def since(self, number: int) -> tuple[JournalEntry, ...]:
        """The entries after one."""
        return tuple(entry for entry in self.entries if entry.number > number)

    def write(
        self, sentence: str, *, time_s: float, kind: EntryKind = "note", where: str = "", detail: str = ""
    ) -> None:
        """Add a sentence."""
        with self._lock:
            self.total += 1
            self._entries.append(JournalEntry(self.total, time_s, kind, where, sentence, detail))

    def on_fault(self, fault: Fault) -> None:
        """Write down what went wrong and what is done about it."""
        self.faults += 1
        detail = "\n".join((*fault.inputs, fault.traceback)).strip()
        self.write(
            f"{fault.what} {fault.consequence}",
            time_s=fault.time_s,
            kind="fault",
            where=fault.where,
            detail=detail,
        )

    def on_delivery(self, delivery: Delivery) -> None:
        """Deliveries are not worth a sentence."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Write down what robots say; other outputs are not worth a sentence."""
        for key, message in outputs:
            if isinstance(message, Announcement | Reply):
                self.hear(key, message)

    def hear(self, key: str, message: Announcement | Reply) -> None:
        """Write down what a robot says."""
        speaker = key.rpartition("/")[0]  # the robot, where there are several
        self.write(message.text, time_s=message.time_s, kind="said", where=speaker)

    def mark(self, time_s: float, highlight: Highlight) -> None:
        """Write down a highlight of the game."""
        self.write(highlight.words, time_s=time_s, kind="highlight")

    def close(self) -> None:
        """The journal outlives the run."""
