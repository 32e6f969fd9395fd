"""Whether the camera held still when a picture was taken, and how the joints were then."""

import numpy as np

from ludens.core.contract.declaration import History
from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints
from ludens.robots.nao.joints import HEAD_PITCH, HEAD_YAW
from ludens.robots.nao.kinematics import LEGS

CARRYING = [HEAD_YAW, HEAD_PITCH, *range(LEGS.start, LEGS.stop)]
"""Joints that move the camera: a head that holds still on a walking body does not."""
ARRIVED_RAD = 0.03
"""A head that is so near to where it shall look has arrived."""
STILL_S = 0.06
STILL_RAD = 0.006
"""Joints that turned by no more during that time before a picture were still."""


def was_still(time_s: float, joints: History[CalibratedJoints]) -> bool:
    """Return whether neither head nor legs had moved for a moment."""
    posed, earlier = joints.at_or_before(time_s), joints.at_or_before(time_s - STILL_S)
    if posed is None or earlier is None:
        return False
    return bool(np.abs(posed.position_rad - earlier.position_rad)[CARRYING].max() < STILL_RAD)


def mean_position_rad(posed: CalibratedJoints, joints: History[CalibratedJoints]) -> FloatArray:
    """Return all joints of a body that is still, from the readings round one of them.

    A single reading is off by its encoder's steps and jitter, the mean of ten by a third of that.
    """
    near_rad = [other.position_rad for other in joints if abs(other.time_s - posed.time_s) <= STILL_S]
    mean_rad: FloatArray = np.mean(near_rad or [posed.position_rad], axis=0)
    return mean_rad
