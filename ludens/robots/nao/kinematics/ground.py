"""From the cameras to the floor: where the camera stands over the ground, and where the horizon runs.

The `ground` frame of this file moves with the robot: its origin lies on the floor midway between the two
soles' origins, z is up, x is the torso's heading. Where the robot stands in the room is localisation's
business.
"""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import PinholeCamera, Transform3, matrix_from_rpy
from ludens.robots.nao.kinematics.posture import Posture
from ludens.robots.nao.places import BOTTOM_CAMERA, TOP_CAMERA


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraAngles:
    """How a camera really looks, against the table: turned by these angles in its own frame."""

    roll_rad: float = 0.0
    pitch_rad: float = 0.0
    yaw_rad: float = 0.0

    def nominal_from_real(self) -> Transform3:
        """Return the turn of the real camera against the nominal one."""
        return Transform3.from_rpy(roll_rad=self.roll_rad, pitch_rad=self.pitch_rad, yaw_rad=self.yaw_rad)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraCalibration:
    """The calibration angles of both cameras; without any, the table is believed."""

    top: CameraAngles = CameraAngles()
    bottom: CameraAngles = CameraAngles()

    def of(self, camera: str) -> CameraAngles:
        """Return the angles of a camera by its place's name."""
        return {TOP_CAMERA: self.top, BOTTOM_CAMERA: self.bottom}[camera]


AS_MADE = CameraCalibration()
"""Cameras as the table says."""


def torso_from_camera(
    posture: Posture, camera: str, *, calibration: CameraCalibration = AS_MADE
) -> Transform3:
    """Return where a camera is, as calibrated."""
    return posture.torso_from(camera) @ calibration.of(camera).nominal_from_real()


def ground_from_torso(posture: Posture, *, lean_rad: tuple[float, float] | None = None) -> Transform3:
    """Return how the torso stands over the floor, from the joints and from how it leans.

    `lean_rad` is (roll, pitch) of the torso against the vertical, from the inertial sensors. Without it the
    sole that is lower along the torso's axis is believed to lie flat.
    """
    left, right = posture.torso_from_left_sole, posture.torso_from_right_sole
    if lean_rad is None:
        flat = left if left.translation[2] <= right.translation[2] else right
        roll_rad, pitch_rad, _ = flat.inverse().rpy()
    else:
        roll_rad, pitch_rad = lean_rad
    level = matrix_from_rpy(roll_rad, pitch_rad, 0.0)
    left_m, right_m = level @ left.translation, level @ right.translation
    middle_m = 0.5 * (left_m + right_m)
    return Transform3(level, -np.array([middle_m[0], middle_m[1], min(left_m[2], right_m[2])]))


def robot_from_torso(posture: Posture, *, lean_rad: tuple[float, float] | None = None) -> Transform3:
    """Return how the torso stands over its own shadow: `ground_from_torso`, but the origin lies under it."""
    standing = ground_from_torso(posture, lean_rad=lean_rad)
    return Transform3(standing.rotation, np.array([0.0, 0.0, standing.translation[2]]))


def up_in_torso(posture: Posture) -> tuple[float, float, float]:
    """Return the upward direction in the torso's axes where the lower sole is believed to lie flat."""
    x, y, z = ground_from_torso(posture).rotation[2].tolist()
    return (x, y, z)


def ground_from_camera(
    posture: Posture,
    camera: str,
    *,
    calibration: CameraCalibration = AS_MADE,
    lean_rad: tuple[float, float] | None = None,
) -> Transform3:
    """Return where a camera is over the floor; `camera` is TOP_CAMERA or BOTTOM_CAMERA."""
    standing = ground_from_torso(posture, lean_rad=lean_rad)
    return standing @ torso_from_camera(posture, camera, calibration=calibration)


@dataclass(frozen=True, slots=True)
class Horizon:
    """Where the floor ends in the picture: the line through (0, left row) and (width - 1, right row).

    Rows grow downwards, so the floor lies at larger rows; rows may be outside of the picture.
    """

    left_row_px: float
    right_row_px: float


def horizon(ground_from_camera: Transform3, camera: PinholeCamera) -> Horizon | None:
    """Return the horizon of a camera without lens distortion; None where it looks straight up or down.

    A ray (1, -a, -b) runs level where  R₂₀ - R₂₁ a - R₂₂ b = 0.
    """
    ahead, left, up = ground_from_camera.rotation[2].tolist()
    if abs(up) < 1e-6:
        return None
    slopes = [(column - camera.center_x_px) / camera.focal_x_px for column in (0, camera.width_px - 1)]
    rows = [camera.center_y_px + camera.focal_y_px * (ahead - left * slope) / up for slope in slopes]
    return Horizon(rows[0], rows[1])
