"""Where the head must turn so that a camera looks at a point: exact, for a camera anywhere in the head.

A camera sits at c in the head and looks along d. The point q, seen from the neck, lies on its axis when
Rz(yaw) Ry(pitch) (c + s d) = q  for some way s > 0. Turning keeps lengths, so s follows from |c + s d| = |q|;
the height of q then gives the pitch, and its heading the yaw.
"""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.joints import LIMITS
from ludens.robots.nao.links import LINK_INDEX, LINKS

YAW_LIMITS_RAD = LIMITS["HeadYaw"].lowest_rad, LIMITS["HeadYaw"].highest_rad
PITCH_LIMITS_RAD = LIMITS["HeadPitch"].lowest_rad, LIMITS["HeadPitch"].highest_rad
"""The same for every yaw: the published limits know no narrower ones to the sides."""
NEAREST_M = 0.02
"""Nearer points before a camera have no direction worth turning for."""

_NECK_M = np.array(LINKS[LINK_INDEX["Neck"]].offset_m)


@dataclass(frozen=True, slots=True)
class HeadAngles:
    """The two head joints, and by how much the camera's axis still misses the point."""

    yaw_rad: float
    pitch_rad: float
    miss_rad: float  # more than zero where a joint had to stop at its limit


def torso_from_head(yaw_rad: float, pitch_rad: float) -> Transform3:
    """Return where the head is."""
    return Transform3.from_rpy(pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=_NECK_M)


def aim_camera(point_in_torso_m: FloatArray, head_from_camera: Transform3) -> HeadAngles:
    """Return head joints within their limits that bring a point onto a camera's axis, or nearest to it."""
    place, axis = head_from_camera.translation, head_from_camera.rotation[:, 0]
    from_neck = np.asarray(point_in_torso_m, dtype=np.float64) - _NECK_M
    along = float(place @ axis)
    beside2 = float(place @ place) - along**2  # squared distance of the neck from the camera's axis
    nearest = math.hypot(along + NEAREST_M, math.sqrt(max(beside2, 0.0)))
    distance = float(np.linalg.norm(from_neck))
    if distance < nearest:  # inside the head: take its direction only
        direction = from_neck / distance if distance > 0.0 else np.array([1.0, 0.0, 0.0])
        from_neck, distance = direction * nearest, nearest
    way = math.sqrt(distance**2 - beside2) - along
    ahead, left, up = (place + way * axis).tolist()
    height = math.hypot(ahead, up)
    cosine = min(max(float(from_neck[2]) / height, -1.0), 1.0)
    pitch = math.remainder(math.acos(cosine) - math.atan2(ahead, up), 2.0 * math.pi)
    forward = height * math.sqrt(1.0 - cosine**2)
    yaw = math.remainder(
        math.atan2(float(from_neck[1]), float(from_neck[0])) - math.atan2(left, forward), 2.0 * math.pi
    )
    yaw, pitch = clipped_head(yaw, pitch)
    return HeadAngles(yaw, pitch, _miss(np.asarray(point_in_torso_m), yaw, pitch, head_from_camera))


def clipped_head(yaw_rad: float, pitch_rad: float) -> tuple[float, float]:
    """Return the nearest angles that the head can take."""
    return (
        min(max(yaw_rad, YAW_LIMITS_RAD[0]), YAW_LIMITS_RAD[1]),
        min(max(pitch_rad, PITCH_LIMITS_RAD[0]), PITCH_LIMITS_RAD[1]),
    )


def _miss(point_in_torso_m: FloatArray, yaw: float, pitch: float, head_from_camera: Transform3) -> float:
    """Return the angle between a camera's axis and a point."""
    seen = (torso_from_head(yaw, pitch) @ head_from_camera).inverse().apply(point_in_torso_m)
    return math.atan2(math.hypot(float(seen[1]), float(seen[2])), float(seen[0]))
