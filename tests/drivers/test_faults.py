import math

import numpy as np
import pytest
from msgspec import structs

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.errors import LudensError
from ludens.drivers.faults import FAULTS, FaultyDriver, parse_fault
from ludens.drivers.faults.effects import LIE_M
from ludens.geometry import Pose2
from ludens.messages import (
    CameraImage,
    FootPressure,
    ImuReading,
    JointReadings,
    Message,
    Odometry,
    SonarRing,
    TouchState,
)
from tests.robots.nao.readings import standing_joints


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

    def __init__(self, *deliveries: Delivery, model: str = "pioneer") -> None:
        self.robots = (RobotDescription("", model, ()),)
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
    assert ring.ranges_m[3] == LIE_M
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


def test_a_fault_for_a_while_ends_and_one_of_an_eye_leaves_the_other():
    assert [len(delivery.messages) for delivery in suffer("sonar-stops@2-2.5")] == [3, 2, 3]
    stops = parse_fault("top-camera-stops@2")
    assert (stops.strikes("top/camera"), stops.strikes("bottom/camera")) == (True, False)
    assert parse_fault("camera-stops").strikes("bottom/camera")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("camera-stops@5-3", "NAME@SECONDS"),
        ("camera-stop@3", "did you mean 'camera-stops'"),
        ("camera-stops@soon", "NAME@SECONDS"),
        ("camera-stops@-1", "NAME@SECONDS"),
        ("camera-stops@inf", "NAME@SECONDS"),
    ],
)
def test_a_fault_that_does_not_exist_is_refused(text: str, words: str):
    with pytest.raises(LudensError, match=words):
        parse_fault(text)


def nao_body(time_s: float) -> tuple[Message, ...]:
    joints = standing_joints(time_s)
    return (
        JointReadings(**structs.asdict(joints)),
        ImuReading(
            time_s=time_s, angular_velocity_radps=(0.1, 0.2, time_s), linear_acceleration_mps2=(0.0, 0.0, 9.8)
        ),
        FootPressure(time_s=time_s, left_n=(5.0,) * 4, right_n=(6.0,) * 4),
        TouchState(time_s=time_s, pressed=()),
        SonarRing(time_s=time_s, ranges_m=(0.5, 0.6)),
    )


def nao_suffers(fault: str) -> list[Delivery]:
    deliveries = [Delivery(time * 10**9, "", "body", nao_body(float(time))) for time in range(1, 7)]
    return list(
        iter(FaultyDriver(Script(*deliveries, model="nao"), [parse_fault(fault)]).next_delivery, None)
    )


@pytest.mark.parametrize("fault", sorted(FAULTS["nao"]))
def test_every_fault_of_a_nao_changes_what_arrives_and_only_from_its_time_on(fault: str):
    whole = [nao_body(float(time)) for time in range(1, 7)]
    suffered = [delivery.messages for delivery in nao_suffers(f"{fault}@2.5")]
    assert repr(suffered[:2]) == repr(whole[:2])
    changed = repr(suffered) != repr(whole)
    assert changed != ("camera" in fault)  # a body without cameras does not notice


def test_a_frozen_body_repeats_its_last_frame_with_new_times():
    frames = [delivery.messages for delivery in nao_suffers("body-freezes@3")]
    inertias = [message for frame in frames for message in frame if isinstance(message, ImuReading)]
    assert [imu.time_s for imu in inertias] == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert [imu.angular_velocity_radps[2] for imu in inertias] == [1.0, 2.0, 2.0, 2.0, 2.0, 2.0]


def test_a_body_that_drops_frames_loses_every_third():
    assert [delivery.time_ns // 10**9 for delivery in nao_suffers("body-drops@0")] == [1, 2, 4, 5]


def test_two_frozen_cameras_keep_each_their_own_picture():
    def picture(time_s: float, grey: int) -> CameraImage:
        return CameraImage(time_s=time_s, pixels_rgb=np.full((2, 2, 3), grey, np.uint8), jpeg=b"")

    deliveries = [
        Delivery(time * 10**9, "", source, (picture(float(time), grey + time),))
        for time in (1, 2, 3)
        for source, grey in (("top/camera", 10), ("bottom/camera", 100))
    ]
    driver = FaultyDriver(Script(*deliveries, model="nao"), [parse_fault("camera-freezes@2")])
    greys = [
        int(message.pixels_rgb[0, 0, 0])
        for delivery in iter(driver.next_delivery, None)
        for message in delivery.messages
        if isinstance(message, CameraImage)
    ]
    assert greys == [11, 101, 11, 101, 11, 101]


def test_a_fault_that_no_robot_here_has_is_refused():
    with pytest.raises(LudensError, match="'gyro-x-dead' is no fault of a pioneer"):
        FaultyDriver(Script(), [parse_fault("gyro-x-dead")])
