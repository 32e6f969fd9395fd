"""Fingers that hold something go on closing when one motion takes over from another.

What is held stops fingers half-way, and only a motor that wants them closed keeps it there. A motion that
began from where the fingers are, as it does with all other joints, would let go until it pulls again.
"""

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints
from ludens.robots.nao.joints import INDEX

CLOSED = 0.0
PULLS_A = 0.12
"""An idle motor draws 0.02 A."""
HANDS = np.array([INDEX["LHand"], INDEX["RHand"]])


def start_of_motion(joints: CalibratedJoints) -> FloatArray:
    """Return where a motion begins: where the joints are, but with fingers that pull told to close."""
    start_rad = np.array(joints.position_rad, dtype=np.float64)
    start_rad[HANDS] = np.where(joints.current_a[HANDS] > PULLS_A, CLOSED, start_rad[HANDS])
    return start_rad
