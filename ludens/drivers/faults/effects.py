"""Effects of faults on messages: lost, repeated, or spoilt ones.

An effect belongs to one source of one robot, from the start of a run on: it sees every message, and is told
whether the fault has begun.
"""

import math
from collections.abc import Callable
from typing import Protocol, TypeVar

import numpy as np
from msgspec import structs

from ludens.messages import FootPressure, ImuReading, JointReadings, Message, Odometry, SonarRing, TouchState
from ludens.robots.nao.joints import INDEX

MessageT = TypeVar("MessageT", bound=Message)


class Effect(Protocol):
    """Passes messages on as the broken part delivers them."""

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        """Return what is left of a message."""
        ...


class Losing:
    """Messages of some kinds no longer come: all of them, or every so many-th."""

    def __init__(self, *kinds: type[Message], every: int = 1) -> None:
        self._kinds, self._every, self._counts = kinds, every, dict.fromkeys(kinds, 0)

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        if not broken or not isinstance(message, self._kinds):
            return message
        kind = next(kind for kind in self._kinds if isinstance(message, kind))
        self._counts[kind] += 1
        return None if self._counts[kind] % self._every == 0 else message


class Freezing:
    """The last message of each kind before the fault comes again and again, with the time of the new one."""

    def __init__(self, *kinds: type[Message]) -> None:
        self._kinds = kinds
        self._last: dict[type[Message], Message] = {}

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        if not isinstance(message, self._kinds):
            return message
        if not broken:
            self._last[type(message)] = message
            return message
        return structs.replace(self._last.setdefault(type(message), message), time_s=message.time_s)


class Spoiling:
    """One kind of message says something else."""

    def __init__(self, kind: type[MessageT], spoil: Callable[[MessageT], Message]) -> None:
        self._kind: type[Message] = kind
        self._spoil: Callable[..., Message] = spoil

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        return self._spoil(message) if broken and isinstance(message, self._kind) else message


class Together:
    """Several effects at once."""

    def __init__(self, *effects: Effect) -> None:
        self._effects = effects

    def __call__(self, message: Message, *, broken: bool) -> Message | None:
        left: Message | None = message
        for effect in self._effects:
            if left is not None:
                left = effect(left, broken=broken)
        return left


LIE_M = 0.3
"""The constant range that a lying sonar reports."""
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


def imu_nan(imu: ImuReading) -> ImuReading:
    """Return a body that turns and is pressed by no numbers."""
    nan = (math.nan, math.nan, math.nan)
    return structs.replace(imu, angular_velocity_radps=nan, linear_acceleration_mps2=nan)


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
