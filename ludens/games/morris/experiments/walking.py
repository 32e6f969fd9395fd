"""A NAO at the table that is sent from station to station, and what became of each walk, by the truth.

Nobody tells the robot how its camera sits: it finds that out at the table first, by the same modules as in a
game. Then it is lifted to its first station, which it finds by its eyes.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Annotated, Self

from msgspec import Meta

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.game_flow.body_arbiter import BodyArbiter
from ludens.games.morris.know.board_localiser import BoardLocaliser
from ludens.games.morris.walk.nodes import STANDING, TABLE_EYES
from ludens.games.morris.walk.route import Manner
from ludens.games.morris.walk.station import Station
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.messages import Fault
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_game import BodyUse
from ludens.messages.morris_table import (
    CameraCalibrationReport,
    CameraCalibrationRequest,
    StationReport,
    StationRequest,
)
from ludens.messages.task import TaskState
from ludens.sim.nao.world import has_fallen

READY_S = 1.4
"""Until the arms are behind the back, before the robot is set down at its first station."""
SETTLES_S = 2.0
"""Before a walk: the gyroscope's bias has been learnt by then, and the eyes know where they are."""
CALIBRATES_S = 40.0
"""How long the robot has for its camera, as in a game."""
STEP_BACK_M = 0.1
LONGEST_S = 200.0
SAMPLED_S = 0.1
PUSHED_M = 0.003
"""A man that stands so far from where it stood was moved."""
Metres = Annotated[float, Meta(ge=-5, le=5)]


@dataclass(frozen=True, slots=True)
class StationScriptParameters:
    """Which request, if any."""

    number: Annotated[int, Meta(ge=0, description="Of the request; 0 asks for nothing.")] = 0
    x_m: Annotated[Metres, Meta(description="Of the robot on the board.")] = 0.0
    y_m: Annotated[Metres, Meta(description="Likewise.")] = -0.33
    yaw_rad: Annotated[float, Meta(ge=-10, le=10, description="Its heading there.")] = 1.5708
    calibrates: Annotated[bool, Meta(description="Whether it shall find out how its camera sits.")] = False


class StationScript(Module[StationScriptParameters]):
    """Asks for the station of its parameters, and for a calibration of the camera."""

    def cycle(self, now: CycleTime) -> tuple[StationRequest | None, CameraCalibrationRequest | None, BodyUse]:
        """Say where to stand, and whether to calibrate."""
        p, time_s = self.parameters, now.time_s
        station = Pose2(p.x_m, p.y_m, p.yaw_rad)
        return (
            StationRequest(time_s=time_s, number=p.number, board_from_robot=station) if p.number else None,
            CameraCalibrationRequest(time_s=time_s, number=1) if p.calibrates else None,
            BodyUse(time_s=time_s),
        )


WALKING = Setup(
    "morris-walking",
    (
        TABLE_EYES,
        CyclerPlan(
            "body",
            "body",
            (
                *BODY,
                Node(BoardLocaliser),
                Node(StationScript),
                Node(Station, "station"),
                Node(BodyArbiter),
                STANDING,
            ),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class WalkOutcome:
    """What became of one walk."""

    state: str
    reason: str
    place: Pose2  # board_from_robot, truly
    belief_error_m: float
    belief_error_rad: float
    touched: tuple[str, ...]  # parts of the robot that touched table or men
    moved_men: int
    searches: int  # times the marker had to be searched for
    fell: bool
    time_s: float
    way: tuple[Pose2, ...]  # as walked, truly
    faults: int


class Listener:
    """Keeps the newest of what the robot says about its walk."""

    def __init__(self) -> None:
        self.report: StationReport | None = None
        self.place: BoardPose | None = None
        self.doings: list[str] = []
        self.calibration: CameraCalibrationReport | None = None

    @property
    def is_calibrating(self) -> bool:
        """Whether a calibration was not reported to be over yet."""
        return self.calibration is None or self.calibration.state is TaskState.BUSY

    @property
    def has_calibrated(self) -> bool:
        """Whether the robot has found out how its camera sits."""
        return self.calibration is not None and self.calibration.state is TaskState.DONE

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note reports and places."""
        for _, message in outputs:
            if isinstance(message, StationReport):
                self.report = message
                if not self.doings or self.doings[-1] != message.doing:
                    self.doings.append(message.doing)
            elif isinstance(message, BoardPose):
                self.place = message
            elif isinstance(message, CameraCalibrationReport):
                self.calibration = message

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


class WalkRun:
    """One robot in one room. Use as a context; `walk_to` may be called again and again."""

    def __init__(
        self,
        start: Pose2,
        *,
        seed: int,
        men: Mapping[int, int] | None = None,
        noise: str = "default",
        manner: Manner = "facing",
        camera_hz: float = 4.0,
        calibrated: bool = True,
    ) -> None:
        options = MorrisWorldOptions(
            noise=noise,
            stations=(start @ Pose2(-STEP_BACK_M, 0.0, 0.0),),
            men=men or {},
            eyes=("bottom/camera",),
            camera_hz=camera_hz,
        )
        self._start, self._calibrates = start, calibrated
        self.world = MorrisWorld(options, seed=seed)
        setup = WALKING.replacing(Station, Station, manner=manner)
        self._configuration = Configuration(setup.sections())
        self.listener = Listener()
        driver = SimulationDriver(self.world)
        self.run = Run(setup, driver, configuration=self._configuration, seed=seed, observers=[self.listener])
        self._number = 0

    def __enter__(self) -> Self:
        self.run.__enter__()
        self.run.run_until(READY_S)
        if self._calibrates:
            self._calibrate()
        self.world.move_robot(self._start)
        self.run.run_until(self.run.time_s + SETTLES_S)
        return self

    def _calibrate(self) -> None:
        """Let the robot find out how its camera sits; where it cannot, it walks with the camera as made."""
        self._configuration.edit("station_script.calibrates", True)
        listener, end_s = self.listener, self.run.time_s + CALIBRATES_S
        while listener.is_calibrating and self.run.time_s < end_s and self.run.step() is not None:
            pass
        self._configuration.edit("station_script.calibrates", False)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.run.__exit__(kind, error, trace)

    def send(self, goal: Pose2) -> None:
        """Ask for a station."""
        self._number += 1
        for key in ("x_m", "y_m", "yaw_rad"):
            self._configuration.edit(f"station_script.{key}", getattr(goal, key))
        self._configuration.edit("station_script.number", self._number)
        self.listener.doings.clear()

    @property
    def is_busy(self) -> bool:
        """Whether the robot is still on its way."""
        report = self.listener.report
        return report is None or report.number != self._number or report.state == "busy"

    def walk_to(self, goal: Pose2) -> WalkOutcome:
        """Send the robot to a station and wait until it is there or gives up."""
        world, began_s = self.world, self.run.time_s
        men_m = self._men_m()
        world.touches.forget()
        self.send(goal)
        way, sampled_s, fell = [world.board_from_robot()], began_s, False
        while self.is_busy and self.run.time_s - began_s < LONGEST_S and self.run.step() is not None:
            if self.run.time_s >= sampled_s + SAMPLED_S:
                sampled_s = self.run.time_s
                way.append(world.board_from_robot())
                fell = fell or has_fallen(world.ground_from_torso())
        return self._outcome(men_m, began_s, tuple(way), fell=fell)

    def _outcome(
        self, men_m: list[tuple[float, float]], began_s: float, way: tuple[Pose2, ...], *, fell: bool
    ) -> WalkOutcome:
        report, believed = self.listener.report, self.listener.place
        place = self.world.board_from_robot()
        wrong = Pose2(math.nan, math.nan, math.nan)
        if believed is not None:
            wrong = place.inverse() @ believed.board_from_robot
        touches = {part for part, _ in self.world.touches.touches}
        moved = [math.dist(*pair) > PUSHED_M for pair in zip(men_m, self._men_m(), strict=True)]
        return WalkOutcome(
            state="busy" if report is None else report.state,
            reason="" if report is None else report.reason,
            place=place,
            belief_error_m=math.hypot(wrong.x_m, wrong.y_m),
            belief_error_rad=abs(wrap(wrong.yaw_rad)),
            touched=tuple(sorted(touches)),
            moved_men=sum(moved),
            searches=self.listener.doings.count("find marker"),
            fell=fell,
            time_s=self.run.time_s - began_s,
            way=way,
            faults=self.run.faults.total,
        )

    def _men_m(self) -> list[tuple[float, float]]:
        men = self.world.men
        places = (men.board_from_man(man.number).translation for man in men.men)
        return [(float(place[0]), float(place[1])) for place in places]
