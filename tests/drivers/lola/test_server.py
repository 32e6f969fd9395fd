"""The server against a client that was written from the fact sheet alone."""

import logging
import math
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from ludens.core.runtime.clock import RealClock
from ludens.drivers.lola.connection import BURST_BYTES, listen, stop_listening
from ludens.drivers.lola.layout import LolaError, SensorFrame
from ludens.drivers.lola.server import SILENT_PERIODS, LolaServer, real_time_priority
from tests.drivers.lola.independent import IndependentClient, actuator_map, pack
from tests.drivers.lola.puppet import Puppet, serving, socket_path, wait_for

STAND = {"Position": [0.25] * 25, "Stiffness": [1.0] * 25}


@pytest.fixture
def path() -> Iterator[Path]:
    with socket_path() as made:
        yield made


Connect = Callable[[], IndependentClient]


@pytest.fixture
def connect(path: Path) -> Iterator[Connect]:
    """Makes clients, which are closed at the end."""
    with ExitStack() as clients:
        yield lambda: clients.enter_context(closing(IndependentClient(path)))


@pytest.fixture
def body() -> Puppet:
    return Puppet()


def test_some_hundred_frames_in_real_time(connect: Connect, path: Path, body: Puppet):
    with serving(body, path) as server:
        client = connect()
        first = client.sensors()
        for count in range(250):
            client.answer(actuator_map(Position=[count / 512] * 25, Stiffness=[1.0] * 25))
            sensed = client.sensors()
        wait_for(lambda: server.counts.frames >= 251 and server.counts.answers == 250)
        assert server.counts.refused == 0
    assert sensed["Sonar"][0] - first["Sonar"][0] >= 250.0  # one period for each frame, unless it was missed
    assert sensed["Accelerometer"][2] == pytest.approx(-9.3)
    assert sensed["Position"][0] > 0.0


def test_in_lockstep_every_frame_shows_what_the_last_answer_did(connect: Connect, path: Path, body: Puppet):
    with serving(body, path, lockstep=True):
        client = connect()
        for count in range(100):
            sensed = client.sensors()
            assert sensed["Sonar"][0] == float(count)
            assert sensed["Position"] == [max(count - 1, 0) / 128] * 25
            client.answer({"Position": [count / 128] * 25, "Stiffness": [1.0] * 25})


def test_partial_maps_and_float64_are_carried_out(connect: Connect, path: Path, body: Puppet):
    with serving(body, path, lockstep=True):
        client = connect()
        answers: tuple[dict[str, list[float]], ...] = (
            {"Stiffness": [0.5] * 25},
            {"Position": [0.25] * 25},
            {"Chest": [1.0, 0.5, 0.0]},
            {},
        )
        for answer in answers:
            client.sensors()
            client.answer(answer, double=True)
        sensed = client.sensors()
    assert sensed["Position"] == [0.25] * 25
    assert sensed["Stiffness"] == [0.5] * 25
    assert body.applied[2].lights["Chest"].tolist() == [1.0, 0.5, 0.0]
    assert len(body.applied) == 4


def test_maps_that_come_together_are_carried_out_as_one(connect: Connect, path: Path, body: Puppet):
    with serving(body, path, lockstep=True):
        client = connect()
        client.sensors()
        first = {"Stiffness": [1.0] * 25, "Chest": [1.0, 0.0, 0.0], "LFoot": [0.5] * 3}
        client.socket.sendall(pack(first) + pack({"Position": [0.125] * 25, "Chest": [0.0, 1.0, 0.0]}))
        assert client.sensors()["Position"] == [0.125] * 25
    lights = {key: shine.tolist() for key, shine in body.applied[0].lights.items()}
    assert lights == {"Chest": [0.0, 1.0, 0.0], "LFoot": [0.5] * 3}


def test_a_map_torn_in_two_is_put_together(connect: Connect, path: Path, body: Puppet):
    with serving(body, path, lockstep=True):
        client = connect()
        client.sensors()
        answer = pack(STAND)
        client.socket.sendall(answer[:100])
        client.socket.sendall(answer[100:])
        assert client.sensors()["Position"] == [0.25] * 25


@pytest.mark.parametrize(
    "wrong",
    [{"Position": [math.nan] * 25}, {"Position": [0.0] * 26}, {"Stiffness": "limp"}, {"Chest": [None] * 3}],
)
def test_a_wrong_map_is_refused_and_the_client_stays(
    connect: Connect, path: Path, body: Puppet, wrong: dict[str, object]
):
    with serving(body, path, lockstep=True) as server:
        client = connect()
        client.sensors()
        client.answer(wrong)
        wait_for(lambda: server.counts.refused == 1)
        client.answer(STAND)
        assert client.sensors()["Position"] == [0.25] * 25
    assert len(body.applied) == 1


@pytest.mark.parametrize("garbage", [b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 786, b"\xdf\xff\xff\xff\xff"])
def test_garbage_ends_the_connection_and_the_next_client_is_welcome(
    connect: Connect, path: Path, body: Puppet, garbage: bytes
):
    with serving(body, path, lockstep=True) as server:
        client = connect()
        client.sensors()
        client.socket.sendall(garbage)
        with pytest.raises((ConnectionError, BrokenPipeError)):
            client.read()
        assert body.made_safe == 1
        again = connect()
        again.sensors()
        again.answer(STAND)
        assert again.sensors()["Position"] == [0.25] * 25
        assert server.counts.clients == 2


@pytest.mark.parametrize("answer", [pack(actuator_map()), b"\x80"])
def test_a_flood_ends_the_connection_and_the_next_client_is_welcome(
    connect: Connect, path: Path, body: Puppet, answer: bytes
):
    with serving(body, path):
        client = connect()
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            client.socket.sendall(answer * ((1 << 26) // len(answer)))
        wait_for(lambda: body.made_safe == 1)
        again = connect()
        assert again.sensors()["Sonar"][0] > 0.0


def test_a_quick_client_in_lockstep_is_no_flood(connect: Connect, path: Path, body: Puppet):
    periods = 3 * BURST_BYTES // len(pack(STAND))  # far more than a real second holds
    with serving(body, path, lockstep=True) as server:
        client = connect()
        for count in range(periods):
            assert client.sensors()["Sonar"][0] == float(count)
            client.answer(STAND)
        wait_for(lambda: server.counts.answers == periods)
        assert server.counts.clients == 1
    assert body.made_safe <= 1  # when the server closes


def test_a_flood_in_lockstep_ends_the_connection_too(connect: Connect, path: Path, body: Puppet):
    with serving(body, path, lockstep=True):
        client = connect()
        answer = pack(STAND)
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            client.socket.sendall(answer * ((1 << 26) // len(answer)))
        wait_for(lambda: body.made_safe == 1)


@dataclass
class Marionette(Puppet):
    """Does what a test wants at a given moment of the server's period, in the server's own thread."""

    before_sending: Callable[[], None] = lambda: None
    after_the_answer: Callable[[], None] = lambda: None

    def sensors(self) -> SensorFrame:
        self.before_sending()
        return super().sensors()

    def advance(self) -> None:
        super().advance()
        self.after_the_answer()


def test_a_client_that_is_always_late_is_still_heard(connect: Connect, path: Path):
    body = Marionette()
    with serving(body, path) as server:
        client = connect()
        body.after_the_answer = lambda: client.answer(STAND)
        wait_for(lambda: server.counts.answers > 2 * SILENT_PERIODS)
        assert body.made_safe == 0
        assert server.counts.late > 0
        body.after_the_answer = lambda: None


def test_a_last_word_that_comes_while_the_server_speaks_is_heard(connect: Connect, path: Path):
    body = Marionette(stiffness=np.ones(25))

    def leave() -> None:
        body.before_sending = lambda: None
        client.answer({"Stiffness": [0.0] * 25})
        client.close()

    with serving(body, path):
        client = connect()
        client.sensors()
        body.before_sending = leave
        wait_for(lambda: body.made_safe == 1)
    assert not body.stiffness.any()


def test_half_a_map_and_then_nothing_makes_the_robot_safe(connect: Connect, path: Path, body: Puppet):
    with serving(body, path) as server:
        client = connect()
        client.sensors()
        client.socket.sendall(pack(STAND)[:100])
        client.close()
        wait_for(lambda: body.made_safe == 1)
        assert server.counts.answers == 0


@pytest.mark.parametrize("lockstep", [False, True])
def test_the_last_word_of_a_client_that_leaves_is_heard(connect: Connect, path: Path, lockstep: bool):
    body = Puppet()
    with serving(body, path, lockstep=lockstep):
        client = connect()
        client.sensors()
        client.answer(STAND)
        client.sensors()
        client.answer({"Stiffness": [0.0] * 25})
        client.close()
        wait_for(lambda: body.made_safe == 1)
    assert not body.stiffness.any()
    assert len(body.applied) == 2


def test_a_client_that_falls_silent_and_wakes_up_again(connect: Connect, path: Path, body: Puppet):
    with serving(body, path) as server:
        client = connect()
        client.sensors()
        wait_for(lambda: server.counts.late > SILENT_PERIODS)
        assert body.made_safe == 1
        client.answer(STAND)
        wait_for(lambda: len(body.applied) == 1)
        wait_for(lambda: server.counts.late > 2 * SILENT_PERIODS + 1)
        assert body.made_safe == 2


def test_a_client_that_does_not_read_finds_no_pile_of_old_frames(connect: Connect, path: Path, body: Puppet):
    with serving(body, path) as server:
        client = connect()
        wait_for(lambda: server.counts.unread >= 20)
        client.socket.setblocking(False)
        pile = client.socket.recv(1 << 20)
        assert len(pile) % 896 == 0
        assert len(pile) <= 10 * 896
        client.socket.settimeout(10.0)
        stale, fresh = client.sensors(), client.sensors()
        assert fresh["Sonar"][0] > stale["Sonar"][0] > 20.0


def test_there_is_one_client_at_a_time(connect: Connect, path: Path, body: Puppet):
    with serving(body, path, lockstep=True) as server:
        client = connect()
        client.sensors()
        second = connect()
        with pytest.raises(ConnectionError):
            second.read()
        client.answer(STAND)
        assert client.sensors()["Position"] == [0.25] * 25
        client.close()
        wait_for(lambda: body.made_safe == 1)
        third = connect()
        third.sensors()
        assert server.counts.clients == 2


def test_without_a_client_real_time_goes_on_and_lockstep_waits(connect: Connect, path: Path):
    living, waiting = Puppet(), Puppet()
    with serving(living, path):
        wait_for(lambda: living.periods > 5)
    with serving(waiting, path, lockstep=True):
        client = connect()
        assert client.sensors()["Sonar"][0] == 0.0


def test_at_the_end_client_socket_and_body_are_let_go(connect: Connect, path: Path, body: Puppet):
    with serving(body, path):
        client = connect()
        client.sensors()
    assert body.closed
    assert body.made_safe == 1
    assert not path.exists()
    client.socket.settimeout(None)
    assert len(client.socket.makefile("rb").read()) % 896 == 0  # to its end


def test_a_body_that_breaks_ends_the_server(path: Path):
    body = Puppet(dies_after=3)
    server = LolaServer(body, path, clock=RealClock())
    with pytest.raises(RuntimeError, match="a leg came off"):
        server.serve(stop=Event())
    assert body.closed
    assert not path.exists()


def test_the_reason_is_told_in_the_log(
    connect: Connect, path: Path, body: Puppet, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.INFO, "ludens.lola"), serving(body, path, lockstep=True):
        client = connect()
        client.sensors()
        client.socket.sendall(b"hello")
        wait_for(lambda: body.made_safe == 1)
    assert "A map was expected, but the byte 0x68 begins none." in caplog.text


class TestAddresses:
    def test_what_a_dead_server_left_behind_is_removed(self, path: Path):
        dead = socket.socket(socket.AF_UNIX)
        dead.bind(str(path))
        dead.close()
        stop_listening(listen(path), path)
        assert not path.exists()

    def test_nobody_is_refused_who_connects_as_soon_as_it_is_there(self, path: Path, monkeypatch):
        seen: list[bool] = []
        really_listen = socket.socket.listen

        def slowly_listen(listening: socket.socket, backlog: int) -> None:
            seen.append(path.exists())
            really_listen(listening, backlog)

        monkeypatch.setattr(socket.socket, "listen", slowly_listen)
        stop_listening(listen(path), path)
        assert seen == [False]

    def test_what_came_to_the_place_meanwhile_stays(self, path: Path, monkeypatch):
        really_listen = socket.socket.listen

        def meanwhile(listening: socket.socket, backlog: int) -> None:
            really_listen(listening, backlog)
            path.write_text("precious")

        monkeypatch.setattr(socket.socket, "listen", meanwhile)
        with pytest.raises(LolaError, match="No socket can be made"):
            listen(path)
        assert path.read_text() == "precious"
        assert [each.name for each in path.parent.iterdir()] == [path.name]

    def test_another_server_keeps_its_place(self, path: Path):
        alive = listen(path)
        with pytest.raises(LolaError, match="Another server listens at"):
            listen(path)
        stop_listening(alive, path)

    def test_a_file_is_not_overwritten(self, path: Path):
        path.write_text("precious")
        with pytest.raises(LolaError, match="a file that is no socket"):
            listen(path)
        assert path.read_text() == "precious"

    @pytest.mark.parametrize("name", ["missing/folder", "x" * 200])
    def test_a_place_where_no_socket_can_be(self, path: Path, name: str):
        with pytest.raises(LolaError, match="No socket can be made"):
            listen(path.parent / name)


def test_afterwards_the_thread_is_as_ordinary_as_before():
    before = os.sched_getscheduler(0)
    with real_time_priority() as granted:
        assert (os.sched_getscheduler(0) == os.SCHED_RR) == granted
    assert os.sched_getscheduler(0) == before


def test_where_it_is_not_allowed_it_goes_on(monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with real_time_priority() as granted:
        assert not granted
