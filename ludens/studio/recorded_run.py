"""A recorded run as it was: what was delivered, produced and shown is shown again; nothing is computed.

So any moment can be jumped to at once. To see what other modules or parameters make of the same deliveries,
the modules are run again instead (`ReplayDriver`).
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from operator import itemgetter

from ludens.core.errors import LudensError
from ludens.core.recording import RecordedItem, Recording
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.core.runtime.cycler import Cycler
from ludens.messages import Drawing, Fault, SceneDescription, ScenePoses
from ludens.messages.announcement import Announcement
from ludens.messages.highlight import HIGHLIGHTS, Highlight
from ludens.messages.speech import Reply
from ludens.studio.run_observers import Heartbeat, RunObservers

SCENE = frozenset({SceneDescription.__qualname__, ScenePoses.__qualname__})
SAID = frozenset({Announcement.__qualname__, Reply.__qualname__})
PLOTTED_S = 30.0  # before a moment that is jumped to, for lines in plots
KINDS = {Drawing.__qualname__: "drawing", "": "plot"}
"""Of a stream, by the class of its values; any other is a value."""


class RecordedRun:
    """Goes through a recording from delivery to delivery, or jumps in it."""

    cyclers: tuple[Cycler, ...] = ()

    def __init__(self, recording: Recording, observers: RunObservers) -> None:
        self._recording = recording
        self._observers = observers
        self.heartbeat = Heartbeat(recording.robots)
        self.time_ns = recording.start_ns
        self.stop_reason: str | None = None
        self._items: Iterator[RecordedItem] = recording.items(after_ns=recording.start_ns - 1)
        self._next: RecordedItem | None = None
        for content, key in recording.channels():
            kind = KINDS.get(content.name, "value") if content.role == "stream" else "message"
            observers.taps.hub.stream(key, kind)

    @property
    def time_s(self) -> float:
        """Seconds on the clock of the recorded run."""
        return seconds(self.time_ns)

    @property
    def is_over(self) -> bool:
        """Whether it was stopped."""
        return self.stop_reason is not None

    def step(self) -> str | None:
        """Show what happened next and all that followed from it; return the source it came from.

        None means that the recording is over.
        """
        if self.is_over:
            return None
        item = self._next if self._next is not None else next(self._items, None)
        if item is None:
            self.stop("The recording is over.")
            return None
        source = item.content.source
        while item is not None:
            self.time_ns = max(self.time_ns, item.time_ns)
            self._show(item)
            item = next(self._items, None)
            if item is not None and item.content.role == "delivery":
                break
        self._next = item
        return source

    def seek(self, time_ns: int) -> None:
        """Show everything as it was known at a moment."""
        taps = self._observers.taps
        taps.forget()
        self._observers.scene.clear_looks()
        self.time_ns = min(max(time_ns, self._recording.start_ns), self._recording.end_ns)
        self._draw_lines()
        for item in self._recording.items_at(self.time_ns):
            self._show(item, is_news=False)
        self._items, self._next = self._recording.items(after_ns=self.time_ns), None

    def stop(self, reason: str) -> None:
        """Show nothing more. May be called twice."""
        if not self.is_over:
            self.stop_reason = reason

    def _draw_lines(self) -> None:
        """Give plots what lies before."""
        taps = self._observers.taps
        lines = taps.lines()
        of_key = {
            key: [line for line in lines if fnmatchcase(key, line.pattern)] for key in list(taps.hub.streams)
        }
        keys = {key for key, drawn in of_key.items() if drawn}
        from_ns = self.time_ns - nanoseconds(PLOTTED_S)
        for item in self._recording.items_of(keys, from_ns=from_ns, to_ns=self.time_ns) if keys else ():
            value = item.decode()
            for line in of_key[item.key]:
                line.note(item.key, seconds(item.time_ns), value)

    def _show(self, item: RecordedItem, *, is_news: bool = True) -> None:
        content, observers = item.content, self._observers
        if content.role == "fault":
            fault = item.decode()
            if is_news and isinstance(fault, Fault):
                observers.journal.on_fault(fault)
            return
        if content.role == "delivery":
            self.heartbeat.hear(content.robot, content.source, seconds(item.time_ns))
            if not content.name:
                return
        time_s = seconds(item.time_ns)
        if content.name in SCENE:
            observers.scene.see(item.decode())
        elif is_news and content.name in SAID:
            observers.journal.hear(item.key, item.decode())
        elif is_news and item.key == HIGHLIGHTS and content.role == "stream":
            observers.journal.mark(time_s, item.decode())
        observers.taps.memory.keep(item.key, time_s, item.decode)
        hub = observers.taps.hub
        stream = hub.stream(item.key, hub.streams[item.key].kind if item.key in hub.streams else "message")
        if stream.watchers:
            value = item.decode()
            if value is not None:
                hub.tell(stream, time_s, value)


def highlights_of(recording: Recording) -> list[tuple[float, Highlight]]:
    """The moments of a recorded run that people want to find again, faults among them."""
    highlights = [
        (time_s, highlight)
        for time_s, highlight in recording.shown(HIGHLIGHTS)
        if isinstance(highlight, Highlight)
    ]
    try:
        faults = [
            (fault.time_s, Highlight(kind="fault", words=f"{fault.where}: {fault.what}"))
            for fault in recording.faults()
        ]
    except LudensError:  # of a class that is gone: the marks are no reason not to open it
        faults = []
    return sorted([*highlights, *faults], key=itemgetter(0))
