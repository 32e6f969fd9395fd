"""What the browser tests share: a served toy game, and Chromium without and with 3D."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

TIMEOUT_MS = 60_000  # on a busy machine a page may be slow; nobody waits longer than needed
WITHOUT_3D = ["--disable-gpu", "--disable-3d-apis"]
QUIET = [
    "--no-sandbox",
    *WITHOUT_3D,
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WITH_3D = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]

CHROMIUM = shutil.which("chromium")
NO_CHROMIUM = "needs Chromium: `make setup` installs it, or `apt-get install chromium`"


class ToyServer:
    """The toy game in a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.studio.toy_server", str(folder), *arguments],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.greeting)
        assert found is not None, self.greeting
        self.address = found[0]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def end(self, signal_number: int = signal.SIGINT) -> tuple[int, str]:
        """Exit code and everything said since the greeting."""
        self.process.send_signal(signal_number)
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said


@contextmanager
def toy_server(folder: Path, *arguments: str) -> Iterator[ToyServer]:
    server = ToyServer(folder, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end()


@dataclass(frozen=True, slots=True)
class ForkedToy:
    """One of several toy games that one process serves in turn."""

    folder: Path
    address: str


class ToyServers:
    """Toy games one after the other, each in a process of its own that need not import anything any more."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.studio.toy_server"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    @contextmanager
    def serving(self, folder: Path, *options: str) -> Iterator[ForkedToy]:
        assert self.process.stdin is not None
        self.process.stdin.write("\t".join((str(folder), *options)) + "\n")
        self.process.stdin.flush()
        process = int(self._line())
        greeting = self._line()
        found = re.search(r"http://\S+", greeting)
        assert found is not None, greeting
        try:
            yield ForkedToy(folder, found[0])
        finally:
            os.kill(process, signal.SIGINT)
            while self._line():  # what it says at its end, and then an empty line
                pass

    def end(self) -> None:
        self.process.communicate(timeout=60)


@contextmanager
def toy_servers() -> Iterator[ToyServers]:
    servers = ToyServers()
    try:
        yield servers
    finally:
        servers.end()


@contextmanager
def chromium(playwright: Playwright, *, with_3d: bool = False, more: Sequence[str] = ()) -> Iterator[Browser]:
    assert CHROMIUM is not None
    arguments = [word for word in QUIET if word not in WITHOUT_3D] + WITH_3D if with_3d else QUIET
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*arguments, *more])
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def played_page(folder: Path, *arguments: str, width: int, height: int, patience_ms: int) -> Iterator[Page]:
    """The page of `ludens play` with these arguments, in a process of its own; `expect` waits so long."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludens.cli.main", "play", *arguments, "--port", "0"],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    expect.set_options(timeout=patience_ms)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        with sync_playwright() as playwright, chromium(playwright) as browser:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(TIMEOUT_MS)
            page.goto(found[0])
            yield page
    finally:
        expect.set_options(timeout=TIMEOUT_MS)  # as the other pages' tests have it
        process.terminate()
        process.communicate(timeout=60)


def open_page(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(address)
    return page


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"innerWidth === {width}")


def square_place(page: Page, square: int) -> tuple[float, float]:
    """Where a square of the board is in the window."""
    x, y = page.locator(".board-frame").evaluate(
        """(frame, square) => {
          const { columns, rows, turned } = frame.dataset;
          const column = square % columns, row = Math.floor(square / columns);
          const [x, y] = turned === "true" ? [columns - 1 - column, row] : [column, rows - 1 - row];
          const place = new DOMPoint(100 * x + 50, 100 * y + 50);
          const at = place.matrixTransform(frame.querySelector("svg.board-hand").getScreenCTM());
          return [at.x, at.y];
        }""",
        square,
    )
    return x, y


def click_square(page: Page, square: int, *, button: Literal["left", "right"] = "left") -> None:
    """Click a square of the board."""
    page.mouse.click(*square_place(page, square), button=button)


def drag_square(page: Page, origin: int, target: int) -> None:
    """Drag what stands on one square to another."""
    page.mouse.move(*square_place(page, origin))
    page.mouse.down()
    page.mouse.move(*square_place(page, target), steps=5)
    page.mouse.up()
