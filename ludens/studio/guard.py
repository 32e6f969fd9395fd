"""Lets in only the person at this computer.

The server listens on 127.0.0.1, but a foreign web page in the same person's browser can still reach it: by
a request across sites, by a WebSocket (which browsers open to anywhere), or by a name that is made to mean
127.0.0.1 (DNS rebinding). So the `Host` must be a name of this computer, and an `Origin`, which browsers
send with such requests, must be this very server. Through an SSH tunnel the port may be another; the rule
still holds.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Event, Receive, Send], Awaitable[None]]

LOCAL_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
REFUSAL = (
    b"This studio answers only pages of its own, opened on this computer (http://127.0.0.1 or localhost).\n"
)


def is_welcome(*, host: str, origin: str | None) -> bool:
    """Whether a request with these headers comes from the person at this computer."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if name not in LOCAL_NAMES:
        return False
    return origin is None or origin in (f"http://{host}", f"https://{host}")


class Guard:
    """Stands before the application; refuses strangers with 403, WebSockets included."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif _comes_from_here(scope["headers"]):
            await self._app(scope, receive, _unframed(send))
        elif scope["type"] == "http":
            await send(
                {"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]}
            )
            await send({"type": "http.response.body", "body": REFUSAL})
        else:  # closing before accepting refuses the handshake with 403
            await send({"type": "websocket.close", "code": 1008})


def _comes_from_here(headers: list[tuple[bytes, bytes]]) -> bool:
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
    if len(hosts) != 1 or len(origins) > 1:
        return False
    return is_welcome(host=hosts[0], origin=origins[0] if origins else None)


def _unframed(send: Send) -> Send:
    """No other page may show this one inside itself and lend it a person's clicks."""

    async def sent(event: Event) -> None:
        if event["type"] == "http.response.start":
            event["headers"] = [*event.get("headers", ()), (b"x-frame-options", b"DENY")]
        await send(event)

    return sent
