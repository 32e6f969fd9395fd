"""Which joints are protected: damaged ones, hot ones, and all of them while the body falls.

A stiff joint that meets the floor breaks its gear; a limp one gives way. So a fall is met with the head
turned away from the floor, arms at the body, bent knees, and little stiffness. The postures are motion files,
one for each direction; the blender holds every command to the limits as long as the body falls.
"""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.messages import JointCommand
from ludens.motion.files.motion import PARTS
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.motors import HOT_STATUS

NEEDED_BY_WALKING = frozenset(PARTS["legs"])
HOT_STIFFNESS = 0.3
"""Of hot joints that do not carry the body: they may cool down."""

CARRIES = np.array([joint in PARTS["legs"] for joint in JOINTS])
CARRIES.setflags(write=False)


def limp_joints(damaged: Iterable[str]) -> frozenset[str]:
    """Return the joints to be left limp: a damaged arm hangs as a whole, so that nothing pulls at it."""
    limp = set(damaged)
    for side in "LR":
        arm = [joint for joint in (*PARTS["arms"], *PARTS["hands"]) if joint.startswith(side)]
        if any(joint in PARTS["arms"] for joint in limp & set(arm)):
            limp |= set(arm)
    return frozenset(limp)


def first_damaged(needs: Collection[str], damaged: Collection[str]) -> str:
    """Return the first damaged joint that a motion needs; nothing if there is none."""
    return next((joint for joint in damaged if joint in needs), "")


def hot_joint(status: NDArray[np.int64]) -> str:
    """Return a joint which carries the body and is hot; nothing if none is."""
    if max(status.tolist()) < HOT_STATUS:
        return ""
    hot = (status >= HOT_STATUS) & CARRIES
    return JOINTS[int(np.argmax(hot))] if hot.any() else ""


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
