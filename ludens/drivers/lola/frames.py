"""The two maps as values: what the robot senses, what it is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
