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
from threading import Lock
from typing import Any

import numpy as np

from ludens.core.contract.debug import DebugHub, Watch
from ludens.messages import field_names
from ludens.studio.page import Figure

Belongs = Callable[[str], bool]  # whether a path is among those that are asked for


@dataclass(frozen=True, slots=True)
class Sample:
    """A value and the moment it is about, in seconds on the run's clock."""

    time_s: float
    value: Any


@dataclass(slots=True, eq=False)
class Tap:
    """The newest sample of every path that matches a pattern. Read from any thread."""

    taps: "StreamTaps"
    pattern: str
    latest: dict[str, Sample] = field(default_factory=dict)

    def newest(self, belongs: Belongs | None = None) -> Sample | None:
        """The youngest sample of all paths, or of those that belong."""
        samples = [sample for path, sample in list(self.latest.items()) if belongs is None or belongs(path)]
        return max(samples, key=lambda sample: sample.time_s, default=None)

    def note(self, path: str, time_s: float, value: Any) -> None:
        """Note a publication."""
        self.latest[path] = Sample(time_s, value)

    def clear(self) -> None:
        """Forget what another run said."""
        self.latest = {}

    def close(self) -> None:
        """Stop watching."""
        self.taps.close(self)


@dataclass(slots=True, eq=False)
class SeriesTap:
    """One number of a stream over time: the stream itself, or a field such as `odometry_from_robot.x_m`."""

    taps: "StreamTaps"
    pattern: str
    number: str = ""  # which number of the value, as `numbers_in` names it
    points: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=6000))

    def note(self, path: str, time_s: float, value: Any) -> None:
        """Note a publication."""
        number = number_in(value, self.number)
        if number is not None:
            self.points.append((time_s, number))

    def clear(self) -> None:
        """Forget what another run said."""
        self.points.clear()

    def close(self) -> None:
        """Stop watching."""
        self.taps.close(self)


AnyTap = Tap | SeriesTap


class StreamTaps:
    """All open taps of a session. They outlive a run, so that a panel keeps watching across a reset."""

    def __init__(self) -> None:
        self.hub = DebugHub()
        self._watches: dict[AnyTap, Watch | None] = {}
        self._muted = False
        self._last: dict[str, Sample] = {}  # of taps that were closed: a page that comes back begins with it
        self._lock = Lock()  # pages open and close taps while the run's thread mutes them

    def tap(self, pattern: str) -> Tap:
        """Watch every path that matches."""
        last = {path: sample for path, sample in list(self._last.items()) if fnmatchcase(path, pattern)}
        tap = Tap(self, pattern, last)
        self._open(tap)
        return tap

    def series(self, path: str, number: str = "") -> SeriesTap:
        """Collect one number of one stream."""
        tap = SeriesTap(self, path, number)
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

    @property
    def watched(self) -> int:
        """How many taps are open."""
        return len(self._watches)

    def clear(self) -> None:
        """Forget all values: a new run begins."""
        with self._lock, self.hub.lock:
            self.hub.streams.clear()
            self._last.clear()
            for tap in self._watches:
                tap.clear()

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
            written = _written(number, figure.digits) if number is not None else "–"
            texts.append(" ".join(part for part in (figure.label, written, figure.unit) if part))
        return texts

    def close(self) -> None:
        """Stop watching."""
        for _, tap in self._taps:
            tap.close()


def _written(number: float, digits: int) -> str:
    return f"{round(number, digits) + 0.0:.{digits}f}"  # the sum turns minus zero into zero
