"""Where a head looks to learn how its camera sits: all over the board, and beyond its edges."""

import numpy as np

from ludens.geometry import Transform3
from ludens.messages import CameraPose
from ludens.robots.nao.kinematics import Posture, aim_camera, robot_from_torso
from ludens.robots.nao.kinematics.head import HeadPose

AHEAD_M = (-0.12, 0.02, 0.20)
ASIDE_M = (-0.15, 0.0, 0.15)
"""How far from the board's middle the camera aims. Nodding tells the camera's turn from the body's."""


def lesson_poses(robot_from_board: Transform3, place: CameraPose, posture: Posture) -> list[HeadPose]:
    """Return the head poses in the order of the shortest way: to and fro."""
    torso_from_robot = robot_from_torso(posture).inverse()
    middle_m = robot_from_board.translation
    poses = []
    for row, ahead_m in enumerate(AHEAD_M):
        for aside_m in ASIDE_M if row % 2 == 0 else reversed(ASIDE_M):
            point_m = torso_from_robot.apply(middle_m + np.array([ahead_m, aside_m, 0.0]))
            aim = aim_camera(point_m, place.head_from_camera)
            poses.append(HeadPose(aim.yaw_rad, aim.pitch_rad))
    return poses
