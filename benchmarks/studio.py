"""What the studio costs and how soon it answers: a game of passing in Chromium without a graphics card.

    python -m benchmarks.studio
    python -m benchmarks.studio --minutes 30 --recorded 3600

Measured in this order: the time from the command to a robot that moves in the page; pictures of the scene
and bytes a second in one tab; the memory of the server while two tabs look at the game; the time of jumps in
a recording, from the click on the time bar until the page shows that moment. A browser that draws in software
shares the processor with the server, and all of it is measured with both at work; the load says who else
was. Bytes are counted before WebSockets compress them. Needs Chromium (`make setup`) and Linux.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.machine import machine
from ludens.core.runtime.profiling import stopwatch_ns
from ludens.studio.web.scene_stream import SCENE_URL
from scripts.served_studio import ServedStudio, served_studio
from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, chromium

WINDOW = (1440, 900)
PATIENCE_MS = 120_000
SETTLES_S = 5.0
"""After its start a page still loads what it shows later, and the scene looks for a quality it can keep."""
WATCHED_S = 15.0
STEP_S = 1.0
JUMPS = (0.9, 0.1, 0.55, 0.3, 0.97, 0.02, 0.75, 0.45)
"""Where on the time bar, as shares of the recording; forward and back."""
TIME_BAR = "[data-testid=time-bar]"
GOAL_PICTURES_PER_S, GOAL_JUMP_S = 5.0, 1.0

MOVES = """() => {
    const viewer = ludens.scene?.viewer, robot = viewer?.meshes.byName.get("robot");
    if (!viewer?.isWhole || !viewer.pictures || !robot) return false;
    window.firstSeen ??= robot.position.clone();
    return robot.position.distanceTo(window.firstSeen) > 0.01;
}"""
"""Whether the robot was drawn and has moved by a centimetre since."""
PICTURES = "() => ludens.scene.viewer.pictures"
SHOWS = """([moment, off, drawn]) => {
    const words = document.querySelector(".replay-bar .clock")?.textContent ?? "…";
    const isThere = !words.includes("…") && Math.abs(parseFloat(words) - moment) < off;
    return isThere && ludens.scene.viewer.pictures > drawn;
}"""
"""Whether the page is at that moment and has drawn the scene since."""


class Traffic:
    """Bytes that a page is sent: of the scene, of all else on WebSockets, and of files."""

    def __init__(self, page: Page) -> None:
        self.scene = self.panels = self.files = 0
        self._sockets: dict[str, str] = {}
        wire = page.context.new_cdp_session(page)
        wire.on("Network.webSocketCreated", self._open)
        wire.on("Network.webSocketFrameReceived", self._hear)
        wire.on("Network.dataReceived", self._load)
        wire.send("Network.enable")

    def _open(self, event: dict[str, Any]) -> None:
        self._sockets[event["requestId"]] = event["url"]

    def _hear(self, event: dict[str, Any]) -> None:
        frame = event["response"]
        is_text = frame["opcode"] == 1
        size = len(frame["payloadData"].encode()) if is_text else len(frame["payloadData"]) * 3 // 4  # base64
        if self._sockets.get(event["requestId"], "").endswith(SCENE_URL):
            self.scene += size
        else:
            self.panels += size

    def _load(self, event: dict[str, Any]) -> None:
        self.files += event["dataLength"]


@dataclass(frozen=True, slots=True)
class Flow:
    """What one tab is sent and draws, a second."""

    pictures: float
    scene_kb: float
    panels_kb: float
    files_kb: float


def elapsed_s(start_ns: int) -> float:
    """Seconds since a moment of the stopwatch."""
    return (stopwatch_ns() - start_ns) / 1e9


def new_page(browser: Browser) -> Page:
    """An empty tab."""
    page = browser.new_page(viewport={"width": WINDOW[0], "height": WINDOW[1]})
    page.set_default_timeout(PATIENCE_MS)
    return page


def flow(page: Page, traffic: Traffic) -> Flow:
    """Watch one tab for a while."""
    page.wait_for_timeout(SETTLES_S * 1e3)
    before = (page.evaluate(PICTURES), traffic.scene, traffic.panels, traffic.files)
    start_ns = stopwatch_ns()
    page.wait_for_timeout(WATCHED_S * 1e3)
    after = (page.evaluate(PICTURES), traffic.scene, traffic.panels, traffic.files)
    took_s = elapsed_s(start_ns)
    pictures, *sizes = ((late - early) / took_s for early, late in zip(before, after, strict=True))
    return Flow(pictures, *(size / 1e3 for size in sizes))


def memory_mb(process_id: int) -> float:
    """Resident memory of a process and of all that it started."""
    status = Path(f"/proc/{process_id}/status").read_text("utf-8")
    own_kb = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
    children = Path(f"/proc/{process_id}/task/{process_id}/children").read_text("utf-8").split()
    return own_kb * 1024 / 1e6 + sum(memory_mb(int(child)) for child in children)


def memory_by_minute(studio: ServedStudio, page: Page, minutes: int) -> list[float]:
    """Megabytes of the server now and after every minute, said as they are known."""
    found = [memory_mb(studio.process_id)]
    start_ns = stopwatch_ns()
    for minute in range(1, minutes + 1):
        while elapsed_s(start_ns) < minute * 60.0:
            page.wait_for_timeout(STEP_S * 1e3)
        found.append(memory_mb(studio.process_id))
        click.echo(f"minute {minute} with two tabs: the server has {found[-1]:.0f} MB")
    return found


def jumps_s(page: Page, length_s: float) -> list[float]:
    """Seconds from a click on the time bar until the page shows that moment."""
    page.wait_for_function("() => ludens.scene?.viewer?.isWhole")
    page.wait_for_timeout(SETTLES_S * 1e3)
    found = []
    for share in JUMPS:
        box = page.locator(TIME_BAR).bounding_box()
        assert box is not None
        off_s = 3.0 + length_s / box["width"]  # what is played meanwhile, and a pixel of the bar
        drawn = page.evaluate(PICTURES)
        start_ns = stopwatch_ns()
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        page.wait_for_function(SHOWS, arg=[share * length_s, off_s, drawn])
        found.append(elapsed_s(start_ns))
        page.wait_for_timeout(STEP_S * 1e3)
    return found


def measure_play(browser: Browser, folder: Path, minutes: int) -> None:
    """Start a game, look at it in one tab and then in two, and print."""
    page = new_page(browser)
    traffic = Traffic(page)
    start_ns = stopwatch_ns()
    with served_studio(folder, "play", "passing") as studio:
        listens_s = elapsed_s(start_ns)
        page.goto(studio.address)
        page.wait_for_function(MOVES)
        moves_s = elapsed_s(start_ns)
        click.echo(f"from the command to a moving robot: {moves_s:.1f} s (address after {listens_s:.1f} s)")
        seen = flow(page, traffic)
        click.echo(
            f"scene in a window of {WINDOW[0]} × {WINDOW[1]}: {seen.pictures:.1f} pictures a second "
            f"(goal: ≥ {GOAL_PICTURES_PER_S:.0f})"
        )
        click.echo(
            f"sent to one tab: {seen.scene_kb + seen.panels_kb + seen.files_kb:.0f} kB a second "
            f"(scene {seen.scene_kb:.0f}, panels {seen.panels_kb:.0f}, files {seen.files_kb:.0f})"
        )
        second = new_page(browser)
        second.goto(studio.address)
        second.wait_for_function(MOVES)
        memory = memory_by_minute(studio, page, minutes)
        click.echo(
            f"memory of the server with two tabs: {memory[0]:.0f} MB at the start, {memory[-1]:.0f} MB after "
            f"{minutes} min, {(memory[-1] - memory[0]) / minutes:+.2f} MB a minute"
        )


def measure_jumps(browser: Browser, folder: Path, recording: Path) -> None:
    """Open a recording, jump in it, and print."""
    with served_studio(folder, "watch", str(recording.resolve())) as studio:
        page = new_page(browser)
        page.goto(studio.address)
        page.locator(TIME_BAR).wait_for()
        length_s = float(page.locator(TIME_BAR).get_attribute("aria-valuemax") or 0.0)
        jumps = jumps_s(page, length_s)
        click.echo(
            f"{len(jumps)} jumps in a recording of {length_s / 60.0:.0f} min: {median(jumps):.2f} s (median; "
            f"goal: ≤ {GOAL_JUMP_S:.0f}), {max(jumps):.2f} s (worst)"
        )


def record(path: Path, recorded_s: float) -> Path:
    """Record a game of passing at full speed."""
    words = ["record", "passing", "--duration", str(recorded_s), "--out", str(path)]
    subprocess.run([sys.executable, "-m", "ludens.cli.main", *words], stdout=subprocess.DEVNULL, check=True)
    return path


@click.command(help=__doc__)
@click.option("--minutes", type=click.IntRange(1), default=2, show_default=True, help="With two tabs.")
@click.option(
    "--recorded", "recorded_s", type=float, default=300.0, show_default=True, help="Seconds to record."
)
@click.option("--recording", type=click.Path(exists=True, path_type=Path), help="Jump in this one instead.")
def main(minutes: int, recorded_s: float, recording: Path | None) -> None:
    """Measure and print."""
    if CHROMIUM is None:
        raise click.ClickException(NO_CHROMIUM)
    load = " ".join(f"{processes:.1f}" for processes in os.getloadavg())
    click.echo(f"machine: {machine()}; {os.cpu_count()} cores, load {load}; Chromium draws in software")
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        with chromium(playwright, with_3d=True) as browser:
            measure_play(browser, folder, minutes)
        long = recording or record(folder / "long.mcap", recorded_s)
        with chromium(playwright, with_3d=True) as browser:
            measure_jumps(browser, folder, long)


if __name__ == "__main__":
    main()
