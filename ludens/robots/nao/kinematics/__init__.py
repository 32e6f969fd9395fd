"""Kinematics of the NAO: forward for every part, closed-form legs, arms with limits, cameras and floor."""

from ludens.robots.nao.kinematics.arms import LEFT_ARM, RIGHT_ARM, ArmSolution, solve_arm
from ludens.robots.nao.kinematics.chains import center_of_mass_of
from ludens.robots.nao.kinematics.ground import (
    CameraAngles,
    CameraCalibration,
    Horizon,
    ground_from_camera,
    ground_from_torso,
    horizon,
    robot_from_torso,
    torso_from_camera,
    up_in_torso,
)
from ludens.robots.nao.kinematics.head import HeadAngles, aim_camera, clipped_head, torso_from_head
from ludens.robots.nao.kinematics.legs import LEGS, LegSolution, solve_leg, solve_legs, solve_soles
from ludens.robots.nao.kinematics.outlines import Outline, body_outlines
from ludens.robots.nao.kinematics.posture import Posture, head_over_sole

__all__ = [
    "LEFT_ARM",
    "LEGS",
    "RIGHT_ARM",
    "ArmSolution",
    "CameraAngles",
    "CameraCalibration",
    "HeadAngles",
    "Horizon",
    "LegSolution",
    "Outline",
    "Posture",
    "aim_camera",
    "body_outlines",
    "center_of_mass_of",
    "clipped_head",
    "ground_from_camera",
    "ground_from_torso",
    "head_over_sole",
    "horizon",
    "robot_from_torso",
    "solve_arm",
    "solve_leg",
    "solve_legs",
    "solve_soles",
    "torso_from_camera",
    "torso_from_head",
    "up_in_torso",
]
