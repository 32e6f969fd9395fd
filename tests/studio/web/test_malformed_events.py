"""Events that no page of ours would send leave a line in the terminal, not a traceback each."""

import http.client
import json
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
EVENTS = (
    '42["event",{}]',
    '42["event",null]',
    '42["event",[1,2]]',
    '42["event",{"client_id":[]}]',
    '42["event"]',
    '42["ack",{"client_id":1}]',
    '42["javascript_response",7]',
    '42["log",{"client_id":{}}]',
    '42["handshake",{}]',
    '42["handshake",{"client_id":"x"}]',
)
UNREADABLE = ("42[", "999", "\x00", "42" + "9" * 5000)
NO_REQUESTS = (b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", bytes(3000))


def send(port: int, *bodies: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", SOCKET)
    sid = json.loads(connection.getresponse().read()[1:])["sid"]
    for body in ("40", *bodies):
        connection.request("POST", f"{SOCKET}&sid={sid}", body)
        connection.getresponse().read()
    connection.close()


def send_raw(port: int, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection, suppress(OSError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1000)


@pytest.mark.parametrize("rounds", [30])
def test_malformed_events_are_told_in_a_line_and_counted(tmp_path: Path, rounds: int) -> None:
    errors = tmp_path / "errors.txt"
    with errors.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.studio.toy_server", str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=stream,
            text=True,
        )
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
            for _ in range(rounds):
                send(port, "\x1e".join(EVENTS))
                for packet in UNREADABLE:
                    send(port, packet)
                for request in NO_REQUESTS:
                    send_raw(port, request)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/")
            assert connection.getresponse().status == 200  # it still serves
            connection.close()
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
    lines = errors.read_text().splitlines()
    assert not [line for line in lines if "Traceback" in line]
    assert 0 < len(lines) < 40, lines
    assert len(set(lines)) == len(lines), "what is told is told once"
    assert all("could not be handled" in line for line in lines), lines
