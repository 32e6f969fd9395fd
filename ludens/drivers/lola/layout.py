"""What LoLA's two maps hold: keys in the order they are sent, how many values each, and of which kind.

LoLA is the low-level link of the NAO V6: MessagePack over a UNIX stream socket, one exchange every 12 ms.
Everything else in this folder reads these tables; docs/lola.md draws them byte by byte.
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


class Kind(Enum):
    """How one value of an array travels."""

    NUMBER = "float32"
    COUNT = "small whole number"
    TEXT = "string"
    SWITCH = "bool"


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a map and the array behind it."""

    key: str
    count: int
    kind: Kind = Kind.NUMBER


SENSORS = (
    Entry("Accelerometer", 3),
    Entry("Angles", 2),
    Entry("Battery", 4),
    Entry("Current", len(JOINTS)),
    Entry("FSR", 8),
    Entry("Gyroscope", 3),
    Entry("Position", len(JOINTS)),
    Entry("RobotConfig", 4, Kind.TEXT),
    Entry("Sonar", 2),
    Entry("Status", len(JOINTS), Kind.COUNT),
    Entry("Stiffness", len(JOINTS)),
    Entry("Temperature", len(JOINTS)),
    Entry("Touch", len(TOUCHES)),
)

LIGHTS = tuple(
    Entry(group.key, len(group.lights) * (3 if group.coloured else 1))  # a colour is three numbers
    for group in LIGHT_GROUPS
)

ACTUATORS = (
    Entry("Position", len(JOINTS)),
    Entry("Stiffness", len(JOINTS)),
    *LIGHTS,
    Entry("Sonar", 2, Kind.SWITCH),
)
