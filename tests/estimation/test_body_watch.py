import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.estimation.body_state import OrientationEstimator
from ludens.estimation.body_watch import BodyAlarm, BodySensorError, BodyWatch
from ludens.messages import BodyHealth, FootPressure, ImuReading, JointReadings
from tests.robots.nao.readings import standing_joints

CYCLE_S = 0.012
FLOOR = FootPressure(time_s=0.0, left_n=(6.0,) * 4, right_n=(6.0,) * 4)


class Body:
    """A robot that stands, with the jitter of living sensors."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(903)
        self.time_s = 0.0

    def frame(self) -> tuple[JointReadings, ImuReading]:
        self.time_s += CYCLE_S
        joints = standing_joints(self.time_s)
        jitter = np.round(0.0005 * self.random.normal(size=25) / 0.0015) * 0.0015
        x, y, z, ax, ay, az = (0.006 * self.random.normal(size=6)).tolist()
        imu = ImuReading(
            time_s=self.time_s, angular_velocity_radps=(x, y, z), linear_acceleration_mps2=(ax, ay, 9.8 + az)
        )
        return structs.replace(joints, position_rad=joints.position_rad + jitter), imu


def healthy(cycles: int = 100) -> tuple[Body, BodyWatch]:
    body, watch = Body(), BodyWatch()
    for _ in range(cycles):
        health = watch.cycle(*body.frame(), FLOOR)
        assert health.frame_is_sound
        assert health.sentences == ()
    return body, watch


def test_a_living_body_is_believed():
    healthy(500)


def test_an_absurd_frame_is_not_believed_and_the_next_sound_one_is():
    body, watch = healthy()
    joints, imu = body.frame()
    wild = structs.replace(joints, position_rad=joints.position_rad + 5.0)
    health = watch.cycle(wild, imu, FLOOR)
    assert not health.frame_is_sound
    assert "HeadYaw reads 5.0" in health.sentences[0]
    assert watch.cycle(*body.frame(), FLOOR).frame_is_sound


def test_a_joint_that_leaps_within_its_limits_is_not_believed():
    body, watch = healthy()
    joints, imu = body.frame()
    position_rad = joints.position_rad.copy()
    position_rad[0] += 1.0
    assert not watch.cycle(structs.replace(joints, position_rad=position_rad), imu, FLOOR).frame_is_sound


def test_after_a_gap_joints_may_be_elsewhere():
    body, watch = healthy()
    body.time_s += 0.5
    joints, imu = body.frame()
    position_rad = joints.position_rad.copy()
    position_rad[0] += 1.0
    assert watch.cycle(structs.replace(joints, position_rad=position_rad), imu, FLOOR).frame_is_sound


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        ({"angular_velocity_radps": (0.0, 900.0, 0.0)}, "gyroscope reads 900 rad/s"),
        ({"linear_acceleration_mps2": (0.0, 0.0, 1e5)}, "accelerometer reads 100000"),
    ],
)
def test_inertia_beyond_all_falls_is_not_believed(spoilt, words: str):
    body, watch = healthy()
    joints, imu = body.frame()
    health = watch.cycle(joints, structs.replace(imu, **spoilt), FLOOR)
    assert not health.frame_is_sound
    assert words in health.sentences[0]


def test_frozen_frames_are_not_believed_until_they_move_again():
    body, watch = healthy()
    joints, imu = body.frame()
    judged = []
    for _ in range(20):
        body.time_s += CYCLE_S
        frozen = structs.replace(joints, time_s=body.time_s), structs.replace(imu, time_s=body.time_s)
        judged.append(watch.cycle(*frozen, FLOOR))
    assert all(not health.frame_is_sound for health in judged[6:])
    assert "frozen" in judged[-1].sentences[0]
    assert watch.cycle(*body.frame(), FLOOR).frame_is_sound


def test_a_dead_axis_is_named_and_the_frame_still_believed():
    body, watch = healthy()
    health = None
    for _ in range(60):
        joints, imu = body.frame()
        x, _, z = imu.angular_velocity_radps
        health = watch.cycle(joints, structs.replace(imu, angular_velocity_radps=(x, 0.0, z)), FLOOR)
        assert health.frame_is_sound
    assert health is not None
    assert health.dead_gyro_axes == ("y",)
    assert "y axis is dead" in health.sentences[0]


def test_what_is_not_believed_does_not_turn_the_orientation():
    body, estimator = Body(), OrientationEstimator()
    for _ in range(50):
        estimator.cycle(body.frame()[1])
    _, imu = body.frame()
    broken = BodyHealth(time_s=0.0, frame_is_sound=False, sentences=("It is broken.",))
    spun = structs.replace(imu, angular_velocity_radps=(30.0, 30.0, 30.0))
    told = estimator.cycle(spun, broken)
    for _ in range(100):
        body.time_s += CYCLE_S
        told = estimator.cycle(structs.replace(spun, time_s=body.time_s), broken)
    assert told.up_in_torso[2] > 0.999
    assert told.rates_radps == (0.0, 0.0, 0.0)


def test_with_a_dead_axis_gravity_alone_tells_the_lean_within_a_second():
    """The robot leans forward by 0.3 rad; the gyroscope does not notice."""
    body, estimator = Body(), OrientationEstimator()
    limping = BodyHealth(time_s=0.0, frame_is_sound=True, dead_gyro_axes=("y",))
    for _ in range(50):
        estimator.cycle(body.frame()[1], limping)
    leaning = (-9.8 * np.sin(0.3), 0.0, 9.8 * np.cos(0.3))
    told = None
    for _ in range(83):
        imu = structs.replace(body.frame()[1], linear_acceleration_mps2=leaning)
        told = estimator.cycle(imu, limping)
    assert told is not None
    assert told.up_in_torso[0] == pytest.approx(-np.sin(0.3), abs=0.03)


def test_each_complaint_becomes_one_fault():
    alarm = BodyAlarm()
    sick = BodyHealth(
        time_s=0.0, frame_is_sound=False, sentences=("HeadYaw reads 5.0 rad, where it cannot be.",)
    )
    worse = structs.replace(
        sick, sentences=("HeadYaw reads 7.0 rad, where it cannot be.", "The gyroscope is dead.")
    )
    with pytest.raises(BodySensorError, match=r"HeadYaw reads 5\.0 rad.*not believed"):
        alarm.cycle(sick)
    alarm.cycle(sick)
    with pytest.raises(BodySensorError, match=r"^The gyroscope is dead"):
        alarm.cycle(worse)
    alarm.cycle(BodyHealth(time_s=0.0, frame_is_sound=True))
    with pytest.raises(BodySensorError):
        alarm.cycle(sick)


def test_the_module_keeps_its_contract():
    body = Body()
    frames = [body.frame() for _ in range(5)]
    check_module(BodyWatch, [{"joints": joints, "imu": imu, "pressure": FLOOR} for joints, imu in frames])
