"""The contents of LoLA's two maps: keys in the order they are sent, how many values each, and of which kind.

LoLA is the low-level link of the NAO V6: MessagePack over a UNIX stream socket, one exchange every 12 ms.
Everything else in this folder reads these tables; docs/notes/lola.md draws them byte by byte.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.robots.nao import JOINTS, LIGHT_GROUPS, TOUCHES

DEFAULT_SOCKET = Path("/tmp/robocup")
"""Where LoLA listens on the robot."""

PERIOD_NS = 12_000_000

SENSOR_BYTES = 896
"""Of a sensor map with the ids of a real robot (20 characters) and versions such as 6.0.0."""


class ValueKind(Enum):
    """How one value of an array travels."""

    NUMBER = "float32"
    COUNT = "small whole number"
    TEXT = "string"
    SWITCH = "bool"


@dataclass(frozen=True, slots=True)
class MapEntry:
    """One key of a map and the array behind it."""

    key: str
    count: int
    kind: ValueKind = ValueKind.NUMBER


SENSORS = (
    MapEntry("Accelerometer", 3),
    MapEntry("Angles", 2),
    MapEntry("Battery", 4),
    MapEntry("Current", len(JOINTS)),
    MapEntry("FSR", 8),
    MapEntry("Gyroscope", 3),
    MapEntry("Position", len(JOINTS)),
    MapEntry("RobotConfig", 4, ValueKind.TEXT),
    MapEntry("Sonar", 2),
    MapEntry("Status", len(JOINTS), ValueKind.COUNT),
    MapEntry("Stiffness", len(JOINTS)),
    MapEntry("Temperature", len(JOINTS)),
    MapEntry("Touch", len(TOUCHES)),
)

LIGHTS = tuple(
    MapEntry(group.key, len(group.lights) * (3 if group.coloured else 1))  # a colour is three numbers
    for group in LIGHT_GROUPS
)

ACTUATORS = (
    MapEntry("Position", len(JOINTS)),
    MapEntry("Stiffness", len(JOINTS)),
    *LIGHTS,
    MapEntry("Sonar", 2, ValueKind.SWITCH),
)


class LolaError(LudensError):
    """The link to a NAO does not work; the sentence says why."""


class FrameError(LolaError):
    """A map arrived whole but says something wrong. The stream is in step: the next map can be right."""


class StreamError(LolaError):
    """The stream holds no MessagePack map, or one without an end. Where the next one begins is unknown."""


class ConnectionLost(LolaError):  # noqa: N818 - it says what happened
    """The other side is gone."""


Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SensorFrame:
    """One sensor map, in LoLA's units and signs. Arrays of 25 are in the order of `robots.nao.JOINTS`."""

    accelerometer_mps2: Numbers  # 3; upright z ≈ −9.3: the negative of specific force
    angles_rad: Numbers  # 2: roll and pitch of the torso as its board reckons them
    battery: Numbers  # 4: charge 0…1, status, current in A, temperature in °C
    current_a: Numbers  # 25
    foot_pressure_kg: Numbers  # 8: left front left, front right, rear left, rear right, then right
    gyroscope_radps: Numbers  # 3
    position_rad: Numbers  # 25; hands 0…1
    robot_config: tuple[str, ...]  # 4: body id, body version, head id, head version
    sonar_m: Numbers  # 2: left, right
    status: NDArray[np.int64]  # 25
    stiffness: Numbers  # 25
    temperature_c: Numbers  # 25
    touch: Numbers  # 14, in the order of `robots.nao.TOUCHES`


@dataclass(frozen=True, slots=True, eq=False)
class ActuatorFrame:
    """One actuator map. What is None or missing stays as it was."""

    position_rad: Numbers | None = None  # 25
    stiffness: Numbers | None = None  # 25, 0…1
    lights: Mapping[str, Numbers] = field(default_factory=dict)  # by LoLA's keys; 0…1
    sonar: tuple[bool, bool] | None = None  # whether the left and the right one measure
