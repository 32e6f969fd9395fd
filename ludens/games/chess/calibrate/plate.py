"""The calibration plate: a marker on a bracket beside the gripper that looks up while that looks down."""

import math

import numpy as np

from ludens.geometry import FloatArray, Transform3

PLATE_ID = 40
"""A marker of the pieces' dictionary that no piece has."""
PLATE_M = 0.050
"""Edge of its black square."""
FLANGE_FROM_PLATE = Transform3.from_rpy(roll_rad=math.pi, yaw_rad=math.pi, translation=(-0.085, 0.0, -0.020))
"""As it is meant to be screwed on, on the side away from the arm; its real place is found with the camera."""


def corners_in_plate() -> FloatArray:
    """Return the corners (4, 3) in the plate's frame: clockwise from the upper left, z out of the print."""
    half_m = 0.5 * PLATE_M
    return np.array(
        [[half_m, half_m, 0.0], [half_m, -half_m, 0.0], [-half_m, -half_m, 0.0], [-half_m, half_m, 0.0]]
    )
