import math
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from ludens.core.contract.capabilities import BASE_VELOCITY, ODOMETRY, SONAR
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.drivers.check import RobotCheckError, check_robot
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.world import PassingWorldOptions, make_world
from ludens.geometry import Pose2
from ludens.messages import BaseVelocityCommand, Message, Odometry, ScenePoses, SonarRing

PERIOD_NS = 20_000_000


class Simple:
    """A driver that keeps every promise: a base that turns at once and tells so at 50 Hz. Tests break it."""

    def __init__(self) -> None:
        self.robots: tuple[RobotDescription, ...] = (
            RobotDescription("toy", "toy", (Source("body", 0.02, (ODOMETRY,)),), (BASE_VELOCITY,)),
        )
        self.number = 0
        self.turn_radps = 0.0
        self.open = True
        self.change: Callable[[Delivery], Delivery] = lambda delivery: delivery
        self.safe = True
        self.silent_refusal = False
        self.ends_at: int | None = None

    def next_delivery(self) -> Delivery | None:
        if not self.open or self.number == self.ends_at:
            return None
        time_ns = self.number * PERIOD_NS
        self.number += 1
        pose = Pose2(0.0, 0.0, self.turn_radps * time_ns * 1e-9)
        odometry = Odometry(
            time_s=time_ns * 1e-9, odometry_from_robot=pose, forward_mps=0.0, turn_radps=self.turn_radps
        )
        return self.change(Delivery(time_ns, "toy", "body", (odometry,)))

    def command(self, robot: str, command: Message) -> None:
        if robot == "toy" and isinstance(command, BaseVelocityCommand):
            self.turn_radps = command.turn_radps
        elif self.silent_refusal:
            return
        else:
            raise LudensError(f"The robot '{robot}' does not take that.")

    def make_safe(self, robot: str) -> None:
        if self.safe:
            self.turn_radps = 0.0

    def close(self) -> None:
        self.open = False


def delivering(driver: Simple, change: Callable[[Delivery], Delivery]) -> Simple:
    driver.change = change
    return driver


def with_odometry(**values: Any) -> Callable[[Delivery], Delivery]:
    def change(delivery: Delivery) -> Delivery:
        return structs.replace(
            delivery, messages=tuple(structs.replace(m, **values) for m in delivery.messages)
        )

    return change


def test_a_driver_that_keeps_its_promises_passes_and_is_closed():
    driver = Simple()
    check_robot(driver)
    assert not driver.open


@pytest.mark.parametrize(
    "options",
    [
        PassingWorldOptions(),
        PassingWorldOptions(noise="harsh", depth=True, latency_s=0.4),
        PassingWorldOptions(robots=2, noise="off"),
        PassingWorldOptions(render=False, ball="rolling", person="walking", rolls_back=True),
    ],
)
def test_the_simulation_passes(options: PassingWorldOptions):
    check_robot(SimulationDriver(make_world(options, 11)))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("camera-stops@0", "'camera': promises CameraImage, but none came"),
        ("camera-stops@1", "'camera': 10 deliveries in 3.0 s"),
        ("sonar-nan@1", "SonarRing holds a number that is not finite"),
        ("sonar-stops@0", "promises SonarRing, but none came"),
    ],
)
def test_a_simulation_with_a_broken_sensor_fails(fault: str, words: str):
    world = make_world(PassingWorldOptions(obstacles=0, noise="off"), 11)
    with pytest.raises(RobotCheckError, match=words):
        check_robot(FaultyDriver(SimulationDriver(world), [parse_fault(fault)]))


def test_no_robot_or_two_of_one_name():
    nobody, twins = Simple(), Simple()
    nobody.robots = ()
    twins.robots *= 2
    with pytest.raises(RobotCheckError, match="no robot"):
        check_robot(nobody)
    with pytest.raises(RobotCheckError, match="the same name"):
        check_robot(twins)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (Source("body", 0.0, (ODOMETRY,)), "period of 0.0 s"),
        (Source("body", 0.02, ()), "delivers nothing"),
        (Source("spectator", 0.02, (ODOMETRY,)), "kept for spectators"),
        (Source("legs", 0.02, (ODOMETRY,)), "knows no such source"),
        (Source("body", 0.02, (SONAR,)), "delivers Odometry; promised is SonarRing"),
        (Source("body", 0.02, (ODOMETRY, SONAR)), "promises SonarRing, but none came"),
        (Source("body", 0.05, (ODOMETRY,)), r"measures every 0\.0200 s, but promises every 0\.0500 s"),
        (Source("body", 0.01, (ODOMETRY,)), "deliveries in 3.0 s"),
    ],
)
def test_a_description_that_is_not_kept(source: Source, words: str):
    driver = Simple()
    driver.robots = (RobotDescription("toy", "toy", (source,), (BASE_VELOCITY,)),)
    with pytest.raises(RobotCheckError, match=words):
        check_robot(driver)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (with_odometry(forward_mps=math.inf), "not finite"),
        (with_odometry(time_s=1e6), "from the future"),
        (lambda delivery: structs.replace(delivery, time_ns=10**9 - delivery.time_ns), "arrives before"),
        (
            lambda delivery: with_odometry(time_s=-delivery.time_ns * 1e-9)(delivery),
            "older than the one before",
        ),
        (
            lambda delivery: structs.replace(delivery, source="spectator", robot=""),
            "spectators get truth only",
        ),
        (
            lambda delivery: structs.replace(
                delivery, messages=(ScenePoses(time_s=0.0, names=(), positions_m=(), orientations=()),)
            ),
            "delivers ScenePoses; promised is Odometry",
        ),
        (
            lambda delivery: structs.replace(delivery, messages=(SonarRing(time_s=0.0, ranges_m=()),)),
            "delivers SonarRing",
        ),
    ],
)
def test_deliveries_that_break_the_contract(change: Callable[[Delivery], Delivery], words: str):
    with pytest.raises(RobotCheckError, match=words):
        check_robot(delivering(Simple(), change))


def test_a_driver_that_ends_early():
    driver = Simple()
    driver.ends_at = 20
    with pytest.raises(RobotCheckError, match=r"ended at 0\.380 s"):
        check_robot(driver)


def test_a_robot_that_takes_anything():
    driver = Simple()
    driver.silent_refusal = True
    with pytest.raises(RobotCheckError, match="takes a command that it does not take"):
        check_robot(driver)


def test_a_robot_that_does_not_turn():
    driver = Simple()
    with pytest.raises(RobotCheckError, match=r"told to turn at 0\.4 rad/s"):
        check_robot(delivering(driver, with_odometry(turn_radps=0.0)))


def test_a_robot_that_does_not_become_safe():
    driver = Simple()
    driver.safe = False
    with pytest.raises(RobotCheckError, match="made safe, but 2 s later still moves"):
        check_robot(driver)


def test_a_driver_that_delivers_after_close():
    class Undead(Simple):
        def close(self) -> None:
            pass

    with pytest.raises(RobotCheckError, match="delivers after close"):
        check_robot(Undead())


def test_the_driver_is_closed_also_when_the_check_fails():
    driver = delivering(Simple(), with_odometry(time_s=1e6))
    with pytest.raises(RobotCheckError):
        check_robot(driver)
    assert not driver.open


def test_without_moving_commands_are_left_alone():
    driver = Simple()
    driver.safe = False
    check_robot(driver, move=False)
    assert driver.turn_radps == 0.0
