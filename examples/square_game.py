"""The smallest game: a robot drives squares. One module, one setup, one option, one page.

    .venv/bin/python examples/square_game.py

opens it in the studio. `docs/games.md` explains the parts.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta
from point_robot import PointRobot

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Driver
from ludens.core.contract.module import Module
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.game import Game, Launch
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import BaseVelocityCommand, Drawing, Odometry, Polyline, StateReport
from ludens.studio.page import Figure, StudioPage
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.web.server import serve


@dataclass(frozen=True, slots=True)
class SquareDeciderParameters:
    """The square and the pace."""

    side_m: Annotated[float, Meta(gt=0, le=10, description="Length of a side.")] = 1.0
    travel_mps: Annotated[float, Meta(gt=0, le=1, description="Speed along a side.")] = 0.4
    turn_radps: Annotated[float, Meta(gt=0, le=2, description="Turn rate at a corner.")] = 1.0


class SquareDecider(Module[SquareDeciderParameters]):
    """Drives a side, turns a corner, drives a side …, by odometry alone."""

    def start(self) -> None:
        """The first side begins where the robot stands."""
        self._state, self._since_s, self._from = "side", 0.0, Pose2.identity()

    def cycle(self, odometry: Odometry) -> tuple[BaseVelocityCommand, StateReport]:
        """Go on with the side or the corner."""
        pose, p = odometry.odometry_from_robot, self.parameters
        turned_rad = difference(pose.yaw_rad, self._from.yaw_rad)
        if self._state == "side" and pose.distance_m(self._from) >= p.side_m:
            self._enter("corner", odometry)
        elif self._state == "corner" and turned_rad >= math.pi / 2:
            self._enter("side", odometry)
        driving = self._state == "side"
        self.debug.drawing("side", lambda: self._drawing())
        command = BaseVelocityCommand(
            time_s=odometry.time_s,
            forward_mps=p.travel_mps if driving else 0.0,
            turn_radps=0.0 if driving else p.turn_radps,
        )
        return command, self._report(odometry.time_s)

    def _enter(self, state: str, odometry: Odometry) -> None:
        self._state, self._since_s, self._from = state, odometry.time_s, odometry.odometry_from_robot

    def _report(self, time_s: float) -> StateReport:
        return StateReport(
            time_s=time_s,
            state=self._state,
            since_s=self._since_s,
            reason="the one before is done",
            states=("side", "corner"),
            transitions=(("side", "corner"), ("corner", "side")),
        )

    def _drawing(self) -> Drawing:
        start, end = (self._from.x_m, self._from.y_m), self._from.apply(self.parameters.side_m, 0.0)
        return Drawing(frame="odometry", shapes=(Polyline(points=(start, end), colour="orange"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareWorldOptions:
    """What the world of this game is like."""

    drift_radps: Annotated[float, Meta(ge=-1, le=1, description="How the robot pulls to the left.")] = 0.0


def make_driver(_setup: Setup, options: SquareWorldOptions, _seed: int) -> Driver:
    """The world that fits the setup; nothing in this one is left to chance."""
    return PointRobot(drift_radps=options.drift_radps)


SQUARE = Setup("square", (CyclerPlan("body", "body", (Node(SquareDecider),)),))

GAME = Game(
    name="square",
    title="Drive a square",
    summary="A point robot drives squares by odometry.",
    setups={"square": SQUARE},
    options=SquareWorldOptions(),
    make_driver=make_driver,
)

PAGE = StudioPage(
    title="Drive a square",
    legend="The robot drives one side after the other. Try: change side_m while it drives.",
    figures=(Figure("speed", "*Odometry", "forward_mps", unit="m/s", digits=2),),
)


def make_launch() -> Launch:
    """The game as it is without any options."""
    return Launch(GAME, SQUARE, GAME.options, seed=1, configuration=Configuration(SQUARE.sections()))


if __name__ == "__main__":
    serve(PAGE, Session(make_launch(), recordings=RecordingFolder(Path("recordings"))))
