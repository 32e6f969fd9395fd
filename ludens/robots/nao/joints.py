"""The 25 joints of the NAO V6: names as the maker writes them, in the order of its low-level link LoLA.

Every array of 25 numbers in this framework follows `JOINTS`. Positions are radians, hands 0 (closed) to 1
(open). One motor turns both hips' yaw-pitch joints; its name is `LHipYawPitch`, there is no `RHipYawPitch`.
Limits and speeds are the maker's for the left side; the right side is mirrored from it, except for the ankle
pitch, whose two limits really differ. Signs: a roll or yaw means the same turn about the same torso axis on
both sides, so a mirrored posture negates them (see `mirrored`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

JOINTS = (
    "HeadYaw",
    "HeadPitch",
    "LShoulderPitch",
    "LShoulderRoll",
    "LElbowYaw",
    "LElbowRoll",
    "LWristYaw",
    "LHipYawPitch",
    "LHipRoll",
    "LHipPitch",
    "LKneePitch",
    "LAnklePitch",
    "LAnkleRoll",
    "RHipRoll",
    "RHipPitch",
    "RKneePitch",
    "RAnklePitch",
    "RAnkleRoll",
    "RShoulderPitch",
    "RShoulderRoll",
    "RElbowYaw",
    "RElbowRoll",
    "RWristYaw",
    "LHand",
    "RHand",
)
"""Names of the joints in the order of every array of 25."""

INDEX = {name: index for index, name in enumerate(JOINTS)}
"""Place of a joint in an array of 25, by name."""
HEAD_YAW, HEAD_PITCH = INDEX["HeadYaw"], INDEX["HeadPitch"]


@dataclass(frozen=True, slots=True)
class JointLimits:
    """Limits of one joint after its gear. A hand's position has no unit, its effort is the wire's pull."""

    lowest_rad: float
    highest_rad: float
    speed_radps: float
    effort_nm: float


_MIDDLE_AND_LEFT = {
    "HeadYaw": JointLimits(-2.0857, 2.0857, 8.27, 1.55),
    "HeadPitch": JointLimits(-0.6720, 0.5149, 7.19, 1.53),
    "LShoulderPitch": JointLimits(-2.0857, 2.0857, 8.27, 1.33),
    "LShoulderRoll": JointLimits(-0.3142, 1.3265, 7.19, 1.78),
    "LElbowYaw": JointLimits(-2.0857, 2.0857, 8.27, 1.55),
    "LElbowRoll": JointLimits(-1.5446, -0.0349, 7.19, 1.53),
    "LWristYaw": JointLimits(-1.8239, 1.8239, 24.6, 0.41),
    "LHipYawPitch": JointLimits(-1.1453, 0.7407, 4.16, 3.35),
    "LHipRoll": JointLimits(-0.3794, 0.7905, 4.16, 3.35),
    "LHipPitch": JointLimits(-1.5359, 0.4840, 6.40, 3.02),
    "LKneePitch": JointLimits(-0.0923, 2.1126, 6.40, 3.02),
    "LAnklePitch": JointLimits(-1.1894, 0.9226, 6.40, 3.02),
    "LAnkleRoll": JointLimits(-0.3978, 0.7690, 4.16, 3.35),
    "LHand": JointLimits(0.0, 1.0, 8.33, 0.33),  # opens in 0.12 s; the maker states no effort: our choice
}

_REALLY_DIFFERENT = {"RAnklePitch": JointLimits(-1.1863, 0.9320, 6.40, 3.02)}


def changes_sign(joint: str) -> bool:
    """Whether mirroring a posture negates this joint: rolls and yaws do, pitches and hands do not."""
    return joint.endswith(("Roll", "Yaw"))


def _limits(joint: str) -> JointLimits:
    given = _REALLY_DIFFERENT.get(joint) or _MIDDLE_AND_LEFT.get(joint)
    if given is not None:
        return given
    left = _MIDDLE_AND_LEFT["L" + joint[1:]]
    if not changes_sign(joint):
        return left
    return JointLimits(-left.highest_rad, -left.lowest_rad, left.speed_radps, left.effort_nm)


LIMITS = {joint: _limits(joint) for joint in JOINTS}
"""Limits of each joint, by name."""


def _fixed(values: list[float]) -> NDArray[np.float64]:
    array = np.array(values)
    array.setflags(write=False)
    return array


LOWEST_RAD = _fixed([LIMITS[joint].lowest_rad for joint in JOINTS])
HIGHEST_RAD = _fixed([LIMITS[joint].highest_rad for joint in JOINTS])
SPEED_RADPS = _fixed([LIMITS[joint].speed_radps for joint in JOINTS])
EFFORT_NM = _fixed([LIMITS[joint].effort_nm for joint in JOINTS])


def _partner(joint: str) -> int:
    """Return the place of the joint that plays this one's part in the mirrored posture."""
    if joint == "LHipYawPitch" or joint[0] not in "LR":
        return INDEX[joint]
    return INDEX[("R" if joint[0] == "L" else "L") + joint[1:]]


_PARTNERS = np.array([_partner(joint) for joint in JOINTS])
_SIGNS = _fixed([-1.0 if changes_sign(joint) else 1.0 for joint in JOINTS])


def mirrored(position_rad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the posture that a mirror in the robot's middle plane (y = 0) shows."""
    mirror_image: NDArray[np.float64] = position_rad[_PARTNERS] * _SIGNS
    return mirror_image


def within_limits(position_rad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the nearest posture that every single joint can take."""
    # What `numpy.clip` does in a third of its time: asked several times a cycle.
    clipped: NDArray[np.float64] = np.minimum(np.maximum(position_rad, LOWEST_RAD), HIGHEST_RAD)
    return clipped
