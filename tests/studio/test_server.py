"""The server: strangers, a port in use, Ctrl-C."""

import http.client
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.studio.recordings import RecordingFolder
from ludens.studio.server import serve
from ludens.studio.session import Session
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


def asked(server: ToyServer, path: str = "/", **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
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
            serve(PAGE, session, port=port)


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
