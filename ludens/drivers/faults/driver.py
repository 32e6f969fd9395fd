"""Lays faults over any driver: simulation, real robot or recording."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from msgspec import structs

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
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
    imu_nan,
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
        "imu-nan": lambda: Spoiling(ImuReading, imu_nan),
        "pressure-dead": lambda: Spoiling(FootPressure, dead_cell(0)),  # front left of the left foot
        "bumper-stuck": lambda: Spoiling(TouchState, stuck_bumper("left foot bumper left")),
        "sonar-stops": lambda: Losing(SonarRing),
        "sonar-nan": lambda: Spoiling(SonarRing, sonar_nan),
        "sonar-lies": lambda: Spoiling(SonarRing, lying(sonar=0)),  # the left one
        "sonar-deaf": lambda: Spoiling(SonarRing, deaf(NAO_NO_ECHO_M)),
        "camera-stops": lambda: Losing(CameraImage),
        "camera-freezes": lambda: Freezing(CameraImage),
        "top-camera-stops": lambda: Losing(CameraImage),
        "top-camera-freezes": lambda: Freezing(CameraImage),
        "bottom-camera-stops": lambda: Losing(CameraImage),
        "bottom-camera-freezes": lambda: Freezing(CameraImage),
    },
}
"""By robot model and name. An effect is made anew for each source of each robot."""
ONE_EYE = {"top-camera": "top/camera", "bottom-camera": "bottom/camera"}
"""Faults whose names begin so strike this source alone."""


@dataclass(frozen=True, slots=True)
class SensorFault:
    """From `time_s` on (when measured, not when arrived) a sensor fails in the way that `name` says."""

    name: str
    time_s: float
    until_s: float = math.inf

    def strikes(self, source: str) -> bool:
        """Tell whether it is a fault of this source."""
        return all(source == eye for part, eye in ONE_EYE.items() if self.name.startswith(part))


def parse_fault(text: str) -> SensorFault:
    """Return the fault written `NAME@SECONDS` or, where it ends again, `NAME@SECONDS-SECONDS`.

    Which robot has it is the driver's to say.
    """
    name, at, times = text.partition("@")
    names = {fault for faults in FAULTS.values() for fault in faults}
    if name not in names:
        raise LudensError(f"There is no fault called '{name}'; {did_you_mean(name, names)}")
    begin, dash, end = times.partition("-")
    try:
        time_s, until_s = float(begin) if at else 0.0, float(end) if dash else math.inf
    except ValueError:
        time_s = until_s = math.nan
    if not 0.0 <= time_s < until_s:
        raise LudensError(
            f"A fault is written NAME@SECONDS, like camera-stops@10, or camera-stops@10-15; got '{text}'."
        )
    return SensorFault(name, time_s, until_s)


class FaultyDriver(DriverWrapper):
    """Another driver, with sensors that fail. Everything else passes through.

    A fault strikes every robot whose model has it; one that no robot here has is refused.
    """

    def __init__(self, driver: Driver, faults: Iterable[SensorFault]) -> None:
        super().__init__(driver)
        self._faults = tuple(faults)
        self._models = {robot.name: robot.model for robot in driver.robots}
        known = {name for model in self._models.values() for name in FAULTS.get(model, {})}
        for fault in self._faults:
            if fault.name not in known:
                models = ", ".join(sorted(set(self._models.values()))) or "robot"
                raise LudensError(
                    f"'{fault.name}' is no fault of a {models}; {did_you_mean(fault.name, known)}"
                )
        self._effects: dict[tuple[str, str], tuple[tuple[Effect, SensorFault], ...]] = {}

    def next_delivery(self) -> Delivery | None:
        """Return what still arrives, as it arrives now."""
        while (delivery := self.driver.next_delivery()) is not None:
            effects = self._effects_on(delivery.robot, delivery.source)
            messages = tuple(
                left for message in delivery.messages if (left := _suffer(message, effects)) is not None
            )
            if messages:
                return structs.replace(delivery, messages=messages)
        return None

    def _effects_on(self, robot: str, source: str) -> tuple[tuple[Effect, SensorFault], ...]:
        place = robot, source
        if place not in self._effects:
            table = FAULTS.get(self._models.get(robot, ""), {})
            self._effects[place] = tuple(
                (table[fault.name](), fault)
                for fault in self._faults
                if fault.name in table and fault.strikes(source)
            )
        return self._effects[place]


def _suffer(message: Message, effects: tuple[tuple[Effect, SensorFault], ...]) -> Message | None:
    suffered: Message | None = message
    for effect, fault in effects:
        if suffered is not None:
            suffered = effect(suffered, broken=fault.time_s <= suffered.time_s < fault.until_s)
    return suffered
