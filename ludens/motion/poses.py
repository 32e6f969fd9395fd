"""The pose that others start from, mirrored poses, and the way between two postures.

Poses name joints as the maker does. Squat, sit, rest and all other postures are motion files.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ludens.core.errors import LudensError, did_you_mean
from ludens.geometry import FloatArray
from ludens.geometry.easing import PEAK_TO_MEAN, eased
from ludens.robots.nao.joints import INDEX, JOINTS, SPEED_RADPS, mirrored
from ludens.robots.nao.kinematics.stance import stance

SHORTEST_S = 0.2


class PoseError(LudensError):
    """A pose that this body cannot take."""


def symmetrical(pose: Mapping[str, float]) -> dict[str, float]:
    """Return the pose with the right side as the mirror of its left; hip yaw-pitch is both sides' one."""
    left = np.zeros(len(JOINTS))
    for joint, angle_rad in pose.items():
        if joint.startswith("R") or joint not in INDEX:
            raise PoseError(f"A symmetrical pose names joints of middle and left side, not '{joint}'.")
        left[INDEX[joint]] = angle_rad
    mirror_image = mirrored(left)
    whole = dict(pose)
    for joint in pose:
        right = "R" + joint[1:]
        if joint.startswith("L") and right in INDEX:
            whole[right] = float(mirror_image[INDEX[right]])
    return whole


POSES: dict[str, FloatArray] = {"stand": stance()}
"""Postures that motion files can name. All others are frames of motion files."""


def posture_of(name: str) -> FloatArray:
    """Return the 25 joint positions of a pose by its name in `POSES`."""
    if name not in POSES:
        raise PoseError(f"There is no pose '{name}'; {did_you_mean(name, POSES)}")
    return POSES[name].copy()


@dataclass(frozen=True, slots=True, eq=False)
class PoseMotion:
    """The way between two postures, all joints together, as slow as the slowest of them needs.

    No joint exceeds `speed_share` of its own fastest speed.
    """

    start_rad: FloatArray
    goal_rad: FloatArray
    speed_share: float = 0.4

    @property
    def duration_s(self) -> float:
        """How long it takes; never less than a fifth of a second."""
        slowest = float((np.abs(self.goal_rad - self.start_rad) / SPEED_RADPS).max())
        if not math.isfinite(slowest) or not 0.0 < self.speed_share <= 1.0:
            raise PoseError(
                "A motion needs finite postures and a speed share above 0 and up to 1; "
                f"got a share of {self.speed_share} and a longest way of {slowest} s."
            )
        return max(SHORTEST_S, PEAK_TO_MEAN * slowest / self.speed_share)

    def at(self, elapsed_s: float) -> FloatArray:
        """Return the posture after so long."""
        share = eased(elapsed_s / self.duration_s)
        between: FloatArray = self.start_rad + share * (self.goal_rad - self.start_rad)
        return between
