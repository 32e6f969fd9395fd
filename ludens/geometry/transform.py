"""Rigid transforms in space: where one frame stands in another.

A transform named `a_from_b` takes coordinates in b to coordinates in a, so products read like dominoes:
`ground_from_camera = ground_from_robot @ robot_from_camera`.
"""

from dataclasses import dataclass
from typing import Self, overload

import numpy as np
import numpy.typing as npt

from ludens.geometry.arrays import FloatArray
from ludens.geometry.errors import GeometryError
from ludens.geometry.rotation import (
    is_rotation,
    matrix_from_quaternion,
    matrix_from_rpy,
    quaternion_from_matrix,
    rpy_from_matrix,
    slerp,
)


@dataclass(frozen=True, slots=True, eq=False)
class Transform3:
    """`a_from_b` in space: a point p_in_b stands at `rotation @ p_in_b + translation` in a.

    The arrays are read-only copies, so a transform can be shared freely. The constructor trusts the rotation
    to be one; `from_matrix` checks it.
    """

    rotation: FloatArray
    """3x3: b's axes, seen in a, as columns."""
    translation: FloatArray
    """(3,) metres: b's origin, seen in a."""

    def __post_init__(self) -> None:
        """Take copies, so that nobody else holds the arrays."""
        rotation = np.array(self.rotation, dtype=np.float64)
        translation = np.array(self.translation, dtype=np.float64)
        if rotation.shape != (3, 3) or translation.shape != (3,):
            raise GeometryError(
                "A transform takes a 3x3 rotation and 3 numbers of translation; "
                f"got shapes {rotation.shape} and {translation.shape}."
            )
        rotation.setflags(write=False)
        translation.setflags(write=False)
        object.__setattr__(self, "rotation", rotation)
        object.__setattr__(self, "translation", translation)

    @classmethod
    def of_fresh(cls, rotation: FloatArray, translation: FloatArray) -> Self:
        """Return the transform of arrays that nobody else holds: quick, without copies and without checks."""
        made = object.__new__(cls)
        rotation.setflags(write=False)
        translation.setflags(write=False)
        object.__setattr__(made, "rotation", rotation)
        object.__setattr__(made, "translation", translation)
        return made

    @classmethod
    def identity(cls) -> Self:
        """Return the transform between a frame and itself."""
        return cls.of_fresh(np.eye(3), np.zeros(3))

    @classmethod
    def from_translation(cls, x_m: float, y_m: float, z_m: float) -> Self:
        """Return a shift without a turn."""
        return cls.of_fresh(np.eye(3), np.array([x_m, y_m, z_m]))

    @classmethod
    def from_quaternion(cls, quaternion: npt.ArrayLike, translation: npt.ArrayLike = (0.0, 0.0, 0.0)) -> Self:
        """Return the transform with the rotation (w, x, y, z)."""
        return cls(matrix_from_quaternion(quaternion), np.asarray(translation, dtype=np.float64))

    @classmethod
    def from_rpy(
        cls,
        *,
        roll_rad: float = 0.0,
        pitch_rad: float = 0.0,
        yaw_rad: float = 0.0,
        translation: npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> Self:
        """Return the transform with the rotation Rz(yaw) Ry(pitch) Rx(roll); positive pitch looks down."""
        rotation = matrix_from_rpy(roll_rad, pitch_rad, yaw_rad)
        return cls(rotation, np.asarray(translation, dtype=np.float64))

    @classmethod
    def from_matrix(cls, matrix: npt.ArrayLike) -> Self:
        """Return the transform of a homogeneous 4x4 matrix, after checking that it is rigid."""
        values = np.asarray(matrix, dtype=np.float64)
        if values.shape != (4, 4):
            raise GeometryError(f"A homogeneous matrix is 4x4; got shape {values.shape}.")
        if not is_rotation(values[:3, :3]) or not np.allclose(values[3], (0.0, 0.0, 0.0, 1.0)):
            raise GeometryError(
                "The matrix is not a rigid transform: its rotation must be orthonormal and right-handed "
                f"and its last row 0 0 0 1; got {values.tolist()}."
            )
        return cls(values[:3, :3], values[:3, 3])

    @overload
    def __matmul__(self, other: "Transform3") -> "Transform3": ...
    @overload
    def __matmul__(self, other: FloatArray) -> FloatArray: ...
    def __matmul__(self, other: "Transform3 | FloatArray") -> "Transform3 | FloatArray":
        """`a_from_b @ b_from_c` is a_from_c; `a_from_b @ points_in_b` is what `apply` gives."""
        if isinstance(other, Transform3):
            return Transform3.of_fresh(
                self.rotation @ other.rotation, self.rotation @ other.translation + self.translation
            )
        return self.apply(other)

    def apply(self, points_in_b: npt.ArrayLike) -> FloatArray:
        """Take points of shape (..., 3) from b to a."""
        points = np.asarray(points_in_b, dtype=np.float64)
        moved: FloatArray = points @ self.rotation.T + self.translation
        return moved

    def rotate(self, directions_in_b: npt.ArrayLike) -> FloatArray:
        """Take directions of shape (..., 3) from b to a: turned, not shifted."""
        directions = np.asarray(directions_in_b, dtype=np.float64)
        turned: FloatArray = directions @ self.rotation.T
        return turned

    def inverse(self) -> "Transform3":
        """Return b_from_a."""
        back = self.rotation.T.copy()
        return Transform3.of_fresh(back, -(back @ self.translation))

    def interpolate(self, other: "Transform3", fraction: float) -> "Transform3":
        """Return the transform at `fraction` of the way to `other`: straight line, even turn."""
        quaternion = slerp(
            quaternion_from_matrix(self.rotation), quaternion_from_matrix(other.rotation), fraction
        )
        translation = (1.0 - fraction) * self.translation + fraction * other.translation
        return Transform3(matrix_from_quaternion(quaternion), translation)

    def quaternion(self) -> FloatArray:
        """Return the rotation as (w, x, y, z), w >= 0."""
        return quaternion_from_matrix(self.rotation)

    def rpy(self) -> tuple[float, float, float]:
        """Return the rotation as (roll, pitch, yaw) in radians."""
        return rpy_from_matrix(self.rotation)

    def matrix(self) -> FloatArray:
        """Return the homogeneous 4x4 matrix."""
        homogeneous = np.eye(4)
        homogeneous[:3, :3] = self.rotation
        homogeneous[:3, 3] = self.translation
        return homogeneous

    def is_close(self, other: "Transform3", *, tolerance: float = 1e-9) -> bool:
        """Tell whether no number differs by more than `tolerance` (metres, or parts of a unit vector)."""
        return bool(
            np.allclose(self.rotation, other.rotation, rtol=0.0, atol=tolerance)
            and np.allclose(self.translation, other.translation, rtol=0.0, atol=tolerance)
        )
