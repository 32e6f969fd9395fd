"""What damaged and hot joints mean for a body: which go limp, which motions are not done."""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from ludens.motion.files.motion import PARTS
from ludens.robots.nao.joints import JOINTS
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


def refusal(motion: str, *, needs: Collection[str], damaged: Collection[str]) -> str:
    """Return why a motion is not done; nothing if no joint that it needs is damaged."""
    missing = [joint for joint in damaged if joint in needs]
    return f"{missing[0]} is damaged, so '{motion}' is not done" if missing else ""


def needs_rest(status: NDArray[np.int64]) -> str:
    """Return that a joint which carries the body is hot; nothing if none is."""
    if max(status.tolist()) < HOT_STATUS:
        return ""
    hot = (status >= HOT_STATUS) & CARRIES
    return f"rest is needed: {JOINTS[int(np.argmax(hot))]} is hot" if hot.any() else ""
