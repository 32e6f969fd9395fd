"""Compares what a run on a recording produces with what was recorded: a regression test of a whole setup."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.differences import first_difference
from ludens.core.recording.event_writer import FAULT_KEY, Role
from ludens.core.recording.recording import RecordedMessage, Recording
from ludens.core.runtime.clock import seconds
from ludens.messages import Fault, Message

MOST_SENTENCES = 20


@dataclass(slots=True)
class TopicComparison:
    """How the messages of one topic compare: the first with the first, the second with the second."""

    name: str
    same: int = 0
    different: int = 0
    missing: int = 0  # recorded, but not produced now
    extra: int = 0  # produced now, but not recorded


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """The outcome. `differences` are the first ones, as sentences."""

    topics: tuple[TopicComparison, ...]
    differences: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether everything was produced again as it was."""
        return not any(topic.different or topic.missing or topic.extra for topic in self.topics)

    @property
    def compared(self) -> int:
        """How many messages were compared."""
        return sum(topic.same + topic.different for topic in self.topics)


@dataclass(slots=True)
class _Waiting:
    """Recorded messages by topic, read no further than needed."""

    messages: Iterator[RecordedMessage]
    by_topic: dict[str, deque[RecordedMessage]] = field(default_factory=dict)

    def next(self, topic: str) -> RecordedMessage | None:
        queue = self.by_topic.setdefault(topic, deque())
        while not queue:
            message = next(self.messages, None)
            if message is None:
                return None
            self.by_topic.setdefault(message.topic, deque()).append(message)
        return queue.popleft()


class Comparison:
    """An observer of a run whose driver replays the same recording from its start, without loop or seek.

    Exact by default; with a tolerance, no number may differ by more. Of a fault only place and words count.
    """

    def __init__(self, recording: Recording, *, tolerance: float = 0.0) -> None:
        self._tolerance = tolerance
        roles: tuple[Role, ...] = ("output", "fault")
        self._recorded_topics = {role: recording.topics_of(role) for role in roles}
        self._waiting = {role: _Waiting(recording.messages(role)) for role in roles}
        self._topics: dict[str, TopicComparison] = {}
        self._differences: list[str] = []

    def on_delivery(self, delivery: Delivery) -> None:
        """Deliveries come from the recording itself."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Compare what a cycle produced."""
        for key, message in outputs:
            if message.recorded:
                self._compare("output", f"/{key}", time_ns, message)

    def on_fault(self, fault: Fault) -> None:
        """Compare a fault."""
        self._compare("fault", f"/{FAULT_KEY}", None, fault)

    def close(self) -> None:
        """Count what was recorded and not produced. May be called twice."""
        for waiting in self._waiting.values():
            for topic in list(waiting.by_topic):
                while (recorded := waiting.next(topic)) is not None:
                    self._note_missing(recorded)
            for recorded in waiting.messages:
                self._note_missing(recorded)

    def result(self) -> ComparisonResult:
        """What was found up to now; complete once the run is closed."""
        topics = tuple(self._topics[name] for name in sorted(self._topics))
        return ComparisonResult(topics, tuple(self._differences))

    def _compare(self, role: Role, topic: str, time_ns: int | None, message: Message) -> None:
        tally = self._tally(topic)
        recorded = self._waiting[role].next(topic) if topic in self._recorded_topics[role] else None
        number = tally.same + tally.different + 1
        at = "" if time_ns is None else f" at {seconds(time_ns):.3f} s"
        if recorded is None:
            tally.extra += 1
            if tally.extra == 1:
                self._tell(f"{topic}: message {number}{at} and later ones were not recorded.")
            return
        was, now = _comparable(recorded.decode()), _comparable(message)
        difference = first_difference(was, now, tolerance=self._tolerance, where=type(message).__name__)
        if difference is None:
            tally.same += 1
        else:
            tally.different += 1
            self._tell(f"{topic}, message {number}{at}: {difference}.")

    def _note_missing(self, recorded: RecordedMessage) -> None:
        tally = self._tally(recorded.topic)
        tally.missing += 1
        if tally.missing == 1:
            number = tally.same + tally.different + 1
            at = f"{seconds(recorded.time_ns):.3f} s"
            self._tell(f"{recorded.topic}: message {number} of {at} and later ones were not produced.")

    def _tally(self, topic: str) -> TopicComparison:
        return self._topics.setdefault(topic, TopicComparison(topic))

    def _tell(self, sentence: str) -> None:
        if len(self._differences) < MOST_SENTENCES:
            self._differences.append(sentence)


def _comparable(message: Message) -> Message:
    """A fault without its traceback, whose line numbers change with every edit of the code."""
    return structs.replace(message, inputs=(), traceback="") if isinstance(message, Fault) else message
