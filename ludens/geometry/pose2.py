"""Rigid transforms on the floor: the working horse of everything that drives.

Plain floats and `math`, because a control loop composes single poses at 50 Hz and more, where numpy would
cost ten times as much as the arithmetic.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from ludens.geometry.angles import difference, wrap
from ludens.geometry.arrays import FloatArray
from ludens.geometry.rotation import matrix_from_rpy
from ludens.geometry.transform import Transform3


@dataclass(frozen=True, slots=True, init=False)
class Pose2:
    """`a_from_b` on the plane: where frame b stands in frame a; x forward, y left, yaw counter-clockwise.

    `a_from_c = a_from_b @ b_from_c`. Yaw is kept as given; what the operations return is wrapped to [-pi,
    pi).
    """

    x_m: float
    y_m: float
    yaw_rad: float

    def __init__(self, x_m: float, y_m: float, yaw_rad: float) -> None:
        # A match makes thousands a second; what a frozen dataclass writes by itself takes half as long again.
        _set_x_m(self, x_m)
        _set_y_m(self, y_m)
        _set_yaw_rad(self, yaw_rad)

    @classmethod
    def identity(cls) -> "Pose2":
        """Return the pose of a frame in itself."""
        return cls(0.0, 0.0, 0.0)

    @classmethod
    def from_transform3(cls, a_from_b: Transform3) -> "Pose2":
        """Return the shadow on the floor of a transform in space: height, roll and pitch are dropped."""
        _, _, yaw_rad = a_from_b.rpy()
        return cls(float(a_from_b.translation[0]), float(a_from_b.translation[1]), wrap(yaw_rad))

    @overload
    def __matmul__(self, other: "Pose2") -> "Pose2": ...
    @overload
    def __matmul__(self, other: FloatArray) -> FloatArray: ...
    def __matmul__(self, other: "Pose2 | FloatArray") -> "Pose2 | FloatArray":
        """`a_from_b @ b_from_c` is a_from_c; `a_from_b @ points_in_b` is what `apply_points` gives."""
        if isinstance(other, Pose2):
            sine, cosine = math.sin(self.yaw_rad), math.cos(self.yaw_rad)
            return Pose2(
                self.x_m + cosine * other.x_m - sine * other.y_m,
                self.y_m + sine * other.x_m + cosine * other.y_m,
                wrap(self.yaw_rad + other.yaw_rad),
            )
        return self.apply_points(other)

    def apply(self, x_m: float, y_m: float) -> tuple[float, float]:
        """Take one point from b to a."""
        sine, cosine = math.sin(self.yaw_rad), math.cos(self.yaw_rad)
        return self.x_m + cosine * x_m - sine * y_m, self.y_m + sine * x_m + cosine * y_m

    def apply_points(self, points_in_b: npt.ArrayLike) -> FloatArray:
        """Take points of shape (..., 2) from b to a."""
        sine, cosine = math.sin(self.yaw_rad), math.cos(self.yaw_rad)
        points = np.asarray(points_in_b, dtype=np.float64)
        moved: FloatArray = points @ np.array([[cosine, sine], [-sine, cosine]]) + (self.x_m, self.y_m)
        return moved

    def inverse(self) -> "Pose2":
        """Return b_from_a."""
        sine, cosine = math.sin(self.yaw_rad), math.cos(self.yaw_rad)
        return Pose2(
            -(cosine * self.x_m + sine * self.y_m), sine * self.x_m - cosine * self.y_m, wrap(-self.yaw_rad)
        )

    def interpolate(self, other: "Pose2", fraction: float) -> "Pose2":
        """Return the pose at `fraction` of the way to `other`: straight line, the shorter turn."""
        return Pose2(
            self.x_m + fraction * (other.x_m - self.x_m),
            self.y_m + fraction * (other.y_m - self.y_m),
            wrap(self.yaw_rad + fraction * difference(other.yaw_rad, self.yaw_rad)),
        )

    def distance_m(self, other: "Pose2") -> float:
        """Return the distance between the two origins."""
        return math.hypot(other.x_m - self.x_m, other.y_m - self.y_m)

    def to_transform3(self, *, height_m: float = 0.0) -> Transform3:
        """Return the same transform in space, on the plane z = `height_m`."""
        return Transform3.of_fresh(
            matrix_from_rpy(0.0, 0.0, self.yaw_rad), np.array([self.x_m, self.y_m, height_m])
        )

    def is_close(self, other: "Pose2", *, tolerance: float = 1e-9) -> bool:
        """Tell whether no number differs by more than `tolerance` (metres, radians on the ring)."""
        return (
            abs(self.x_m - other.x_m) <= tolerance
            and abs(self.y_m - other.y_m) <= tolerance
            and abs(difference(self.yaw_rad, other.yaw_rad)) <= tolerance
        )


_set_x_m: Callable[[Pose2, float], None] = vars(Pose2)["x_m"].__set__
_set_y_m: Callable[[Pose2, float], None] = vars(Pose2)["y_m"].__set__
_set_yaw_rad: Callable[[Pose2, float], None] = vars(Pose2)["yaw_rad"].__set__
