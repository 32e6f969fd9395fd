"""Debug streams: any value under a path, with one line, computed only while somebody watches.

    self.debug.plot("distance_m", distance_m)
    self.debug.image("regions", lambda: colour_regions(labels))
    self.debug.drawing("vectors", lambda: Drawing(frame="robot", shapes=…))

The path of a stream is the module's path and the name: `ball/tracker/distance_m`.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from threading import RLock
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.core.contract.keys import join
from ludens.messages import Drawing

Watcher = Callable[[str, float, Any], None]  # path, time_s, value

logger = logging.getLogger("ludens.debug")


@dataclass(slots=True)
class Stream:
    """One path that something publishes to. `kind` is value, plot, image, drawing or message."""

    path: str
    kind: str
    watchers: tuple[Watcher, ...] = ()


@dataclass(slots=True, eq=False)
class Watch:
    """A subscription; close it to stop watching."""

    hub: "DebugHub"
    pattern: str
    watcher: Watcher

    def close(self) -> None:
        """Stop watching."""
        self.hub.unwatch(self)


@dataclass(slots=True)
class DebugHub:
    """Connects publishers and watchers of debug streams. One per run.

    A stream is known from its first publication on, watched or not, so that a person can choose from a list.
    All watchers and observers of a run are called under its `lock`, one at a time: in real time
    they hear from many threads. They should be quick.
    """

    streams: dict[str, Stream] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    _watches: list[Watch] = field(default_factory=list)

    @property
    def is_watched(self) -> bool:
        """Whether anything at all is watched."""
        return bool(self._watches)

    def stream(self, path: str, kind: str) -> Stream:
        """The stream of a path, made when new; of this kind from now on."""
        with self.lock:
            stream = self.streams.get(path)
            if stream is None:
                stream = self.streams[path] = Stream(path, kind, self._watchers(path))
            stream.kind = kind
            return stream

    def tell(self, stream: Stream, time_s: float, content: Any) -> None:
        """Hand a publication to its watchers. A watcher that fails is logged and not called again."""
        with self.lock:
            for watcher in stream.watchers:
                try:
                    watcher(stream.path, time_s, content)
                except Exception:
                    logger.exception("A watcher of '%s' failed; it is not called any more.", stream.path)
                    for watch in [watch for watch in self._watches if watch.watcher is watcher]:
                        self.unwatch(watch)

    def watch(self, pattern: str, watcher: Watcher) -> Watch:
        """Call the watcher for every publication to a path that matches (`*` and `?` match, `/` too)."""
        watch = Watch(self, pattern, watcher)
        with self.lock:
            self._watches.append(watch)
            self._refresh()
        return watch

    def unwatch(self, watch: Watch) -> None:
        """End a subscription."""
        with self.lock:
            if watch in self._watches:
                self._watches.remove(watch)
                self._refresh()

    def _refresh(self) -> None:
        for stream in self.streams.values():
            stream.watchers = self._watchers(stream.path)

    def _watchers(self, path: str) -> tuple[Watcher, ...]:
        return tuple(watch.watcher for watch in self._watches if fnmatchcase(path, watch.pattern))


class Moment(Protocol):
    """Something that knows the time of the cycle that is running."""

    @property
    def time_s(self) -> float:
        """Seconds on the run's clock."""
        ...


class Debug:
    """A module's own end of the debug hub."""

    def __init__(self, hub: DebugHub | None, prefix: str, moment: Moment | None) -> None:
        self._hub = hub
        self._prefix = prefix
        self._moment = moment
        self._streams: dict[str, Stream] = {}

    def value(self, name: str, value: Any) -> None:
        """Publish anything that can be shown as text."""
        self._publish(name, "value", value)

    def plot(self, name: str, value: float | Callable[[], float]) -> None:
        """Publish a number that changes over time."""
        self._publish(name, "plot", value)

    def image(self, name: str, image_rgb: Callable[[], NDArray[np.uint8]]) -> None:
        """Publish a picture (height × width × 3)."""
        self._publish(name, "image", image_rgb)

    def drawing(self, name: str, drawing: Callable[[], Drawing]) -> None:
        """Publish shapes to be drawn on the image or on the map."""
        self._publish(name, "drawing", drawing)

    def watched(self, name: str) -> bool:
        """Whether somebody looks at this stream now."""
        stream = self._streams.get(name)
        if stream is None and self._hub is not None:
            stream = self._hub.stream(join(self._prefix, name), "value")  # the publication will say its kind
        return stream is not None and bool(stream.watchers)

    def _publish(self, name: str, kind: str, value: Any) -> None:
        stream = self._streams.get(name)
        if stream is None:
            if self._hub is None:
                return
            stream = self._streams[name] = self._hub.stream(join(self._prefix, name), kind)
        if stream.watchers and self._hub is not None:
            content = value() if callable(value) else value
            time_s = self._moment.time_s if self._moment is not None else 0.0
            self._hub.tell(stream, time_s, content)


UNWATCHED = Debug(None, "", None)
