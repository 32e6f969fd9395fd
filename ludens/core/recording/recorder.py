"""An observer that writes everything that happens in a run to one MCAP file."""

import contextlib
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from mcap.records import Channel, Schema
from msgspec import Struct

from ludens.core.contract.debug import DebugHub, Watch
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.errors import RecordingError
from ludens.core.recording.chunks import ChunkWriter
from ludens.core.recording.contents import Contents, read_chunk, read_contents, records_in
from ludens.core.recording.event_writer import PROFILE, EventWriter
from ludens.core.recording.metadata import RecordingMetadata
from ludens.core.recording.recording import Recording
from ludens.core.runtime.clock import nanoseconds
from ludens.messages import Drawing, Fault, Message
from ludens.messages.highlight import Highlight

SHOWN_PERIOD_S = (
    0.0999  # no stream is recorded more often; a little less than a tenth, which is a usual period
)


def create_file(path: Path) -> BinaryIO:
    """A new file, open for writing; an existing one is never overwritten."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("xb")
    except FileExistsError:
        raise RecordingError(
            f"{path} exists already and is not overwritten; choose another name or delete it first."
        ) from None
    except OSError as error:
        raise RecordingError(f"{path} cannot be written: {error.strerror}.") from None


class Recorder:
    """Records until it is closed, or until the first error, after which what was written stays readable.

    An existing file is never overwritten; missing folders are made.
    """

    def __init__(self, path: Path, metadata: RecordingMetadata) -> None:
        self.path = path
        self._lock = Lock()
        self._watches: list[Watch] = []
        self._shown: dict[str, tuple[float, Any]] = {}  # what was last recorded of a stream, and when
        self._stream: BinaryIO | None = create_file(path)
        try:
            self._events = EventWriter(self._stream, metadata)
        except OSError as error:
            raise self._stopped(error) from None

    def on_delivery(self, delivery: Delivery) -> None:
        """Record what a driver handed over."""
        self._record(lambda: self._events.delivery(delivery))

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Record what a cycle produced."""
        if outputs:
            self._record(lambda: self._events.outputs(time_ns, cycler, outputs))

    def on_fault(self, fault: Fault) -> None:
        """Record what went wrong."""
        self._record(lambda: self._events.fault(fault))

    def watch(self, hub: DebugHub, patterns: Iterable[str]) -> None:
        """Record what modules show on some streams too, so that a run can be watched as it was shown.

        What changes quickly is recorded ten times a second; what is drawn on a camera image and moments of
        the game are recorded each time.
        """
        self._watches += [hub.watch(pattern, self._on_stream) for pattern in patterns]

    def close(self) -> None:
        """Complete the file. May be called twice; what comes later is not recorded."""
        for watch in self._watches:
            watch.close()
        self._watches.clear()
        self._record(self._finish)

    def _on_stream(self, path: str, time_s: float, value: Any) -> None:
        is_shown = isinstance(value, Struct) and not isinstance(value, Message)
        if not is_shown and not isinstance(value, (bool, int, float)):
            return  # messages are recorded already; images and texts would be large or are for debugging
        last_s, last = self._shown.get(path, (-math.inf, None))
        if time_s == last_s and value is last:
            return  # the same publication, which another pattern matches too
        is_momentary = isinstance(value, Highlight) or (isinstance(value, Drawing) and value.frame == "image")
        is_same = value == last and not isinstance(value, Drawing)  # a drawing is renewed, or it fades
        if not is_momentary and (is_same or time_s - last_s < SHOWN_PERIOD_S):
            return
        self._shown[path] = (time_s, value)
        self._record(lambda: self._events.stream(nanoseconds(time_s), path, value))

    def _finish(self) -> None:
        self._events.finish()
        self._close()

    def _record(self, write: Callable[[], None]) -> None:
        with self._lock:
            if self._stream is None:
                return
            try:
                write()
            except OSError as error:
                raise self._stopped(error) from None
            except RecordingError:
                with contextlib.suppress(OSError):  # the first error is the one to tell
                    self._finish()
                self._close()
                raise

    def _stopped(self, error: OSError) -> RecordingError:
        self._close()
        return RecordingError(
            f"Recording to {self.path} stopped: {error.strerror or error}. "
            "What was written until then can be replayed."
        )

    def _close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(OSError):  # everything was flushed, or failed and was told
                stream.close()


def recover(path: Path, *, into: Path | None = None) -> Path:
    """Write everything up to the cut to a new file, `NAME.recovered.mcap` by default, and return its path.

    The new file is what the recorder would have written, had the run ended there.
    """
    with Recording.open(path) as recording:
        if recording.warning is None:
            raise RecordingError(f"{path} is complete; there is nothing to recover.")
    target = into if into is not None else path.with_name(f"{path.stem}.recovered{path.suffix}")
    with path.open("rb") as damaged, create_file(target) as complete:
        try:
            _copy(damaged, read_contents(damaged), complete)
        except OSError as error:
            raise RecordingError(f"{target} cannot be written: {error.strerror}.") from None
    return target


def _copy(damaged: BinaryIO, contents: Contents, complete: BinaryIO) -> None:
    writer = ChunkWriter(complete, profile=PROFILE, library=contents.library)
    for name, texts in contents.metadata.items():
        writer.add_metadata(name, texts)
    for place in contents.chunks:
        messages = []
        for record in records_in(read_chunk(damaged, place)):
            if isinstance(record, Schema):
                writer.add_schema(record.name, record.data)
            elif isinstance(record, Channel):
                writer.add_channel(record.topic, record.schema_id, record.metadata)
            else:
                messages.append(record)
        writer.add_chunk(messages)
    writer.finish()
