"""A connection never waits, and never leaves half a map behind."""

import socket
from collections.abc import Iterator

import pytest

from ludens.drivers.lola.connection import Connection
from ludens.drivers.lola.layout import ConnectionLost
from tests.drivers.lola.independent import pack, sensor_map
from tests.drivers.lola.robot_by_hand import StoppedClock

LONG = b"a" * 1_000_000  # more than fits into a socket


@pytest.fixture
def ends() -> Iterator[tuple[Connection, socket.socket]]:
    ours, theirs = socket.socketpair()
    connection = Connection(ours, clock=StoppedClock(), peer="The other side")
    with theirs:
        yield connection, theirs
    connection.close()
    connection.close()


def drained(peer: socket.socket) -> bytes:
    peer.setblocking(False)
    came = b""
    try:
        while piece := peer.recv(1 << 20):
            came += piece
    except BlockingIOError:
        pass
    return came


def test_what_was_begun_is_finished_before_the_next(ends: tuple[Connection, socket.socket]):
    connection, peer = ends
    assert not connection.send(LONG)
    assert not connection.send(b"left out")
    came = drained(peer)
    while not connection.send(b"next"):
        came += drained(peer)
    came += drained(peer)
    assert came == LONG + b"next"


def test_a_peer_that_does_not_read_costs_no_time(ends: tuple[Connection, socket.socket]):
    connection, peer = ends
    connection.limit_unread(896)
    frame = pack(sensor_map())
    sent = [connection.send(frame) for _ in range(50)]
    assert sent[0]
    assert not sent[-1]
    assert drained(peer) == frame * sum(sent)


def test_nothing_there_is_nothing(ends: tuple[Connection, socket.socket]):
    connection, peer = ends
    assert connection.receive() == []
    peer.sendall(pack(sensor_map())[:10])
    assert connection.receive() == []
    assert connection.pending_bytes == 10


def test_the_other_side_goes(ends: tuple[Connection, socket.socket]):
    connection, peer = ends
    peer.close()
    with pytest.raises(ConnectionLost, match="The other side has gone: Broken pipe"):
        connection.send(b"\x80")
    with pytest.raises(ConnectionLost, match="The other side closed the connection"):
        connection.receive()
