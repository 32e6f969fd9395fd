"""What LoLA's two maps hold: keys in the order they are sent, how many values each, and of which kind.

LoLA is the low-level link of the NAO V6: MessagePack over a UNIX stream socket, one exchange every 12 ms.
Everything else in this folder reads these tables; docs/notes/lola.md draws them byte by byte.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from ludens.robots.nao import JOINTS, LIGHT_GROUPS, TOUCHES

DEFAULT_SOCKET = Path("/tmp/robocup")
"""Where LoLA listens on the robot."""

PERIOD_NS = 12_000_000

SENSOR_BYTES = 896
"""Of a sensor map with the ids of a real robot (20 characters) and versions such as 6.0.0."""

ACTUATOR_BYTES = 786
"""Of an actuator map that tells everything."""


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
