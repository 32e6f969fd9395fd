"""Serves the toy game for the browser tests: `python -m tests.studio.toy_server FOLDER [--start] [--record]`.

With `--board OPTIONS`, a JSON object, it serves the toy board instead. Without a folder it reads lines of a
folder and options, parted by tabs, from its input, and serves a new game for each.
"""

import json
import os
import sys
from importlib import import_module
from pathlib import Path

from ludens.core.runtime.run import Run
from ludens.messages import StateReport
from ludens.studio.page import (
    Figure,
    GameButton,
    HighlightRule,
    PlotLine,
    StudioPage,
    Viewpoint,
    shoulder_view,
    view_from_above,
)
from ludens.studio.played_run import ShownStreams
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.stage import GameStage
from ludens.studio.web.server import serve
from tests.studio.toy import ToyDriver, launch, open_toy_recording, toy_programme

BOARD = "tests.studio.toy_board"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def push(run: Run, robot: str) -> str:
    assert isinstance(run.driver, ToyDriver)
    run.driver.push_ball()
    return "The ball was pushed to the left."


def count_watchers(run: Run, robot: str) -> str:
    return f"There are {sum(len(stream.watchers) for stream in run.hub.streams.values())} watchers."


def found(now: StateReport, before: StateReport) -> str | None:
    return "It sees the ball" if now.state == "approach" != before.state else None


PAGE = StudioPage(
    title="Toy: a robot looks for a ball",
    legend="The robot searches, approaches the green ball and turns away.\nPush the ball and see.",
    figures=(Figure("speed", "Odometry", "forward_mps", "m/s", 2),),
    plots=(PlotLine("BallSeen", "distance_m"), PlotLine("driver_skill/forward_mps")),
    highlights=(HighlightRule(stream="StateReport", kind="point", find=found),),
    views=(
        Viewpoint(name="All", icon="center_focus_strong"),
        view_from_above((0.0, 0.0, 9.0)),
        shoulder_view("{robot}", (-1.2, 0.0, 0.9), (1.0, 0.0, 0.0)),
    ),
    buttons=(
        GameButton("Push the ball", push, icon="sports_soccer"),
        GameButton("Count watchers", count_watchers, icon="visibility"),
    ),
)


def serve_toy(folder: str, *options: str) -> None:
    session = Session(
        launch(),
        recordings=RecordingFolder(Path(folder)),
        open_recording=open_toy_recording,
        shown=ShownStreams(PAGE.shown_streams(), PAGE.highlights, PAGE.plots),
    )
    session.record("--record" in options)
    serve(
        GameStage.of(PAGE, session, toy_programme(Path(folder), PAGE)),
        port=0,
        start="--start" in options,
        say=say,
    )


def serve_board(folder: str, options: str) -> None:
    """The toy board, three times as fast as life."""
    toy_board = import_module(BOARD)
    session = Session(toy_board.launch(**json.loads(options)), recordings=RecordingFolder(Path(folder)))
    session.set_speed(3.0)
    serve(GameStage.of(toy_board.PAGE, session), port=0, start=True, say=say)


def serve_several() -> None:
    """One after the other, each in a fork of this process, which has imported everything once for all."""
    for line in sys.stdin:
        if "--board" in line:
            import_module(BOARD)
        child = os.fork()
        if child == 0:
            say(str(os.getpid()))
            _serve(*line.rstrip("\n").split("\t"))
            return
        os.waitpid(child, 0)
        say("")  # it has ended


def _serve(folder: str, *options: str) -> None:
    if options[:1] == ("--board",):
        serve_board(folder, options[1])
    else:
        serve_toy(folder, *options)


if __name__ == "__main__":
    if sys.argv[1:]:
        _serve(*sys.argv[1:])
    else:
        serve_several()
