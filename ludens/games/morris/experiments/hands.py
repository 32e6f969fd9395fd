"""A robot at the table whose hands are asked for acts: what the experiments `…-truth` of hands share.

It stands where the point is reached from, as far off as its walk leaves it. Where it stands and where men are
it is told as its eyes would tell it, with their error. What really happened is seen by the simulation.
"""

import math
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

import numpy as np

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.experiments.hand_script import HandScript
from ludens.games.morris.experiments.hands_referee import count_disturbed, men_in_board_m
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.geometry import FloatArray, Pose2
from ludens.manipulation import Manipulation
from ludens.messages import Fault
from ludens.messages.manipulation import Hand, HandAct, HandReport
from ludens.sim.nao.world import has_fallen

HANDS_AT_WORK = Setup(
    "morris-hands", (CyclerPlan("body", "body", (*BODY, Node(Manipulation), Node(HandScript))),)
)

READY_S = 1.3
"""Until the arms are behind the back, before the robot is set down at its station."""
STANDS_S = 0.5
LOOK_S = 0.048
STEP_BACK_M = 0.1
STATION_SIGMA_M, STATION_SIGMA_RAD = 0.005, math.radians(0.75)
"""How far from its station a walk ends: nearly all within 1 cm and 1.5°."""
CALIBRATED = (0.002, math.radians(0.3))
AS_MADE = (0.003, math.radians(1.2))
"""How far off robots believe to stand: knowing how their camera sits, or not (`morris-camera`)."""
MAN_SIGMA_M, MAN_SIGMA_RAD = 0.0015, math.radians(3.0)
"""How far off men are seen on the board."""


class _Ears:
    """Hears the reports of the hands and whatever goes wrong."""

    def __init__(self) -> None:
        self.report: HandReport | None = None
        self.faults = 0

    def on_delivery(self, delivery: Delivery) -> None:
        """Sensors are not its business."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Keep the newest report."""
        for _, message in outputs:
            if isinstance(message, HandReport):
                self.report = message

    def on_fault(self, fault: Fault) -> None:
        """Count it."""
        self.faults += 1

    def close(self) -> None:
        """Nothing to give back."""


class HandsAtWork:
    """One robot at one station, men on the board, and acts one after the other."""

    def __init__(
        self,
        station: Pose2,
        men: Mapping[int, int],
        *,
        noise: str,
        seed: int,
        random: np.random.Generator,
        calibrated: bool = True,
    ) -> None:
        self.random, self._noisy = random, noise != "off"
        self._place_sigma_m, self._place_sigma_rad = CALIBRATED if calibrated else AS_MADE
        behind = station @ Pose2(-STEP_BACK_M, 0.0, 0.0)
        options = MorrisWorldOptions(noise=noise, stations=(behind,), men=men, render=False)
        self.world = MorrisWorld(options, seed=seed)
        self._ears = _Ears()
        self._configuration = Configuration(HANDS_AT_WORK.sections())
        self.run = Run(
            HANDS_AT_WORK,
            SimulationDriver(self.world),
            configuration=self._configuration,
            seed=seed,
            observers=[self._ears],
        )
        self.run.run_until(READY_S)
        ahead_m, left_m = self._drawn(STATION_SIGMA_M, 2).tolist()
        off = Pose2(ahead_m, left_m, float(self._drawn(STATION_SIGMA_RAD, 1)[0]))
        self.world.move_robot(station @ off)
        self.run.run_until(READY_S + STANDS_S)
        self.world.touches.forget()
        self._number = 0
        self.look_round()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.run.stop("The trial is over.")

    def _drawn(self, sigma: float, count: int) -> FloatArray:
        """Return errors, cut off at twice their sigma; none where noise is off."""
        return sigma * np.clip(self.random.normal(size=count), -2.0, 2.0) * float(self._noisy)

    def look_round(self) -> None:
        """Let the robot believe where it stands, as its eyes would have it; and remember how men stand."""
        place = self.world.board_from_robot()
        x_m, y_m = self._drawn(self._place_sigma_m, 2).tolist()
        self._edit(
            "believed",
            {
                "x_m": place.x_m + x_m,
                "y_m": place.y_m + y_m,
                "yaw_rad": place.yaw_rad + float(self._drawn(self._place_sigma_rad, 1)[0]),
                "height_m": self.world.measures.table_height_m,
            },
        )
        self._men_m = men_in_board_m(self.world)

    def seen_man(self, man: int) -> tuple[tuple[float, float], float]:
        """Return where a man is seen on the board and how it is turned."""
        place = self.world.men.board_from_man(man)
        x_m, y_m = (place.translation[:2] + self._drawn(MAN_SIGMA_M, 2)).tolist()
        _, _, yaw_rad = place.rpy()
        return (x_m, y_m), yaw_rad + float(self._drawn(MAN_SIGMA_RAD, 1)[0])

    def neighbours_m(self, *, but: int | None = None) -> list[list[float]]:
        """Return where all men on the board are seen, except one."""
        standing = [man for men in self.world.men_on_points().values() for man in men if man != but]
        return [list(self.seen_man(man)[0]) for man in standing]

    def act(
        self,
        act: HandAct,
        hand: Hand,
        *,
        place_m: tuple[float, float] | None = None,
        yaw_rad: float = 0.0,
        neighbours_m: Sequence[Sequence[float]] = (),
        within_s: float = 30.0,
    ) -> HandReport | None:
        """Ask for an act and wait until it is done or has failed."""
        self.ask(act, hand, place_m=place_m, yaw_rad=yaw_rad, neighbours_m=neighbours_m)
        end_s = self.run.time_s + within_s
        while self.run.time_s < end_s:
            self.run.run_until(self.run.time_s + LOOK_S)
            report = self._ears.report
            if report is not None and report.number == self._number and report.state in ("done", "failed"):
                return report
            if self.fell:
                return report
        return self._ears.report

    def ask(
        self,
        act: HandAct,
        hand: Hand,
        *,
        place_m: tuple[float, float] | None = None,
        yaw_rad: float = 0.0,
        neighbours_m: Sequence[Sequence[float]] = (),
    ) -> None:
        """Ask for an act and do not wait."""
        self._number += 1
        self._edit("handles", True)
        self._edit(
            "asked",
            {
                "number": self._number,
                "act": act,
                "hand": hand,
                "place_m": place_m,
                "yaw_rad": yaw_rad,
                "neighbours_m": neighbours_m,
            },
        )

    def leave(self) -> None:
        """Let the body go on to another motion."""
        self._edit("handles", False)

    @property
    def report(self) -> HandReport | None:
        """What the hands told last."""
        return self._ears.report

    @property
    def faults(self) -> int:
        """How many modules failed."""
        return self._ears.faults

    @property
    def fell(self) -> bool:
        """Whether the robot lies."""
        return has_fallen(self.world.ground_from_torso())

    def disturbed(self, *, but: int) -> int:
        """Return how many other men stand elsewhere than when the robot looked last."""
        return count_disturbed(self.world, self._men_m, but=but)

    def _edit(self, key: str, value: object) -> None:
        self._configuration.edit(f"hand_script.{key}", value)
