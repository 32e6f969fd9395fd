"""`ludens record`: a run at full speed into an MCAP file."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from ludens.cli.games import GameGroup
from ludens.cli.launching import launch_options, make_launch, shown_of
from ludens.cli.numbers import Number
from ludens.core.contract.driver import is_live
from ludens.core.errors import LudensError
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.game import Game
from ludens.core.runtime.realtime import RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.messages.highlight import HIGHLIGHTS
from ludens.studio.highlights import HighlightFinder

LIVE_CHECK_S = 0.05


def record_options() -> list[click.Parameter]:
    """The options of `record` beside the game's own."""
    return [
        *launch_options(),
        click.Option(
            ["--out"],
            type=click.Path(dir_okay=False, path_type=Path),
            help="File to write; by default recordings/GAME-seed-N.mcap.",
        ),
        click.Option(
            ["--duration", "duration_s"],
            type=Number(0, min_open=True),
            default=30.0,
            show_default=True,
            metavar="S",
            help="Simulated seconds.",
        ),
    ]


def record(game: Game, /, **values: Any) -> None:
    """Run as fast as the computer can and write everything down."""
    launch = make_launch(game, values)
    path: Path = values["out"] or Path("recordings") / f"{game.name}-seed-{launch.seed}.mcap"
    path.parent.mkdir(parents=True, exist_ok=True)
    driver = game.make_driver(launch.setup, launch.options, launch.seed)
    with ExitStack() as undo:  # where no run begins
        undo.callback(driver.close)
        recorder = Recorder(path, metadata_of(launch, driver.robots))
        undo.callback(recorder.close)
        run = launch.start(driver=driver, observers=[recorder])
        undo.pop_all()
    shown = shown_of(launch)
    recorder.watch(run.hub, (*shown.patterns, HIGHLIGHTS))
    highlights = HighlightFinder(run.hub, shown.highlights, lambda _time_s, _highlight: None)
    with stopped_between_steps() as stopped:
        try:
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("recording", total=values["duration_s"])
                moving = _live(run) if is_live(driver) else _stepped(run)
                for time_s in moving:
                    progress.update(task, completed=time_s)
                    if time_s >= values["duration_s"] or stopped.is_set():
                        break
        finally:
            run.stop("The recording is long enough.")
            highlights.close()
    click.echo(
        f"{path}: {run.time_s:.1f} s of '{launch.setup.name}', seed {launch.seed}, {run.faults.total} faults."
    )
    if stopped.is_set():
        raise click.Abort


@contextmanager
def stopped_between_steps() -> Iterator[Event]:
    """Let Ctrl-C and a polite kill set an event instead of breaking into a step, half of which is recorded.

    The second Ctrl-C breaks in as usual.
    """
    stopped = Event()
    if current_thread() is not main_thread():
        yield stopped
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stepped(run: Run) -> Iterator[float]:
    while run.step() is not None:
        yield run.time_s


def _live(run: Run) -> Iterator[float]:
    """A real robot goes on by itself: its run has threads, and is only watched here."""
    with RealTimeRunner(run) as runner:
        while not run.ended.wait(LIVE_CHECK_S):
            yield run.time_s
    if isinstance(runner.failure, LudensError):
        raise runner.failure


command = GameGroup(
    name="record",
    action=record,
    options=record_options,
    help="Run a game as fast as possible and record all sensors, messages and commands (MCAP).",
)
