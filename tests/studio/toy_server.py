"""Serves the toy game for the browser tests: `python -m tests.studio.toy_server FOLDER [--start] [--record]`.

Without a folder it reads folders from its input, line by line, and serves a new game for each.
"""

import os
import sys
from pathlib import Path

from ludens.core.runtime.run import Run
from ludens.studio.page import Figure, GameButton, PlotLine, StudioPage
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.web.server import serve
from tests.studio.toy import ToyDriver, launch, open_toy_recording


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def push(run: Run, robot: str) -> str:
    assert isinstance(run.driver, ToyDriver)
    run.driver.push_ball()
    return "The ball was pushed to the left."


def count_watchers(run: Run, robot: str) -> str:
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


def serve_toy(folder: str, *options: str) -> None:
    session = Session(launch(), recordings=RecordingFolder(Path(folder)), open_recording=open_toy_recording)
    session.record("--record" in options)
    serve(PAGE, session, port=0, start="--start" in options, say=say)


def serve_several() -> None:
    """One after the other, each in a fork of this process, which has imported everything once for all."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(str(os.getpid()))
            serve_toy(line.rstrip("\n"))
            return
        os.waitpid(child, 0)
        say("")  # it has ended


if __name__ == "__main__":
    if sys.argv[1:]:
        serve_toy(*sys.argv[1:])
    else:
        serve_several()
