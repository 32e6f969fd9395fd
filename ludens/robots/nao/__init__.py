"""The NAO V6: a humanoid 0.57 m high with 25 joints."""

from ludens.robots.nao.joints import (
    EFFORT_NM,
    HIGHEST_RAD,
    INDEX,
    JOINTS,
    LIMITS,
    LOWEST_RAD,
    SPEED_RADPS,
    JointLimits,
    mirrored,
    within_limits,
)

__all__ = [
    "EFFORT_NM",
    "HIGHEST_RAD",
    "INDEX",
    "JOINTS",
    "LIMITS",
    "LOWEST_RAD",
    "SPEED_RADPS",
    "JointLimits",
    "mirrored",
    "within_limits",
]
