"""The KUKA LBR iiwa 7 R800: an arm with seven axes."""

from ludens.robots.iiwa.dimensions import (
    ACCELERATION_RADPS2,
    AXES,
    HIGHEST_RAD,
    JERK_RADPS3,
    SPEED_RADPS,
    TORQUE_NM,
    room_to_limits,
    within_limits,
)

__all__ = [
    "ACCELERATION_RADPS2",
    "AXES",
    "HIGHEST_RAD",
    "JERK_RADPS3",
    "SPEED_RADPS",
    "TORQUE_NM",
    "room_to_limits",
    "within_limits",
]
