"""Serves the toy game for the browser tests: `python -m tests.studio.toy_server FOLDER [--start]`."""

import sys
from pathlib import Path

from ludens.core.run import Run
from ludens.studio.page import Figure, GameButton, PlotLine, StudioPage
from ludens.studio.recordings import RecordingShelf
from ludens.studio.server import serve
from ludens.studio.session import Session
from tests.studio.toy import ToyDriver, launch, open_toy_recording


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def push(run: Run) -> str:
    assert isinstance(run.driver, ToyDriver)
    run.driver.push_ball()
    return "The ball was pushed to the left."


def count_watchers(run: Run) -> str:
    return f"There are {sum(len(stream.watchers) for stream in run.hub.streams.values())} watchers."


PAGE = StudioPage(
    title="Toy: a robot looks for a ball",
    legend="The robot searches, approaches the green ball and turns away.\nPush the ball and see.",
    figures=(Figure("speed", "Odometry", "forward_mps", "m/s", 2),),
    plots=(PlotLine("BallSeen", "distance_m"), PlotLine("driver_skill/forward_mps")),
    buttons=(
        GameButton("Push the ball", push, icon="sports_soccer"),
        GameButton("Count watchers", count_watchers, icon="visibility"),
    ),
)

if __name__ == "__main__":
    session = Session(launch(), shelf=RecordingShelf(Path(sys.argv[1])), open_recording=open_toy_recording)
    session.record("--record" in sys.argv)
    serve(PAGE, session, port=0, start="--start" in sys.argv, say=say)
