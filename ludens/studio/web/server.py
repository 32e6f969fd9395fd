"""Serves the studio on this computer until Ctrl-C, and leaves everything in order."""

import errno
import logging
import signal
import socket
import webbrowser
from collections.abc import Awaitable, Callable, MutableMapping
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from nicegui import Client, app, ui

from ludens.core.errors import LudensError, in_words
from ludens.studio.stage import GameStage
from ludens.studio.web.home import HomePage
from ludens.studio.web.layout import StudioLayout
from ludens.studio.web.look import GAME_URL, HOME_URL, PICTURES, PICTURES_URL
from ludens.studio.web.page_film import PAGE_FILM_URL, page_film
from ludens.studio.web.scene_pictures import PICTURE_URL, ScenePictures
from ludens.studio.web.scene_stream import SCENE_URL, SceneStream
from ludens.studio.web.thumbnails import THUMBNAIL_URL, Thumbnails

ADDRESS = "127.0.0.1"
RECONNECT_S = 30.0  # a browser that draws without a graphics card may be silent for seconds
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="8" fill="#2f6fed"/>'
    '<circle cx="12" cy="18" r="6" fill="white"/><circle cx="23" cy="11" r="3.5" fill="#8fd19e"/></svg>'
)


class StudioServer(uvicorn.Server):
    """Stops the robots the moment somebody asks it to end, before it says goodbye to browsers."""

    def __init__(self, config: uvicorn.Config, on_exit: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_exit = on_exit

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came: Ctrl-C, or the system ends the program."""
        self._on_exit()
        super().handle_exit(sig, frame)


def serve(
    stage: GameStage,
    *,
    port: int = 8080,
    open_browser: bool = False,
    start: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Show what is on a stage and block until Ctrl-C; then the session is closed and one line says so.

    Port 0 takes any free one. `start` begins the run at once. Only pages of this computer are answered.
    """
    try:
        listener = _listen(port)
    except LudensError:
        stage.close()
        raise
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill counts as Ctrl-C
    # While it starts, NiceGUI looks at every object of the program, also at tuples that another thread is
    # just filling, and those fail (CPython resizes no tuple somebody else holds). So the run rests meanwhile.
    go_on = stage.hold()
    try:
        address = f"http://{ADDRESS}:{listener.getsockname()[1]}/"
        server = StudioServer(
            uvicorn.Config(
                _application(stage),
                log_level="warning",
                access_log=False,
                timeout_graceful_shutdown=1,
                ws_max_size=1 << 20,
            ),
            on_exit=stage.end,
        )
        app.on_startup(go_on)
        if start and stage.session is not None:
            stage.session.start()
        say(f"{stage.title}: open {address} (Ctrl-C ends it)")
        if open_browser and not webbrowser.open(address):
            say("There is no browser here that could be opened; open the address yourself.")
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn passes Ctrl-C on when it has shut down
        pass
    finally:
        go_on()
        stage.close()
        signal.signal(signal.SIGTERM, before)
    say("The studio is closed; robots are at rest and recordings are complete.")


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise LudensError(
                f"Port {port} of this computer is in use, perhaps by another studio. "
                f"Choose another one: --port {port + 1}."
            ) from None
        raise LudensError(
            f"Port {port} cannot be used: {error.strerror}. Choose another one: --port 8080."
        ) from None
    return listener


def _application(stage: GameStage) -> FastAPI:
    one_line = OneLineErrors()
    for name in ("nicegui", "uvicorn.error", "asyncio", "engineio.server", "socketio.server"):
        logging.getLogger(name).setLevel(logging.ERROR)
        logging.getLogger(name).addFilter(one_line)
        logging.getLogger(name).handlers.clear()  # of their own: what is told is told once
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.add_middleware(Guard)

    # A way of its own, beside the events of the page: it works while those wait for their turn.
    application.add_api_route("/stop", stage.halt, methods=["POST"], status_code=204)

    application.add_api_route("/alive", lambda: None, status_code=204)
    application.add_api_route(THUMBNAIL_URL, Thumbnails(stage).thumbnail)
    application.add_api_route(PAGE_FILM_URL, page_film, methods=["POST"])
    application.add_api_route(PICTURE_URL, ScenePictures(stage).picture)
    application.add_api_websocket_route(SCENE_URL, SceneStream(lambda: stage.session).serve)

    def show_game(client: Client) -> None:
        if stage.session is None or stage.page is None:
            show_home()
            return
        ui.page_title(stage.title)
        StudioLayout(stage, stage.session, stage.page.of(stage.session.launch.setup.name), client)

    def show_home() -> None:
        if stage.programme is None:
            ui.navigate.to(GAME_URL)
        else:
            HomePage(stage, stage.programme)

    ui.page(GAME_URL)(show_game)
    ui.page(HOME_URL)(show_home)
    app.add_static_files(PICTURES_URL, PICTURES)
    ui.run_with(
        application,
        title=stage.title,
        favicon=ICON,
        dark=None,
        reconnect_timeout=RECONNECT_S,
        tailwind=False,
        show_welcome_message=False,
    )
    return application


class OneLineErrors(logging.Filter):
    """Turns what a server tells of an event or request that it could not handle into one line, and counts it.

    A broken or malicious browser could fill the terminal otherwise. Told are the first of each kind, the
    tenth, the hundredth …; with `--debug` every one with its traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is shown, rewritten to one line."""
        error = record.exc_info[1] if record.exc_info else None
        is_about_us = error is None and record.levelno >= logging.ERROR
        if is_about_us or logging.getLogger().isEnabledFor(logging.DEBUG):
            return True
        reason = in_words(error) if error else record.getMessage()
        kind = type(error).__name__ if error else str(record.msg)
        count = self.counts[kind] = self.counts.get(kind, 0) + 1
        record.msg = "An event from a browser could not be handled (%s so far): %s"
        record.args = (count, " ".join(reason.split())[:LONGEST_REASON])
        record.exc_info = record.exc_text = None
        return str(count).rstrip("0") == "1"


LONGEST_REASON = 150  # characters; the browser may have chosen the words

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
