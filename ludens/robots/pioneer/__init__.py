"""The Pioneer 2-DX: a differential-drive base with 16 sonars, a webcam on a mast and a flat front bumper."""

from ludens.robots.pioneer.body import (
    BODY,
    LIMITS,
    SONAR_MAX_RANGE_M,
    SONAR_PLACES,
    BodySize,
    DriveLimits,
    SonarPlace,
)
from ludens.robots.pioneer.camera import CAMERA, ROBOT_FROM_CAMERA
from ludens.robots.pioneer.kinematics import WheelSpeeds, body_speeds, wheel_speeds
from ludens.robots.pioneer.noise import PioneerNoise, load_noise

__all__ = [
    "BODY",
    "CAMERA",
    "LIMITS",
    "ROBOT_FROM_CAMERA",
    "SONAR_MAX_RANGE_M",
    "SONAR_PLACES",
    "BodySize",
    "DriveLimits",
    "PioneerNoise",
    "SonarPlace",
    "WheelSpeeds",
    "body_speeds",
    "load_noise",
    "wheel_speeds",
]
