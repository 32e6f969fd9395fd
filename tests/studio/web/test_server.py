"""The server: strangers, a port in use, Ctrl-C."""

import asyncio
import http.client
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.stage import GameStage
from ludens.studio.web.server import Guard, is_welcome, serve
from tests.studio.browsing import ToyServer, toy_server
from tests.studio.toy import launch
from tests.studio.toy_server import PAGE

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
WEBSOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ToyServer]:
    with toy_server(tmp_path_factory.mktemp("recordings")) as server:
        yield server


def asked(server: ToyServer, path: str = "/", *, method: str = "GET", **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request(method, path, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_page_of_this_computer_is_served(server: ToyServer) -> None:
    assert asked(server) == 200
    assert asked(server, Origin=f"http://127.0.0.1:{server.port}") == 200
    assert asked(server, Host=f"localhost:{server.port}") == 200


def test_a_foreign_page_is_refused(server: ToyServer) -> None:
    assert asked(server, Origin="http://evil.example") == 403
    assert asked(server, Host="evil.example") == 403
    assert (
        asked(server, "/_nicegui_ws/socket.io/?EIO=4&transport=polling", Origin="http://evil.example") == 403
    )


def test_a_stop_is_heard_from_this_computer_only(server: ToyServer) -> None:
    assert asked(server, "/stop", method="POST") == 204
    assert asked(server, "/stop", method="POST", Origin="http://evil.example") == 403


def test_a_foreign_websocket_is_refused_and_an_own_one_opened(server: ToyServer) -> None:
    assert asked(server, WEBSOCKET, Origin="http://evil.example", **UPGRADE) == 403
    assert asked(server, WEBSOCKET, Origin=f"http://127.0.0.1:{server.port}", **UPGRADE) == 101


def test_it_listens_on_this_computer_only(server: ToyServer) -> None:
    assert server.address.startswith("http://127.0.0.1:")
    with pytest.raises(OSError, match=r".*"), socket.create_connection(("127.0.0.2", server.port), timeout=2):
        pass


def test_a_port_in_use_is_told_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        session = Session(launch(), recordings=RecordingFolder(tmp_path))
        with pytest.raises(LudensError, match=rf"Port {port} .* in use.*--port {port + 1}"):
            serve(GameStage.of(PAGE, session), port=port)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_with_one_line_and_a_complete_recording(tmp_path: Path, ending: int) -> None:
    with toy_server(tmp_path, "--start", "--record") as server:
        assert asked(server) == 200  # so it is up, and a browser has been there
        code, said = server.end(ending)
    assert code == 0
    assert said.splitlines() == ["The studio is closed; robots are at rest and recordings are complete."]
    (path,) = tmp_path.glob("*.mcap")
    with Recording.open(path) as recording:
        assert recording.warning is None


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "localhost", "[::1]:8080"])
def test_this_computer_is_welcome_by_each_of_its_names(host: str) -> None:
    assert is_welcome(host=host, origin=None)
    assert is_welcome(host=host, origin=f"http://{host}")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example:8080", None),  # a name made to mean 127.0.0.1
        ("127.0.0.1.evil.example", None),
        ("192.168.1.7:8080", None),
        ("", None),
        ("127.0.0.1:8080", "http://evil.example"),  # a foreign page
        ("127.0.0.1:8080", "null"),  # a page without an origin: sandboxed, or a file
        ("127.0.0.1:8080", "http://127.0.0.1:9090"),  # another server of this computer
        ("127.0.0.1:8080", "http://localhost:8080"),  # another name than the one it asks by
        ("127.0.0.1:8080", "http://127.0.0.1:8080.evil.example"),
        ("[", None),
    ],
)
def test_strangers_are_not(host: str, origin: str | None) -> None:
    assert not is_welcome(host=host, origin=origin)


def ask(kind: str, headers: list[tuple[bytes, bytes]]) -> list[Any]:
    sent: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Any:
        return {}

    async def send(event: Any) -> None:
        sent.append(event)

    asyncio.run(Guard(application)({"type": kind, "headers": headers}, receive, send))
    return sent


def test_a_stranger_gets_403() -> None:
    start, body = ask("http", [(b"host", b"127.0.0.1:8080"), (b"origin", b"http://evil.example")])
    assert start["status"] == 403
    assert b"own" in body["body"]


def test_a_foreign_websocket_is_closed_before_it_opens() -> None:
    (event,) = ask("websocket", [(b"host", b"127.0.0.1:8080"), (b"origin", b"http://evil.example")])
    assert event["type"] == "websocket.close"


def test_two_hosts_or_two_origins_are_a_trick() -> None:
    host = (b"host", b"127.0.0.1:8080")
    assert ask("http", [host, (b"host", b"evil.example")])[0]["status"] == 403
    own = (b"origin", b"http://127.0.0.1:8080")
    assert ask("http", [host, own, own])[0]["status"] == 403


def test_a_welcome_page_may_not_be_framed() -> None:
    (start,) = ask("http", [(b"host", b"localhost:8080")])
    assert start["status"] == 200
    assert (b"x-frame-options", b"DENY") in start["headers"]
