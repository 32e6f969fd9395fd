"""Where the head must turn so that a camera looks at a point: exact, for a camera anywhere in the head.

A camera sits at c in the head and looks along d. The point q, seen from the neck, lies on its axis when
Rz(yaw) Ry(pitch) (c + s d) = q  for some way s > 0. Turning keeps lengths, so s follows from |c + s d| = |q|;
the height of q then gives the pitch, and its heading the yaw.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.joints import HEAD_PITCH, HEAD_YAW, LIMITS
from ludens.robots.nao.links import LINK_INDEX, LINKS

YAW_LIMITS_RAD = LIMITS["HeadYaw"].lowest_rad, LIMITS["HeadYaw"].highest_rad
PITCH_LIMITS_RAD = LIMITS["HeadPitch"].lowest_rad, LIMITS["HeadPitch"].highest_rad
"""The same for every yaw: the published limits know no narrower ones to the sides."""
NEAREST_M = 0.02
"""Nearer points before a camera have no direction worth turning for."""

_NECK_M = np.array(LINKS[LINK_INDEX["Neck"]].offset_m)
_NECK_X_M, _NECK_Y_M, _NECK_Z_M = _NECK_M.tolist()
_LIMITS_RAD = (*YAW_LIMITS_RAD, *PITCH_LIMITS_RAD)


@dataclass(frozen=True, slots=True)
class HeadAngles:
    """The two head joints, and by how much the camera's axis still misses the point."""

    yaw_rad: float
    pitch_rad: float
    miss_rad: float  # more than zero where a joint had to stop at its limit


@dataclass(frozen=True, slots=True)
class HeadPose:
    """The two head joints."""

    yaw_rad: float
    pitch_rad: float

    @classmethod
    def of(cls, position_rad: FloatArray) -> "HeadPose":
        """Return how the head stands among 25 joints."""
        return cls(float(position_rad[HEAD_YAW]), float(position_rad[HEAD_PITCH]))

    def way_rad(self, other: "HeadPose") -> float:
        """How far the head turns, by its longer joint."""
        return max(abs(self.yaw_rad - other.yaw_rad), abs(self.pitch_rad - other.pitch_rad))


def torso_from_head(yaw_rad: float, pitch_rad: float) -> Transform3:
    """Return where the head is."""
    return Transform3.from_rpy(pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=_NECK_M)


def aim_camera(
    point_in_torso_m: FloatArray | tuple[float, float, float], head_from_camera: Transform3
) -> HeadAngles:
    """Return head joints within their limits that bring a point onto a camera's axis, or nearest to it."""
    x_m, y_m, z_m = point_in_torso_m
    yaw_rad, pitch_rad, miss_rad = _aim(
        (float(x_m) - _NECK_X_M, float(y_m) - _NECK_Y_M, float(z_m) - _NECK_Z_M),
        head_from_camera.translation,
        head_from_camera.rotation,
        _LIMITS_RAD,
        NEAREST_M,
    )
    return HeadAngles(yaw_rad, pitch_rad, miss_rad)


def clipped_head(yaw_rad: float, pitch_rad: float) -> tuple[float, float]:
    """Return the nearest angles that the head can take."""
    return (
        min(max(yaw_rad, YAW_LIMITS_RAD[0]), YAW_LIMITS_RAD[1]),
        min(max(pitch_rad, PITCH_LIMITS_RAD[0]), PITCH_LIMITS_RAD[1]),
    )


@compiled
def _aim(
    point: tuple[float, float, float],
    place: FloatArray,
    rotation: FloatArray,
    limits: tuple[float, float, float, float],
    nearest: float,
) -> tuple[float, float, float]:
    """Return yaw, pitch and the angle by which they miss; the point is seen from the neck."""
    distance2, place2, along = 0.0, 0.0, 0.0
    for row in range(3):
        distance2 += point[row] ** 2
        place2 += place[row] ** 2
        along += place[row] * rotation[row, 0]
    beside2 = max(place2 - along**2, 0.0)  # squared distance of the neck from the camera's axis
    least2 = (along + nearest) ** 2 + beside2
    x, y, z = point[0], point[1], point[2]
    if distance2 < least2:  # inside the head: only its direction counts
        scale = np.sqrt(least2 / distance2) if distance2 > 1e-12 else 0.0
        x, y, z = (x * scale, y * scale, z * scale) if scale > 0.0 else (np.sqrt(least2), 0.0, 0.0)
        distance2 = least2
    way = np.sqrt(distance2 - beside2) - along
    ahead = place[0] + way * rotation[0, 0]
    left = place[1] + way * rotation[1, 0]
    up = place[2] + way * rotation[2, 0]
    height = np.hypot(ahead, up)
    cosine = min(max(z / height, -1.0), 1.0)
    pitch = _wrapped(np.arccos(cosine) - np.arctan2(ahead, up))
    forward = height * np.sqrt(1.0 - cosine**2)
    yaw = _wrapped(np.arctan2(y, x) - np.arctan2(left, forward))
    yaw = min(max(yaw, limits[0]), limits[1])
    pitch = min(max(pitch, limits[2]), limits[3])
    # The point from the camera, in the head's axes: Ry(-pitch) Rz(-yaw) point - place.
    sy, cy, sp, cp = np.sin(yaw), np.cos(yaw), np.sin(pitch), np.cos(pitch)
    turned = cy * x + sy * y
    seen_x = cp * turned - sp * z - place[0]
    seen_y = cy * y - sy * x - place[1]
    seen_z = sp * turned + cp * z - place[2]
    on_axis = seen_x * rotation[0, 0] + seen_y * rotation[1, 0] + seen_z * rotation[2, 0]
    off_left = seen_x * rotation[0, 1] + seen_y * rotation[1, 1] + seen_z * rotation[2, 1]
    off_up = seen_x * rotation[0, 2] + seen_y * rotation[1, 2] + seen_z * rotation[2, 2]
    return yaw, pitch, np.arctan2(np.hypot(off_left, off_up), on_axis)


@compiled
def _wrapped(angle: float) -> float:
    return (angle + np.pi) % (2.0 * np.pi) - np.pi
