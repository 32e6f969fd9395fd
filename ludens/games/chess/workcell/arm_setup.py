"""What the arm carries, and where it rests: drawn back before its base, out of the camera's view.

At rest its upper arm leans forward a little: upright, two axes would do the same, and plans could not pass
smoothly. The calibration plate is a marker on a bracket beside the gripper that looks up.
"""

import math

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.planning.arm.hop import ToolPose
from ludens.planning.arm.tool import Tool
from ludens.robots.iiwa.gripper import LENGTH_M
from ludens.robots.iiwa.kinematics import base_from_flange

REST_RAD: FloatArray = np.array([0.0, 0.12, 0.0, -1.95, 0.0, math.pi - 2.07, 0.0])
TOOL = Tool(length_m=LENGTH_M)
PLATE_ID = 40
"""A marker of the pieces' dictionary that no piece has."""
PLATE_M = 0.050
"""Edge of its black square."""
FLANGE_FROM_PLATE = Transform3.from_rpy(roll_rad=math.pi, yaw_rad=math.pi, translation=(-0.085, 0.0, -0.020))
"""As it is meant to be screwed on, on the side away from the arm; its real place is found with the camera."""


def tip_of(joints_rad: FloatArray) -> ToolPose:
    """Return where the magnet's face is in a posture whose flange looks down, its heading and its lean."""
    flange = base_from_flange(joints_rad)
    tip_m = flange.apply((0.0, 0.0, LENGTH_M))
    # Pitched over by half a turn, the flange's x axis points against its heading.
    yaw_rad = math.atan2(-flange.rotation[1, 0], -flange.rotation[0, 0])
    # Leaning outwards, its z axis points outwards too.
    outward = float(flange.rotation[:2, 2] @ tip_m[:2]) / math.hypot(tip_m[0], tip_m[1])
    return ToolPose(tip_m, yaw_rad, math.asin(outward))


def corners_in_plate() -> FloatArray:
    """Return the corners (4, 3) in the plate's frame: clockwise from the upper left, z out of the print."""
    half_m = 0.5 * PLATE_M
    return np.array(
        [[half_m, half_m, 0.0], [half_m, -half_m, 0.0], [-half_m, -half_m, 0.0], [-half_m, half_m, 0.0]]
    )
