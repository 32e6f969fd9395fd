"""The NAO V6: a humanoid 0.57 m high with 25 joints."""

from ludens.robots.nao.battery import BATTERY_CHARGING, BATTERY_DISCHARGING
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
from ludens.robots.nao.lights import LIGHT_GROUPS, LIGHTS, LightGroup
from ludens.robots.nao.touch import CHEST_BUTTON, TOUCHES

__all__ = [
    "BATTERY_CHARGING",
    "BATTERY_DISCHARGING",
    "CHEST_BUTTON",
    "EFFORT_NM",
    "HIGHEST_RAD",
    "INDEX",
    "JOINTS",
    "LIGHTS",
    "LIGHT_GROUPS",
    "LIMITS",
    "LOWEST_RAD",
    "SPEED_RADPS",
    "TOUCHES",
    "JointLimits",
    "LightGroup",
    "mirrored",
    "within_limits",
]
