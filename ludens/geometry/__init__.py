"""Geometry on numpy alone: angles, rigid transforms, camera model, planes and rays, and a transform tree.

Frames are right-handed with x forward, y left, z up; units are metres, radians and seconds. A transform
`a_from_b` takes coordinates in b to coordinates in a.
"""

from ludens.geometry.angles import circular_mean, difference, wrap, wrap_array
from ludens.geometry.arrays import FloatArray
from ludens.geometry.camera import PinholeCamera
from ludens.geometry.errors import GeometryError
from ludens.geometry.plane import Plane
from ludens.geometry.pose2 import Pose2
from ludens.geometry.rotation import (
    axis_angle_from_matrix,
    is_rotation,
    matrix_from_axis_angle,
    matrix_from_quaternion,
    matrix_from_rpy,
    multiply_quaternions,
    quaternion_from_matrix,
    rpy_from_matrix,
    slerp,
)
from ludens.geometry.transform import Transform3
from ludens.geometry.transform_tree import TransformTree

__all__ = [
    "FloatArray",
    "GeometryError",
    "PinholeCamera",
    "Plane",
    "Pose2",
    "Transform3",
    "TransformTree",
    "axis_angle_from_matrix",
    "circular_mean",
    "difference",
    "is_rotation",
    "matrix_from_axis_angle",
    "matrix_from_quaternion",
    "matrix_from_rpy",
    "multiply_quaternions",
    "quaternion_from_matrix",
    "rpy_from_matrix",
    "slerp",
    "wrap",
    "wrap_array",
]
