"""Keeps the newest values of watched debug streams for panels that look ten times a second.

A tap is one panel's subscription: while it is open the streams it names are computed, afterwards they cost
nothing.
"""

import math
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from operator import itemgetter
from threading import Lock
from typing import Any

import numpy as np

from ludens.core.contract.debug import DebugHub, Watch
from ludens.core.contract.driver import Delivery
from ludens.core.contract.keys import delivered_key
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.clock import seconds
from ludens.messages import Fault, Message, field_names
from ludens.studio.page import Figure, PlotLine

_key = itemgetter(0)

Undecoded = Callable[[], Any]

Belongs = Callable[[str], bool]  # whether a path is among those that are asked for


@dataclass(frozen=True, slots=True)
class Sample:
    """A value and when it was published, in seconds on the run's clock."""

    time_s: float
    value: Any


@dataclass(slots=True, eq=False)
class Tap:
    """The newest sample of every path that matches a pattern, or the newest few. Read from any thread."""

    taps: "StreamTaps"
    pattern: str
    latest: dict[str, Sample] = field(default_factory=dict)
    kept: int = 1
    _recent: dict[str, deque[Sample]] = field(default_factory=dict)

    def newest(self, belongs: Belongs | None = None) -> Sample | None:
        """The youngest sample of all paths, or of those that belong."""
        samples = [sample for path, sample in list(self.latest.items()) if belongs is None or belongs(path)]
        return max(samples, key=lambda sample: sample.time_s, default=None)

    def recent(self, path: str) -> list[Sample]:
        """The newest few samples of a path, the oldest first."""
        few = self._recent.get(path)
        if few is not None:
            return list(few)
        return [self.latest[path]] if path in self.latest else []

    def note(self, path: str, time_s: float, value: Any) -> None:
        """Note a publication."""
        sample = Sample(time_s, value)
        if self.kept > 1:
            before = [self.latest[path]] if path in self.latest else []
            self._recent.setdefault(path, deque(before, maxlen=self.kept)).append(sample)
        self.latest[path] = sample

    def clear(self) -> None:
        """Forget what another run said."""
        self.latest = {}
        self._recent = {}

    def close(self) -> None:
        """Stop watching."""
        self.taps.close(self)


Curve = deque[tuple[float, float]]  # moments in seconds, and a number at each


def new_curve() -> Curve:
    """A curve without a point; of a long one the end is kept."""
    return deque(maxlen=6000)


def add_point(curve: Curve, time_s: float, value: Any, number_name: str) -> None:
    """Add a number of a value; a message's number belongs to the moment at which it was true."""
    number = number_in(value, number_name)
    if number is not None:
        curve.append((value.time_s if isinstance(value, Message) else time_s, number))


@dataclass(slots=True, eq=False)
class SeriesTap:
    """One number of a stream over time: the stream itself, or a field such as `odometry_from_robot.x_m`."""

    taps: "StreamTaps"
    pattern: str
    number: str = ""  # which number of the value, as `numbers_in` names it
    points: Curve = field(default_factory=new_curve)

    def note(self, path: str, time_s: float, value: Any) -> None:
        """Note a publication."""
        add_point(self.points, time_s, value, self.number)

    def clear(self) -> None:
        """Forget what another run said."""
        self.points.clear()

    def close(self) -> None:
        """Stop watching."""
        self.taps.close(self)


@dataclass(slots=True, eq=False)
class CurveMemory:
    """The curves of one line of a game's own plots, by path, collected whether a page is open or not."""

    pattern: str
    number: str
    curves: dict[str, Curve] = field(default_factory=dict)

    def note(self, path: str, time_s: float, value: Any) -> None:
        """Note a publication."""
        add_point(self.curves.setdefault(path, new_curve()), time_s, value, self.number)

    def clear(self) -> None:
        """Forget what another run said."""
        self.curves.clear()


AnyTap = Tap | SeriesTap


def _last_s(curve: Sequence[tuple[float, float]]) -> tuple[float, int]:
    """How far a curve reaches; of two that reach as far, the longer one is more."""
    return curve[-1][0], len(curve)


class MessageMemory:
    """An observer that keeps the last message of every key: what begins to be watched in a pause is shown."""

    def __init__(self) -> None:
        self._latest: dict[str, Message | Undecoded] = {}
        self._times_s: dict[str, float] = {}

    def on_delivery(self, delivery: Delivery) -> None:
        """Keep what arrived."""
        for message in delivery.messages:
            key = delivered_key(delivery.robot, delivery.source, type(message))
            self._latest[key], self._times_s[key] = message, seconds(delivery.time_ns)

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Keep what was produced."""
        self._latest.update(outputs)
        self._times_s.update(dict.fromkeys(map(_key, outputs), seconds(time_ns)))

    def keep(self, key: str, time_s: float, decode: Undecoded) -> None:
        """Keep something of a recording, to be decoded when somebody asks for it."""
        self._latest[key], self._times_s[key] = decode, time_s

    def on_fault(self, fault: Fault) -> None:
        """Faults are the journal's business."""

    def close(self) -> None:
        """The last messages stay on the page."""

    def clear(self) -> None:
        """Forget what another run said."""
        self._latest.clear()
        self._times_s.clear()

    def matching(self, pattern: str) -> dict[str, Sample]:
        """The last message of every key that matches."""
        return {
            key: Sample(self._times_s.get(key, 0.0), kept if isinstance(kept, Message) else kept())
            for key, kept in list(self._latest.items())
            if fnmatchcase(key, pattern)
        }


class StreamTaps:
    """All open taps of a session. They outlive a run, so that a panel keeps watching across a reset."""

    def __init__(self, plots: Sequence[PlotLine] = ()) -> None:
        """`plots` are collected from the start: a page that is opened in a pause has its curves."""
        self.hub = DebugHub()
        self.memory = MessageMemory()
        self._memories = [CurveMemory(line.stream, line.number) for line in plots]
        for memory in self._memories:
            self.hub.watch(memory.pattern, memory.note)
        self._watches: dict[AnyTap, Watch | None] = {}
        self._muted = False
        self._last: dict[str, Sample] = {}  # of taps that were closed: a page that comes back begins with it
        self._curves: dict[tuple[str, str], Curve] = {}  # of closed taps, likewise
        self._lock = Lock()  # pages open and close taps while the run's thread mutes them

    def tap(self, pattern: str, *, kept: int = 1) -> Tap:
        """Watch every path that matches; it begins with what is known of this run, also to other pages."""
        with self._lock:
            known = [self._last, *(tap.latest for tap in self._watches if isinstance(tap, Tap))]
        last = self.memory.matching(pattern)
        for samples in known:
            for path, sample in list(samples.items()):
                newer = path not in last or sample.time_s > last[path].time_s
                if newer and fnmatchcase(path, pattern):
                    last[path] = sample
        tap = Tap(self, pattern, last, kept)
        self._open(tap)
        return tap

    def series(self, path: str, number: str = "") -> SeriesTap:
        """Collect one number of one stream; it begins with what was collected before in this run."""
        tap = SeriesTap(self, path, number)
        with self._lock:
            curves = [
                other.points
                for other in self._watches
                if isinstance(other, SeriesTap) and (other.pattern, other.number) == (path, number)
            ]
            curves += [
                memory.curves[path]
                for memory in self._memories
                if path in memory.curves and memory.number == number
            ]
            kept = self._curves.get((path, number))
        known: list[list[tuple[float, float]]] = [list(curve) for curve in (kept, *curves) if curve]
        if known:
            farthest = max(known, key=_last_s)
            tap.points.extend(farthest)
        self._open(tap)
        return tap

    def close(self, tap: AnyTap) -> None:
        """Stop watching; closing twice is no harm."""
        with self._lock:
            watch = self._watches.pop(tap, None)
            if watch is not None:
                watch.close()
            if isinstance(tap, Tap):
                self._last |= tap.latest
            elif tap.points:
                self._curves[tap.pattern, tap.number] = tap.points

    @property
    def watched(self) -> int:
        """How many taps are open."""
        return len(self._watches)

    def clear(self) -> None:
        """Forget all values: a new run begins."""
        with self._lock, self.hub.lock:
            self.hub.streams.clear()
            self._last.clear()
            self._curves.clear()
            self.memory.clear()
            for tap in (*self._watches, *self._memories):
                tap.clear()

    def forget(self) -> None:
        """Forget all values, but not which streams there are: another moment of the same run is shown."""
        with self._lock, self.hub.lock:
            self._last.clear()
            self._curves.clear()
            self.memory.clear()
            for tap in (*self._watches, *self._memories):
                tap.clear()

    def lines(self) -> list[SeriesTap | CurveMemory]:
        """All that collects numbers over time."""
        with self._lock:
            return [*self._memories, *(tap for tap in self._watches if isinstance(tap, SeriesTap))]

    def mute(self, muted: bool) -> None:
        """Let nothing be computed for a while, as when a replay rushes to a later moment."""
        with self._lock:
            if muted == self._muted:
                return
            self._muted = muted
            for tap, watch in self._watches.items():
                if watch is not None:
                    watch.close()
                self._watches[tap] = None if muted else self._watch(tap)

    def _open(self, tap: AnyTap) -> None:
        with self._lock:
            self._watches[tap] = None if self._muted else self._watch(tap)

    def _watch(self, tap: AnyTap) -> Watch:
        noting: Callable[[str, float, Any], None] = tap.note
        return self.hub.watch(tap.pattern, noting)


LONGEST_LIST = 32  # numbers of one list or array that are offered; nobody plots the pixels of an image
DEEPEST = 4

_STEP = re.compile(r"\.?([A-Za-z_]\w*)|\[(\d+)\]")


def numbers_in(value: Any) -> list[str]:
    """Names of all numbers in a value, in order of declaration."""
    return list(_names(value, "", DEEPEST))


def number_in(value: Any, name: str) -> float | None:
    """The number of that name; None where the value has none now."""
    for attribute, index in _STEP.findall(name):
        try:
            value = getattr(value, attribute) if attribute else value[int(index)]
        except (AttributeError, IndexError, TypeError):
            return None
    return float(value) if _is_number(value) and math.isfinite(value) else None


def _names(value: Any, prefix: str, depth: int) -> Iterator[str]:
    if _is_number(value):
        yield prefix
    elif depth == 0:
        return
    elif (names := field_names(type(value))) is not None:
        for field_name in names:
            if prefix or field_name != "time_s":
                name = f"{prefix}.{field_name}" if prefix else field_name
                yield from _names(getattr(value, field_name), name, depth - 1)
    elif isinstance(value, (tuple, list, np.ndarray)) and len(value) <= LONGEST_LIST:
        for index, part in enumerate(value):
            yield from _names(part, f"{prefix}[{index}]", depth - 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, np.number, np.bool_))


class FigureReader:
    """Watches the streams of some figures until it is closed."""

    def __init__(self, taps: StreamTaps, figures: Sequence[Figure]) -> None:
        self._taps = [(figure, taps.tap(figure.stream)) for figure in figures]

    def texts(self, belongs: Belongs | None = None) -> list[str]:
        """Each figure with label, number and unit, from paths that belong; a dash where nothing is known."""
        texts = []
        for figure, tap in self._taps:
            sample = tap.newest(belongs)
            number = number_in(sample.value, figure.number) if sample is not None else None
            written = _written(figure.factor * number, figure.digits) if number is not None else "–"
            texts.append(" ".join(part for part in (figure.label, written, figure.unit) if part))
        return texts

    def close(self) -> None:
        """Stop watching."""
        for _, tap in self._taps:
            tap.close()


def _written(number: float, digits: int) -> str:
    return f"{round(number, digits) + 0.0:.{digits}f}"  # the sum turns minus zero into zero
