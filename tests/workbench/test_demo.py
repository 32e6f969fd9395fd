"""The demonstration's decisions, on a robot that is only a point which does as it is told."""

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.contract.module import CycleTime
from ludens.core.contract.time_series import TimeSeries
from ludens.drivers.simulation import SimulationDriver
from ludens.drivers.stop_when_limp import StopWhenLimpDriver
from ludens.geometry import Pose2
from ludens.messages import (
    CameraImage,
    CameraPose,
    CameraPoses,
    FallReport,
    JointCommand,
    LegOdometry,
    Message,
    RoundObject,
    Sighting,
    WantedJoints,
)
from ludens.robots.nao.kinematics import Posture, robot_from_torso, torso_from_camera
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA
from ludens.vision.ball import BallFinder
from ludens.workbench.demo import DemoDecider, FigureOfEight
from ludens.workbench.world import NaoPlayOptions, make_world

CYCLE_S = 0.012
NOWHERE = np.zeros(25)


@dataclass
class Point:
    """A robot that moves as asked, sees a ball at most 1.2 m away, and is knocked over when told."""

    ball_m: tuple[float, float]
    pose: Pose2 = field(default_factory=Pose2.identity)
    decider: DemoDecider = field(default_factory=DemoDecider)
    time_s: float = 0.0
    states: list[str] = field(default_factory=list)
    kicked_from: Pose2 | None = None
    kick_s: float = 0.0
    lies_until_s: float = -1.0
    motion: str = ""

    def __post_init__(self) -> None:
        self.path = TimeSeries[LegOdometry]()

    def cycle(self) -> None:
        self.time_s += CYCLE_S
        odometry = LegOdometry(time_s=self.time_s, odometry_from_robot=self.pose, covariance=np.eye(3))
        self.path.add(odometry)
        lies = self.time_s < self.lies_until_s
        balance = FallReport(
            time_s=self.time_s, state="fallen" if lies else "upright", direction="forward", lean_rad=0.0
        )
        motion, walk, _, _, report = self.decider.cycle(
            CycleTime(time_s=self.time_s), odometry, self.path, self.sightings(), balance, self.kick()
        )
        if report is not None and self.states[-1:] != [report.state]:
            self.states.append(report.state)
        self.motion = motion.motion
        if not lies and motion.motion == "walk":
            step = Pose2(walk.forward_mps * CYCLE_S, walk.left_mps * CYCLE_S, walk.turn_radps * CYCLE_S)
            self.pose = self.pose @ step

    def sightings(self) -> tuple[Sighting, ...]:
        x_m, y_m = self.pose.inverse().apply(*self.ball_m)
        range_m, bearing_rad = math.hypot(x_m, y_m), math.atan2(y_m, x_m)
        if not (0.3 < range_m < 1.2 and abs(bearing_rad) < 0.45) or round(self.time_s / CYCLE_S) % 8:
            return ()
        found = RoundObject((0.0, 0.0), 20.0, 1.0, range_m, 0.01, bearing_rad, 0.01)
        return (Sighting(time_s=self.time_s, found=found),)

    def kick(self) -> WantedJoints | None:
        if self.motion != "kick":
            self.kick_s = 0.0
            return None
        self.kick_s += CYCLE_S
        self.kicked_from = self.pose
        done = self.kick_s > 1.0
        return WantedJoints(
            time_s=self.time_s, position_rad=NOWHERE, stiffness=NOWHERE, may_leave=done, finished=done
        )

    def run(self, until_s: float) -> None:
        while self.time_s < until_s:
            self.cycle()


@pytest.mark.parametrize("ball_m", [(0.6, 0.0), (-0.5, 0.7)])
def test_it_kicks_the_ball_walks_an_eight_bears_a_shove_and_rests(ball_m: tuple[float, float]):
    robot = Point(ball_m)
    while robot.states[-1:] != ["wait"]:
        robot.cycle()
        assert robot.time_s < 60.0, robot.states
    assert robot.kicked_from is not None
    ahead_m, left_m = robot.kicked_from.inverse().apply(*ball_m)
    assert 0.1 < ahead_m < 0.25
    assert abs(left_m - 0.05) < 0.03
    assert robot.pose.distance_m(robot.kicked_from) < 0.1  # the eight is closed
    robot.lies_until_s = robot.time_s + 5.0
    robot.run(robot.time_s + 6.0)
    assert robot.states[-1] == "wait"  # it has just got up
    robot.run(robot.time_s + 2.0)
    assert robot.states == ["stand", "search", "approach", "kick", "eight", "wait", "rest"]
    assert robot.motion == "relax"


def test_without_a_ball_and_without_a_shove_it_goes_on_all_the_same():
    robot = Point((9.0, 9.0))
    robot.run(65.0)
    assert robot.states == ["stand", "search", "eight", "wait", "rest"]


def test_the_eight_has_a_circle_to_either_side():
    start = Pose2(1.0, 2.0, 0.5)
    eight, pose = FigureOfEight(start, radius_m=0.3), start @ Pose2(0.0, 0.02, 0.1)
    sides = []
    for _ in range(10_000):
        if eight.follow(pose):
            break
        pose = pose @ Pose2(0.15 * CYCLE_S, 0.0, eight.turn_radps(pose, forward_mps=0.15) * CYCLE_S)
        sides.append((start.inverse() @ pose).y_m)
    else:
        pytest.fail("the eight never ends")
    assert max(sides) == pytest.approx(0.6, abs=0.04)
    assert min(sides) == pytest.approx(-0.6, abs=0.04)
    assert pose.distance_m(start) < 0.06


def test_the_ball_is_found_where_it_lies():
    options = NaoPlayOptions(noise="off", ball_ahead_m=0.55, ball_left_m=0.08)
    world = make_world(options, 907, is_demo=True)
    driver = SimulationDriver(world)
    image: CameraImage | None = None
    while image is None:
        delivery = driver.next_delivery()
        assert delivery is not None
        image = next((m for m in delivery.messages if isinstance(m, CameraImage)), None)
    driver.close()
    posture = Posture(stance())
    place = CameraPose(
        camera=CAMERA,
        head_from_camera=torso_from_camera(posture, BOTTOM_CAMERA),
        robot_from_camera=robot_from_torso(posture) @ torso_from_camera(posture, BOTTOM_CAMERA),
    )
    places = TimeSeries[CameraPoses]()
    places.add(CameraPoses(time_s=0.0, top=place, bottom=place))
    found = BallFinder().cycle(image, places).found
    assert found is not None
    assert found.range_m * math.cos(found.bearing_rad) == pytest.approx(0.55, abs=0.03)
    assert found.range_m * math.sin(found.bearing_rad) == pytest.approx(0.08, abs=0.02)
    empty = CameraImage(time_s=0.0, pixels_rgb=image.pixels_rgb[:, :60].copy(), jpeg=b"")
    assert BallFinder().cycle(empty, places).found is None


class Ticks:
    """Delivers something every 0.1 s."""

    robots = (RobotDescription("", "nao", ()),)

    def __init__(self) -> None:
        self.time_ns = 0

    def next_delivery(self) -> Delivery | None:
        self.time_ns += 100_000_000
        return Delivery(self.time_ns, "", "body", ())

    def command(self, robot: str, command: Message) -> None: ...

    def make_safe(self, robot: str) -> None: ...

    def close(self) -> None: ...


def test_a_run_ends_when_the_robot_has_gone_limp_but_not_before_it_was_stiff():
    driver = StopWhenLimpDriver(Ticks())

    def step(stiffness: float) -> bool:
        if driver.next_delivery() is None:
            return False
        driver.command(
            "", JointCommand(time_s=0.0, names=("HeadYaw",), positions_rad=(0.0,), stiffnesses=(stiffness,))
        )
        return True

    assert all(step(0.0) for _ in range(30))
    assert step(0.9)
    assert all(step(0.0) for _ in range(5))
    assert step(0.9)
    assert sum(step(0.0) for _ in range(30)) == 11
