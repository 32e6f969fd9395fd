"""Which motion to do next to come from one posture to another: who sits and shall walk first rises."""

from collections import deque
from collections.abc import Callable, Collection

import numpy as np

from ludens.geometry import FloatArray
from ludens.motion.files.curve import Track
from ludens.motion.files.library import MotionLibrary
from ludens.motion.files.motion import PARTS, Motion
from ludens.robots.nao.joints import INDEX

NEAR_RAD = 0.3
_LEGS = [INDEX[joint] for joint in PARTS["legs"]]


def first_step(
    library: MotionLibrary, *, start: str, goals: Collection[str], usable: Callable[[Motion], bool]
) -> Motion | None:
    """Return the first motion of the shortest way from a posture to one of others; none if there is none.

    A motion that begins in "any" posture is no step: it leads nowhere in particular.
    """
    seen, waiting = {start}, deque[tuple[str, Motion | None]]([(start, None)])
    while waiting:
        posture, first = waiting.popleft()
        if posture in goals:
            return first
        for motion in library:
            if posture in motion.begins and motion.ends not in seen and usable(motion):
                seen.add(motion.ends)
                waiting.append((motion.ends, motion if first is None else first))
    return None


def posture_at(library: MotionLibrary, position_rad: FloatArray) -> str:
    """Return the posture in which some motion would have left the legs like this; standing if none."""
    distances = {
        motion.ends: float(np.abs(Track.of(motion).position_rad[-1] - position_rad)[_LEGS].max())
        for motion in library
        if motion.ends in ("squatting", "sitting", "resting")
    }
    nearest = min(distances, key=distances.__getitem__, default="standing")
    return nearest if distances.get(nearest, np.inf) < NEAR_RAD else "standing"
