"""Where an arm goes between its place behind the back and the table: out to the side, up there, then over.

A hand that came up before the body would meet the table's edge from below. Behind the back arms are where
the walk holds them near tables.
"""

import numpy as np

from ludens.geometry import FloatArray
from ludens.manipulation.reaching import ARM_SIGNS, arm_of
from ludens.messages.manipulation import Hand
from ludens.robots.nao.joints import INDEX

BEHIND_RAD = np.array([2.05, 0.15, 0.9, -0.9, 0.0])
"""As `ludens.motion.walk.legs` has it."""
OUT_RAD = np.array([1.9, 1.15, 1.2, -1.2, 0.0])
BENT_RAD = np.array([1.6, 1.2, 1.5, -1.5, 0.0])
UP_RAD = np.array([-0.4, 1.2, 1.5, -1.5, 0.0])
SHOWN_RAD = np.array([0.35, -0.05, -1.0, -1.35, -0.9])
"""Before the chest, in sight of both cameras."""
STUDIED_RAD = np.array(
    [
        (-0.26, 0.11, 0.73, -1.07, -0.87),
        (0.51, -0.04, -1.74, -0.91, 0.67),
        (0.02, -0.08, 0.29, -0.27, -1.59),
        (0.91, 0.02, -1.86, -1.29, 0.23),
        (-0.34, 0.58, 0.70, -1.16, 1.61),
        (0.84, 0.17, -1.08, -1.48, -0.72),
    ]
)
"""Likewise, with all joints of the arm turned in other ways. Of some hundred postures in which a camera that
looks down sees most of what is held, those that tell most about the zeros of the joints."""
OFFERED_RAD = np.array([0.25, 0.1, 0.2, -0.5, 0.0])
"""Held out to a person, over the table."""


def arm_rad(left_rad: FloatArray, hand: Hand) -> FloatArray:
    """Return an arm's posture that is written for the left one."""
    return left_rad if hand == "left" else left_rad * ARM_SIGNS


def other(hand: Hand) -> Hand:
    """Return the other hand."""
    return "right" if hand == "left" else "left"


def hand_joint(hand: Hand) -> int:
    """Return the fingers' place among the 25 joints."""
    return INDEX["LHand" if hand == "left" else "RHand"]


def is_behind(position_rad: FloatArray, hand: Hand) -> bool:
    """Tell whether an arm is behind the back."""
    return bool(np.abs(position_rad[arm_of(hand)][:2] - arm_rad(BEHIND_RAD, hand)[:2]).max() < 0.35)
