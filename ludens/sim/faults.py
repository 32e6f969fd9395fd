"""Things that break, for tests and for seeing what a robot does then: a driver whose sensors fail at a
given time.

A fault is written `NAME@SECONDS`, for instance `camera-stops@10`. `FaultyDriver` lays faults over any
driver.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ludens.core.driver import Delivery, Driver, RobotDescription
from ludens.core.errors import LudensError, did_you_mean
from ludens.messages import CameraImage, DepthImage, ImuReading, Message, Odometry, SonarRing
from ludens.robots.pioneer import SONAR_MAX_RANGE_M

LIE_M = 0.3
"""What a sonar that lies reports, whatever is in front of it."""
LYING_SONAR = 3
"""The one that looks ahead, slightly left."""

Effect = Callable[[Message], Message | None]


def _losing(*kinds: type[Message]) -> Effect:
    """Return the effect that messages of these kinds no longer come."""
    return lambda message: None if isinstance(message, kinds) else message


def _sonar_nan(message: Message) -> Message:
    if not isinstance(message, SonarRing):
        return message
    return replace(message, ranges_m=(math.nan,) * len(message.ranges_m))


def _sonar_lies(message: Message) -> Message:
    if not isinstance(message, SonarRing):
        return message
    ranges = message.ranges_m
    return replace(message, ranges_m=(*ranges[:LYING_SONAR], LIE_M, *ranges[LYING_SONAR + 1 :]))


def _sonar_deaf(message: Message) -> Message:
    if not isinstance(message, SonarRing):
        return message
    return replace(message, ranges_m=(SONAR_MAX_RANGE_M,) * len(message.ranges_m))


def _odometry_nan(message: Message) -> Message:
    if not isinstance(message, Odometry):
        return message
    return replace(message, forward_mps=math.nan, turn_radps=math.nan)


FAULTS: dict[str, Effect] = {
    "body-stops": _losing(Odometry, ImuReading, SonarRing),
    "camera-stops": _losing(CameraImage, DepthImage),
    "sonar-stops": _losing(SonarRing),
    "sonar-nan": _sonar_nan,
    "sonar-lies": _sonar_lies,
    "sonar-deaf": _sonar_deaf,
    "odometry-nan": _odometry_nan,
}


@dataclass(frozen=True, slots=True)
class SensorFault:
    """From `time_s` on (when measured, not when arrived) a sensor fails in the way that `name` says."""

    name: str
    time_s: float


def parse_fault(text: str) -> SensorFault:
    """Return the fault written `NAME@SECONDS`."""
    name, at, seconds = text.partition("@")
    if name not in FAULTS:
        raise LudensError(f"There is no fault called '{name}'; {did_you_mean(name, FAULTS)}")
    try:
        time_s = float(seconds) if at else 0.0
    except ValueError:
        time_s = math.nan
    if not 0.0 <= time_s < math.inf:
        raise LudensError(f"A fault is written NAME@SECONDS, like camera-stops@10; got '{text}'.")
    return SensorFault(name, time_s)


class FaultyDriver:
    """Another driver, with sensors that fail. Everything else passes through."""

    def __init__(self, driver: Driver, faults: Iterable[SensorFault]) -> None:
        self._driver = driver
        self._faults = tuple((FAULTS[fault.name], fault.time_s) for fault in faults)

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """Who is there; nobody tells that something is broken."""
        return self._driver.robots

    def next_delivery(self) -> Delivery | None:
        """Return what still arrives, as it arrives now."""
        while (delivery := self._driver.next_delivery()) is not None:
            messages = tuple(
                left for message in delivery.messages if (left := self._suffer(message)) is not None
            )
            if messages:
                return replace(delivery, messages=messages)
        return None

    def command(self, robot: str, command: Message) -> None:
        """Pass it on."""
        self._driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Pass it on."""
        self._driver.make_safe(robot)

    def close(self) -> None:
        """Pass it on."""
        self._driver.close()

    def _suffer(self, message: Message) -> Message | None:
        suffered: Message | None = message
        for effect, time_s in self._faults:
            if suffered is not None and suffered.time_s >= time_s:
                suffered = effect(suffered)
        return suffered
