"""Who is let in."""

import asyncio
from typing import Any

import pytest

from ludens.studio.guard import Guard, is_welcome


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
