"""An observer that writes everything that happens in a run to one MCAP file."""

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.recording.errors import RecordingError
from ludens.core.recording.event_writer import EventWriter
from ludens.core.recording.metadata import RecordingMetadata
from ludens.core.recording.new_file import create_file
from ludens.messages import Fault


class Recorder:
    """Records until it is closed, or until the first error, after which what was written stays readable.

    An existing file is never overwritten; missing folders are made.
    """

    def __init__(self, path: Path, metadata: RecordingMetadata) -> None:
        self.path = path
        self._lock = Lock()
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

    def close(self) -> None:
        """Complete the file. May be called twice; what comes later is not recorded."""
        self._record(self._finish)

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
