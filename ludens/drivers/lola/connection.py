"""One connected stream socket: whole maps in, whole maps out, never waiting, never drowned."""

import os
import socket
from contextlib import suppress
from pathlib import Path

from ludens.core.runtime.clock import Clock, seconds
from ludens.drivers.lola.layout import PERIOD_NS, ConnectionLost, LolaError, StreamError
from ludens.drivers.lola.splitting import MapSplitter

MOST_BYTES_AT_ONCE = 65536
BURST_BYTES = 1 << 18  # more than lies in a socket after one side was stopped for a while
STEADY_BYTES_PER_S = 1 << 20  # about nine times what LoLA sends
PERIOD_BYTES = STEADY_BYTES_PER_S * seconds(PERIOD_NS)
"""What the peer may send for every map it is sent: in lockstep a period lasts as long as both sides need."""
COST_OF_A_MAP_BYTES = 500  # besides its own: a million empty maps are a flood too
UNREAD_FRAMES = 4
"""How many frames may wait for a peer that does not read. More would only age."""


class Connection:
    """Owns a connected socket. `peer` is its name in sentences."""

    def __init__(self, connected: socket.socket, *, clock: Clock, peer: str) -> None:
        connected.setblocking(False)
        self._socket = connected
        self._clock = clock
        self._peer = peer
        self._splitter = MapSplitter()
        self._budget_bytes = float(BURST_BYTES)
        self._counted_ns = clock.now_ns()
        self._unsent = b""

    def fileno(self) -> int:
        """The handle to wait on; -1 when closed."""
        return self._socket.fileno()

    @property
    def pending_bytes(self) -> int:
        """How much of an unfinished map has come."""
        return self._splitter.pending_bytes

    def receive(self) -> list[bytes]:
        """Take what has come: whole maps in order, none when there is only a part of one.

        Raises `ConnectionLost` when the peer has gone, `StreamError` for garbage and floods.
        """
        try:
            data = self._socket.recv(MOST_BYTES_AT_ONCE)
        except BlockingIOError:
            return []
        except OSError as error:
            raise ConnectionLost(f"{self._peer} has gone: {error.strerror}.") from error
        if not data:
            raise ConnectionLost(f"{self._peer} closed the connection{self._torn()}.")
        self._earn()
        self._spend(len(data))
        maps = []
        for whole in self._splitter.feed(data):
            self._spend(COST_OF_A_MAP_BYTES)
            maps.append(whole)
        return maps

    def send(self, frame: bytes) -> bool:
        """Send a map at once; False when the peer reads too slowly, and the map was left out."""
        if self._unsent and not self._push(self._unsent):
            return False
        return self._push(frame)

    def limit_unread(self, frame_bytes: int) -> None:
        """Let no more than a few unread frames pile up, so that a slow peer does not live in the past."""
        # The kernel doubles the figure, and counts each frame with its book-keeping, about as large again.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_FRAMES * frame_bytes)

    def close(self) -> None:
        """Let go of the socket. May be called twice."""
        with suppress(OSError):
            self._socket.close()

    def _push(self, data: bytes) -> bool:
        try:
            sent = self._socket.send(data, socket.MSG_NOSIGNAL)
        except BlockingIOError:
            return False
        except OSError as error:
            raise ConnectionLost(f"{self._peer} has gone: {error.strerror}.") from error
        self._unsent = data[sent:]  # a map that was begun must be finished, or the stream is out of step
        if self._unsent:
            return False
        self._budget_bytes = min(self._budget_bytes + PERIOD_BYTES, BURST_BYTES)
        return True

    def _earn(self) -> None:
        now_ns = self._clock.now_ns()
        earned_bytes = seconds(now_ns - self._counted_ns) * STEADY_BYTES_PER_S
        self._counted_ns = now_ns
        self._budget_bytes = min(self._budget_bytes + earned_bytes, BURST_BYTES)

    def _spend(self, cost_bytes: int) -> None:
        self._budget_bytes -= cost_bytes
        if self._budget_bytes < 0:
            raise StreamError(f"{self._peer} floods the link; one map a period is expected.")

    def _torn(self) -> str:
        return (
            f" in the middle of a map, after {self.pending_bytes} bytes of it" if self.pending_bytes else ""
        )


def connect(path: Path) -> socket.socket:
    """A socket connected to whoever listens there."""
    connected = _stream_socket()
    try:
        connected.connect(str(path))
    except OSError as error:
        connected.close()
        raise LolaError(
            f"Nobody offers LoLA at {path}: {error.strerror or error}. On a NAO V6 it is at /tmp/robocup; a "
            "simulated one is started with: ludens nao serve"
        ) from error
    return connected


def listen(path: Path) -> socket.socket:
    """A socket that listens there. Sockets that a dead server left behind are removed; nothing else is."""
    if path.is_socket() and not _answers(path):
        path.unlink(missing_ok=True)
    elif path.exists():
        what = "Another server listens" if path.is_socket() else "There is a file that is no socket"
        raise LolaError(f"{what} at {path}; choose another path with --socket.")
    listening = _stream_socket()
    provisional = path.with_name(f"{path.name}.{os.getpid()}~")
    try:
        listening.bind(str(provisional))
        listening.listen(1)
        os.link(provisional, path)  # so that nobody is refused who connects as soon as it is there
    except OSError as error:
        listening.close()
        raise LolaError(f"No socket can be made at {path}: {error.strerror or error}.") from error
    finally:
        provisional.unlink(missing_ok=True)
    listening.setblocking(False)
    return listening


def stop_listening(listening: socket.socket, path: Path) -> None:
    """Close the socket and remove its file."""
    listening.close()
    with suppress(OSError):
        _remove_socket(path)


def _remove_socket(path: Path) -> None:
    if path.is_socket():
        path.unlink()


def _answers(path: Path) -> bool:
    trial = _stream_socket()
    try:
        trial.connect(str(path))
    except OSError:
        return False
    finally:
        trial.close()
    return True


def _stream_socket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
