"""Sockets by path: how one is found, and how one is offered without taking another's place."""

import socket
from contextlib import suppress
from pathlib import Path

from ludens.drivers.lola.errors import LolaError


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
    """A socket that listens there. What a dead server left behind is removed; nothing else is."""
    if path.is_socket() and not _answers(path):
        path.unlink(missing_ok=True)
    elif path.exists():
        what = "Another server listens" if path.is_socket() else "There is a file that is no socket"
        raise LolaError(f"{what} at {path}; choose another path with --socket.")
    listening = _stream_socket()
    try:
        listening.bind(str(path))
        listening.listen(1)
    except OSError as error:
        listening.close()
        raise LolaError(f"No socket can be made at {path}: {error.strerror or error}.") from error
    listening.setblocking(False)
    return listening


def stop_listening(listening: socket.socket, path: Path) -> None:
    """Close the socket and remove its file."""
    listening.close()
    with suppress(OSError):
        path.unlink(missing_ok=True)


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
