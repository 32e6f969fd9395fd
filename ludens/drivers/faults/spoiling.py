"""Readings as broken sensors deliver them."""

import math
from collections.abc import Callable

import numpy as np
from msgspec import structs

from ludens.messages import FootPressure, ImuReading, JointReadings, Odometry, SonarRing, TouchState
from ludens.robots.nao.joints import INDEX

LIE_M = 0.3
"""What a sonar that lies reports, whatever is in front of it."""
STUCK_RAD = -0.5


def sonar_nan(ring: SonarRing) -> SonarRing:
    """Return a ring that measures no numbers."""
    return structs.replace(ring, ranges_m=(math.nan,) * len(ring.ranges_m))


def lying(*, sonar: int) -> Callable[[SonarRing], SonarRing]:
    """Return what makes one sonar see a thing that is not there."""

    def lie(ring: SonarRing) -> SonarRing:
        ranges = ring.ranges_m
        return structs.replace(ring, ranges_m=(*ranges[:sonar], LIE_M, *ranges[sonar + 1 :]))

    return lie


def deaf(range_m: float) -> Callable[[SonarRing], SonarRing]:
    """Return what makes all sonars hear nothing."""
    return lambda ring: structs.replace(ring, ranges_m=(range_m,) * len(ring.ranges_m))


def odometry_nan(odometry: Odometry) -> Odometry:
    """Return wheels that turn at no number."""
    return structs.replace(odometry, forward_mps=math.nan, turn_radps=math.nan)


def absurd_joints(joints: JointReadings) -> JointReadings:
    """Return joints where no joint can be."""
    return structs.replace(
        joints, position_rad=np.where(np.arange(len(joints.position_rad)) % 2, 40.0, -40.0)
    )


def absurd_inertia(imu: ImuReading) -> ImuReading:
    """Return a body that spins like a drill."""
    return structs.replace(
        imu, angular_velocity_radps=(9e3, -9e3, 9e3), linear_acceleration_mps2=(1e6, 1e6, -1e6)
    )


def absurd_forces(pressure: FootPressure) -> FootPressure:
    """Return feet that carry a lorry."""
    return structs.replace(pressure, left_n=(1e5,) * 4, right_n=(-1e5,) * 4)


def stuck_joint(joint: str) -> Callable[[JointReadings], JointReadings]:
    """Return what makes one encoder stay where it is."""

    def stick(joints: JointReadings) -> JointReadings:
        position_rad = joints.position_rad.copy()
        position_rad[INDEX[joint]] = STUCK_RAD
        return structs.replace(joints, position_rad=position_rad)

    return stick


def dead_rate(axis: int) -> Callable[[ImuReading], ImuReading]:
    """Return what makes one axis of the gyroscope read zero."""

    def die(imu: ImuReading) -> ImuReading:
        x, y, z = (0.0 if index == axis else rate for index, rate in enumerate(imu.angular_velocity_radps))
        return structs.replace(imu, angular_velocity_radps=(x, y, z))

    return die


def dead_cell(cell: int) -> Callable[[FootPressure], FootPressure]:
    """Return what makes one pressure cell of the left foot read zero."""

    def die(pressure: FootPressure) -> FootPressure:
        a, b, c, d = (0.0 if index == cell else force for index, force in enumerate(pressure.left_n))
        return structs.replace(pressure, left_n=(a, b, c, d))

    return die


def stuck_bumper(name: str) -> Callable[[TouchState], TouchState]:
    """Return what holds one switch closed."""
    return lambda touch: structs.replace(touch, pressed=tuple(dict.fromkeys((*touch.pressed, name))))
