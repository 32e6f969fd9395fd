import math

import pytest

from ludens.core.driver import Delivery, RobotDescription
from ludens.core.errors import LudensError
from ludens.geometry import Pose2
from ludens.messages import ImuReading, Message, Odometry, SonarRing, TouchState
from ludens.sim.faults import LIE_M, LYING_SONAR, FaultyDriver, parse_fault


def body(time_s: float) -> tuple[Message, ...]:
    return (
        Odometry(time_s=time_s, odometry_from_robot=Pose2.identity(), forward_mps=0.1, turn_radps=0.0),
        ImuReading(
            time_s=time_s, angular_velocity_radps=(0.0, 0.0, 0.0), linear_acceleration_mps2=(0.0, 0.0, 9.8)
        ),
        SonarRing(time_s=time_s, ranges_m=(2.0,) * 16),
    )


class Script:
    """A driver that delivers a script and notes what it is told."""

    robots = (RobotDescription("", "script", ()),)

    def __init__(self, *deliveries: Delivery) -> None:
        self.deliveries = list(deliveries)
        self.told: list[object] = []

    def next_delivery(self) -> Delivery | None:
        return self.deliveries.pop(0) if self.deliveries else None

    def command(self, robot: str, command: Message) -> None:
        self.told.append((robot, command))

    def make_safe(self, robot: str) -> None:
        self.told.append(("safe", robot))

    def close(self) -> None:
        self.told.append("closed")


def suffer(fault: str) -> list[Delivery]:
    script = Script(*(Delivery(time * 10**9, "", "body", body(float(time))) for time in (1, 2, 3)))
    driver = FaultyDriver(script, [parse_fault(fault)])
    return list(iter(driver.next_delivery, None))


def test_before_its_time_a_fault_does_nothing():
    first, *_ = suffer("sonar-nan@2")
    assert first.messages == body(1.0)


def test_a_sonar_sends_nan():
    ring = suffer("sonar-nan@2")[1].messages[2]
    assert isinstance(ring, SonarRing)
    assert all(math.isnan(value) for value in ring.ranges_m)


def test_a_lying_sonar_is_stuck_and_the_others_go_on():
    ring = suffer("sonar-lies@2")[2].messages[2]
    assert isinstance(ring, SonarRing)
    assert ring.ranges_m[LYING_SONAR] == LIE_M
    assert len(ring.ranges_m) == 16
    assert ring.ranges_m.count(2.0) == 15


def test_a_deaf_ring_hears_nothing():
    ring = suffer("sonar-deaf@0")[0].messages[2]
    assert isinstance(ring, SonarRing)
    assert ring.ranges_m == (5.0,) * 16


def test_stopped_sensors_no_longer_come_and_empty_deliveries_are_left_out():
    assert [len(delivery.messages) for delivery in suffer("sonar-stops@2")] == [3, 2, 2]
    assert [delivery.time_ns for delivery in suffer("body-stops@2")] == [10**9]


def test_a_fault_begins_by_the_time_of_measurement_not_of_arrival():
    late = Delivery(5 * 10**9, "", "body", (SonarRing(time_s=1.0, ranges_m=(1.0,)),))
    driver = FaultyDriver(Script(late), [parse_fault("sonar-stops@2")])
    assert driver.next_delivery() == late


def test_odometry_becomes_no_number():
    odometry = suffer("odometry-nan@1")[0].messages[0]
    assert isinstance(odometry, Odometry)
    assert math.isnan(odometry.forward_mps)


def test_several_faults_add_up():
    script = Script(Delivery(0, "", "body", body(0.0)))
    driver = FaultyDriver(script, [parse_fault("sonar-stops"), parse_fault("odometry-nan@0")])
    delivery = driver.next_delivery()
    assert delivery is not None
    assert [type(message) for message in delivery.messages] == [Odometry, ImuReading]


def test_everything_else_passes_through():
    script = Script(Delivery(0, "", "body", (TouchState(time_s=0.0, pressed=()),)))
    driver = FaultyDriver(script, [parse_fault("camera-stops")])
    assert driver.robots == script.robots
    delivery = driver.next_delivery()
    assert delivery is not None
    assert isinstance(delivery.messages[0], TouchState)
    command = TouchState(time_s=0.0, pressed=("nose",))
    driver.command("", command)
    driver.make_safe("")
    driver.close()
    assert script.told == [("", command), ("safe", ""), "closed"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("camera-stop@3", "did you mean 'camera-stops'"),
        ("camera-stops@soon", "NAME@SECONDS"),
        ("camera-stops@-1", "NAME@SECONDS"),
        ("camera-stops@inf", "NAME@SECONDS"),
    ],
)
def test_a_fault_that_does_not_exist_is_refused(text: str, words: str):
    with pytest.raises(LudensError, match=words):
        parse_fault(text)
