"""Serves the studio on this computer until Ctrl-C, and leaves everything in order."""

import errno
import logging
import signal
import socket
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI
from nicegui import Client, app, ui

from ludens.core.errors import LudensError
from ludens.studio.guard import Guard
from ludens.studio.layout import StudioLayout
from ludens.studio.page import StudioPage
from ludens.studio.session import Session

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
    page: StudioPage,
    session: Session,
    *,
    port: int = 8080,
    open_browser: bool = False,
    start: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Show a session on a page and block until Ctrl-C; then the session is closed and one line says so.

    Port 0 takes any free one. `start` begins the run at once. Only pages of this computer are answered.
    """
    try:
        listener = _listen(port)
    except LudensError:
        session.close()
        raise
    before = signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # the system's wish is as good as Ctrl-C
    # While it starts, NiceGUI looks at every object of the program, also at tuples that another thread is
    # just filling, and those fail (CPython resizes no tuple somebody else holds). So the run rests meanwhile.
    go_on = session.hold()
    try:
        address = f"http://{ADDRESS}:{listener.getsockname()[1]}/"
        server = StudioServer(
            uvicorn.Config(
                _application(page, session),
                log_level="warning",
                access_log=False,
                timeout_graceful_shutdown=1,
                ws_max_size=1 << 20,
            ),
            on_exit=lambda: session.stop("Ended with Ctrl-C."),
        )
        app.on_startup(go_on)
        if start:
            session.start()
        say(f"{page.title}: open {address} (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address)
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn passes Ctrl-C on when it has shut down
        pass
    finally:
        go_on()
        session.close()
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


def _application(page: StudioPage, session: Session) -> FastAPI:
    for name in ("nicegui", "uvicorn.error", "asyncio"):
        logging.getLogger(name).setLevel(logging.ERROR)
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.add_middleware(Guard)

    def build(client: Client) -> None:
        StudioLayout(session, page, client)

    ui.page("/", title=page.title)(build)
    ui.run_with(
        application,
        title=page.title,
        favicon=ICON,
        dark=None,
        reconnect_timeout=RECONNECT_S,
        tailwind=False,
        show_welcome_message=False,
    )
    return application
