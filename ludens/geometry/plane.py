"""Planes, and where rays meet them: how a pixel becomes a place on the floor or on a table."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from ludens.geometry.arrays import FloatArray
from ludens.geometry.errors import GeometryError
from ludens.geometry.transform import Transform3

_SHORTEST_NORMAL = 1e-12
_GRAZING_COSINE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """All points p with `normal . p = offset_m`, in whatever frame the normal is given."""

    normal: FloatArray
    """(3,), of length one: the constructor scales normal and offset together."""
    offset_m: float
    """Distance of the plane from the origin, along the normal."""

    def __post_init__(self) -> None:
        """Scale the normal to length one."""
        normal = np.array(self.normal, dtype=np.float64)
        length = float(np.linalg.norm(normal)) if normal.shape == (3,) else 0.0
        if not _SHORTEST_NORMAL < length < np.inf:
            raise GeometryError(
                f"A plane's normal is 3 finite numbers of length above zero; got {normal.tolist()}."
            )
        normal /= length
        normal.setflags(write=False)
        object.__setattr__(self, "normal", normal)
        object.__setattr__(self, "offset_m", float(self.offset_m) / length)

    @classmethod
    def horizontal(cls, height_m: float = 0.0) -> Self:
        """Return the plane z = height, facing up: the floor, a table top, the height of a ball's centre."""
        return cls(np.array([0.0, 0.0, 1.0]), height_m)

    @classmethod
    def through_point(cls, point: npt.ArrayLike, normal: npt.ArrayLike) -> Self:
        """Return the plane through a point, at right angles to `normal`."""
        direction = np.asarray(normal, dtype=np.float64)
        return cls(direction, float(np.dot(direction, np.asarray(point, dtype=np.float64))))

    @classmethod
    def through_points(cls, first: npt.ArrayLike, second: npt.ArrayLike, third: npt.ArrayLike) -> Self:
        """Return the plane through three points, facing the side from which they run counter-clockwise."""
        corner = np.asarray(first, dtype=np.float64)
        normal = np.cross(
            np.asarray(second, dtype=np.float64) - corner, np.asarray(third, dtype=np.float64) - corner
        )
        if not float(np.linalg.norm(normal)) > _SHORTEST_NORMAL:
            raise GeometryError("The three points lie on one line, so they do not span a plane.")
        return cls.through_point(corner, normal)

    def signed_distance_m(self, points: npt.ArrayLike) -> FloatArray:
        """Return how far points of shape (..., 3) stand in front of the plane (behind: negative)."""
        distances: FloatArray = np.asarray(points, dtype=np.float64) @ self.normal - self.offset_m
        return distances

    def intersect_rays(self, origin: npt.ArrayLike, directions: npt.ArrayLike) -> FloatArray:
        """Return where rays of shape (..., 3) from one origin hit the plane.

        A ray that runs along the plane or away from it never does; its row is NaN.
        """
        start = np.asarray(origin, dtype=np.float64)
        rays = np.asarray(directions, dtype=np.float64)
        approach = rays @ self.normal
        height = float(self.offset_m - start @ self.normal)
        grazing = np.abs(approach) <= _GRAZING_COSINE * np.linalg.norm(rays, axis=-1)
        length = height / np.where(grazing, np.nan, approach)
        length = np.where(length >= 0.0, length, np.nan)
        hits: FloatArray = start + length[..., np.newaxis] * rays
        return hits

    def intersect_ray(self, origin: npt.ArrayLike, direction: npt.ArrayLike) -> FloatArray | None:
        """Return the point (3,) where one ray hits the plane, or None where it never does."""
        hit = self.intersect_rays(origin, direction)
        return None if np.isnan(hit).any() else hit

    def moved(self, a_from_b: Transform3) -> "Plane":
        """Return the same plane, written in frame a, where this one is written in frame b."""
        normal_in_a = a_from_b.rotate(self.normal)
        return Plane(normal_in_a, self.offset_m + float(normal_in_a @ a_from_b.translation))
