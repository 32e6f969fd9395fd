"""A NAO's fingers: two above and a thumb below, which close towards each other by one wire.

Figures are ours: the maker publishes none. Pivots are so far apart that fingers are parallel when they hold
25 mm. All are in the hand's frame.
"""

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints
from ludens.robots.nao.joints import INDEX

FINGERS = ("upper left finger", "upper right finger", "thumb")
FINGER_KG = 0.003
FINGERS_KG = len(FINGERS) * FINGER_KG

OPEN_RAD, CLOSED_RAD = -0.60, 0.30
"""Angles of every finger; positive closes. At 0 a finger points straight ahead."""
FINGER_LENGTH_M = 0.046
FINGER_RADIUS_M = 0.0055
KNUCKLE_X_M = 0.050
GRIP_Z_M = -0.0123
HALF_GAP_M = 0.018
"""From the grip's middle to a pivot: half of 25 mm and a finger's radius."""
UPPER_Y_M = 0.0075
THUMB_STRENGTH = 2.0
"""Of what pulls, brakes and opens the thumb, against one finger: it stands alone against two."""
CLOSED = 0.0
"""Of a hand's opening, 0 to 1."""
PULLS_A = 0.12
"""Current from which on a hand's motor pulls; an idle one draws 0.02 A."""
HANDS = np.array([INDEX["LHand"], INDEX["RHand"]])


def start_of_motion(joints: CalibratedJoints) -> FloatArray:
    """Return where a motion begins: where the joints are, but with fingers that pull told to close.

    What is held stops fingers half-way, and only a motor that wants them closed keeps it there. A motion that
    began from where the fingers are, as it does with all other joints, would let go until it pulls again.
    """
    start_rad = np.array(joints.position_rad, dtype=np.float64)
    start_rad[HANDS] = np.where(joints.current_a[HANDS] > PULLS_A, CLOSED, start_rad[HANDS])
    return start_rad
