"""Every fault of every robot in one visible table, and how one is written: `NAME@SECONDS`."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludens.core.errors import LudensError, did_you_mean
from ludens.drivers.faults.effects import (
    Effect,
    Freezing,
    Losing,
    Spoiling,
    Together,
    absurd_forces,
    absurd_inertia,
    absurd_joints,
    dead_cell,
    dead_rate,
    deaf,
    lying,
    odometry_nan,
    sonar_nan,
    stuck_bumper,
    stuck_joint,
)
from ludens.messages import (
    BatteryState,
    CameraImage,
    DepthImage,
    FootPressure,
    ImuReading,
    JointReadings,
    Message,
    Odometry,
    SonarRing,
    TorsoAngles,
    TouchState,
)
from ludens.robots.pioneer import SONAR_MAX_RANGE_M

NAO_BODY: tuple[type[Message], ...] = (
    JointReadings,
    ImuReading,
    TorsoAngles,
    FootPressure,
    TouchState,
    SonarRing,
    BatteryState,
)
NAO_NO_ECHO_M = 2.5

MakeEffect = Callable[[], Effect]

FAULTS: Mapping[str, Mapping[str, MakeEffect]] = {
    "pioneer": {
        "body-stops": lambda: Losing(Odometry, ImuReading, SonarRing),
        "camera-stops": lambda: Losing(CameraImage, DepthImage),
        "camera-freezes": lambda: Freezing(CameraImage, DepthImage),
        "sonar-stops": lambda: Losing(SonarRing),
        "sonar-nan": lambda: Spoiling(SonarRing, sonar_nan),
        "sonar-lies": lambda: Spoiling(SonarRing, lying(sonar=3)),  # it looks ahead, slightly left
        "sonar-deaf": lambda: Spoiling(SonarRing, deaf(SONAR_MAX_RANGE_M)),
        "odometry-nan": lambda: Spoiling(Odometry, odometry_nan),
    },
    "nao": {
        "body-stops": lambda: Losing(*NAO_BODY),
        "body-drops": lambda: Losing(*NAO_BODY, every=3),
        "body-freezes": lambda: Freezing(*NAO_BODY),
        "body-absurd": lambda: Together(
            Spoiling(JointReadings, absurd_joints),
            Spoiling(ImuReading, absurd_inertia),
            Spoiling(FootPressure, absurd_forces),
        ),
        "joint-stuck": lambda: Spoiling(JointReadings, stuck_joint("LElbowRoll")),
        "gyro-x-dead": lambda: Spoiling(ImuReading, dead_rate(0)),
        "gyro-y-dead": lambda: Spoiling(ImuReading, dead_rate(1)),
        "gyro-z-dead": lambda: Spoiling(ImuReading, dead_rate(2)),
        "imu-stops": lambda: Losing(ImuReading),
        "pressure-dead": lambda: Spoiling(FootPressure, dead_cell(0)),  # front left of the left foot
        "bumper-stuck": lambda: Spoiling(TouchState, stuck_bumper("left foot bumper left")),
        "sonar-stops": lambda: Losing(SonarRing),
        "sonar-nan": lambda: Spoiling(SonarRing, sonar_nan),
        "sonar-lies": lambda: Spoiling(SonarRing, lying(sonar=0)),  # the left one
        "sonar-deaf": lambda: Spoiling(SonarRing, deaf(NAO_NO_ECHO_M)),
        "camera-stops": lambda: Losing(CameraImage),
        "camera-freezes": lambda: Freezing(CameraImage),
    },
}
"""By robot model and name. An effect is made anew for each source of each robot."""


@dataclass(frozen=True, slots=True)
class SensorFault:
    """From `time_s` on (when measured, not when arrived) a sensor fails in the way that `name` says."""

    name: str
    time_s: float


def parse_fault(text: str) -> SensorFault:
    """Return the fault written `NAME@SECONDS`; which robot has it is the driver's to say."""
    name, at, seconds = text.partition("@")
    names = {fault for faults in FAULTS.values() for fault in faults}
    if name not in names:
        raise LudensError(f"There is no fault called '{name}'; {did_you_mean(name, names)}")
    try:
        time_s = float(seconds) if at else 0.0
    except ValueError:
        time_s = math.nan
    if not 0.0 <= time_s < math.inf:
        raise LudensError(f"A fault is written NAME@SECONDS, like camera-stops@10; got '{text}'.")
    return SensorFault(name, time_s)
