"""Where the arm waits: drawn back before its base, beside what the camera must see, the gripper looking down.

Its upper arm leans forward a little: upright, two axes would do the same, and plans could not pass smoothly.
"""

import math

import numpy as np

from ludens.geometry import FloatArray
from ludens.planning.arm.hop import Place
from ludens.planning.arm.tool import Tool
from ludens.robots.iiwa.gripper import LENGTH_M
from ludens.robots.iiwa.kinematics import base_from_flange

REST_RAD: FloatArray = np.array([0.0, 0.12, 0.0, -1.95, 0.0, math.pi - 2.07, 0.0])
TOOL = Tool(length_m=LENGTH_M)


def tip_of(joints_rad: FloatArray) -> Place:
    """Return where the magnet's face is in a posture whose flange looks down, its heading and its lean."""
    flange = base_from_flange(joints_rad)
    tip_m = flange.apply((0.0, 0.0, LENGTH_M))
    # Pitched over by half a turn, the flange's x axis points against its heading.
    yaw_rad = math.atan2(-flange.rotation[1, 0], -flange.rotation[0, 0])
    # Leaning outwards, its z axis points outwards too.
    outward = float(flange.rotation[:2, 2] @ tip_m[:2]) / math.hypot(tip_m[0], tip_m[1])
    return Place(tip_m, yaw_rad, math.asin(outward))
