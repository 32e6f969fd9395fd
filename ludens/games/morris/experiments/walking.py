"""A NAO at the table that is sent from station to station, and what became of each walk, by the truth.

The robot's cameras were calibrated before it came to the table, as `ludens calibrate nao-camera` does. That
takes a board and half a minute, so here the true mounting stands in for it, with the errors that the
experiment `nao-camera-calibration` finds afterwards: 0.15° in the median over all axes, 0.17 % of focal
length.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Annotated, Self

import numpy as np
from msgspec import Meta

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.camera_pose import CameraPoseEstimator, EyeCalibration
from ludens.games.morris.see.men_eyes import MenEyes
from ludens.games.morris.walk.nodes import AT_TABLE, STRIPE
from ludens.games.morris.walk.route import Manner
from ludens.games.morris.walk.station import Station
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.messages import Fault
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import StationReport, StationRequest
from ludens.robots.nao.places import BOTTOM_CAMERA, PLACES, TOP_CAMERA
from ludens.sim.nao.world import has_fallen
from ludens.sim.sensors.camera import MountedCamera

READY_S = 1.4
"""Until the arms are behind the back, before the robot is set down at its first station."""
SETTLES_S = 3.4
"""Before a walk: the gyroscope's bias has been learnt by then, and the eyes know where they are."""
STEP_BACK_M = 0.1
LONGEST_S = 200.0
SAMPLED_S = 0.1
PUSHED_M = 0.003
"""A man that stands so far from where it stood was moved."""
Metres = Annotated[float, Meta(ge=-5, le=5)]
LEFT_RAD = 0.0017
"""σ of what is left about each axis."""
LEFT_FOCAL = 0.0025
LEFT_DISTORTION = 0.003
PLACES_OF = {"top": ("top/camera", TOP_CAMERA), "bottom": ("bottom/camera", BOTTOM_CAMERA)}


@dataclass(frozen=True, slots=True)
class StationScriptParameters:
    """Which request, if any."""

    number: Annotated[int, Meta(ge=0, description="Of the request; 0 asks for nothing.")] = 0
    x_m: Annotated[Metres, Meta(description="Of the robot on the board.")] = 0.0
    y_m: Annotated[Metres, Meta(description="Likewise.")] = -0.33
    yaw_rad: Annotated[float, Meta(ge=-10, le=10, description="Its heading there.")] = 1.5708


class StationScript(Module[StationScriptParameters]):
    """Asks for the station of its parameters."""

    def cycle(self, now: CycleTime) -> StationRequest | None:
        """Say where to stand."""
        p = self.parameters
        if p.number == 0:
            return None
        station = Pose2(p.x_m, p.y_m, p.yaw_rad)
        return StationRequest(time_s=now.time_s, number=p.number, board_from_robot=station)


WALKING = Setup(
    "morris-walking",
    (
        CyclerPlan("eyes", "bottom/camera", (Node(MenEyes, "bottom"), STRIPE)),
        CyclerPlan("body", "body", (*BODY, Node(StationScript), *AT_TABLE)),
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
        self._start = start
        self.world = MorrisWorld(options, seed=seed)
        setup = WALKING.replacing(Station, Station, manner=manner)
        if calibrated:
            (mounts,) = self.world.mounts.values()
            setup = with_calibrated_cameras(setup, mounts, random=np.random.default_rng([seed, 3]))
        self._configuration = Configuration(setup.sections())
        self.listener = Listener()
        driver = SimulationDriver(self.world)
        self.run = Run(setup, driver, configuration=self._configuration, seed=seed, observers=[self.listener])
        self._number = 0

    def __enter__(self) -> Self:
        self.run.__enter__()
        self.run.run_until(READY_S)
        self.world.move_robot(self._start)
        self.run.run_until(SETTLES_S)
        return self

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


def with_calibrated_cameras(
    setup: Setup, mounts: Mapping[str, MountedCamera], *, random: np.random.Generator
) -> Setup:
    """Return the setup for the robot whose cameras really sit so."""
    eyes: dict[str, EyeCalibration] = {}
    for eye, (source, place) in PLACES_OF.items():
        mounted = mounts[source]
        nominal_from_real = PLACES[place].link_from_place.inverse() @ mounted.robot_from_camera
        roll_rad, pitch_rad, yaw_rad = np.add(
            nominal_from_real.rpy(), LEFT_RAD * random.normal(size=3)
        ).tolist()
        eyes[eye] = EyeCalibration(
            roll_rad=roll_rad,
            pitch_rad=pitch_rad,
            yaw_rad=yaw_rad,
            focal_px=mounted.camera.focal_x_px * (1.0 + LEFT_FOCAL * float(random.normal())),
            distortion=mounted.distortion + LEFT_DISTORTION * float(random.normal()),
        )
    return setup.replacing(CameraPoseEstimator, CameraPoseEstimator, top=eyes["top"], bottom=eyes["bottom"])
