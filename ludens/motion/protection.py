"""What a falling body may still be told: the protective limits, in one place.

A stiff joint that meets the floor breaks its gear; a limp one gives way. So a fall is met with the head
turned away from the floor, arms at the body, bent knees, and little stiffness. The postures are motion files,
one for each direction; the joint sender holds every command to the limits as long as the body falls.
"""

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import JointCommand
from ludens.messages.balance import FallDirection
from ludens.robots.nao.joints import INDEX, JOINTS

FALLING = "falling"
"""`MotionActivations.reason` while the protective limits hold."""

FALL_MOTIONS: dict[FallDirection, str] = {
    "forward": "fall_forward",
    "backward": "fall_backward",
    "left": "fall_left",
    "right": "fall_right",
}
"""The motion file for a fall in each direction."""

_STIFFEST = {"Head": 0.5, "Shoulder": 0.2, "Elbow": 0.2, "Wrist": 0.1, "Hand": 0.1, "Hip": 0.3, "Knee": 0.3}
_STIFFEST_ANKLE = 0.3


def _limit(joint: str) -> float:
    return next((limit for part, limit in _STIFFEST.items() if part in joint), _STIFFEST_ANKLE)


PROTECTIVE_STIFFNESS: FloatArray = np.array([_limit(joint) for joint in JOINTS])
"""The highest stiffness of each joint while falling: the head holds its place, all else gives way."""
PROTECTIVE_STIFFNESS.setflags(write=False)


def beyond_protection(command: JointCommand) -> tuple[str, ...]:
    """Return the joints of a command that are stiffer than a falling body may be."""
    return tuple(
        joint
        for joint, stiffness in zip(command.names, command.stiffnesses, strict=True)
        if stiffness > PROTECTIVE_STIFFNESS[INDEX[joint]] + 1e-9
    )
