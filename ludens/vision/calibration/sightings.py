"""Observations for camera calibration: known points, or points of known lines, at pixels.

A camera hangs in a head whose place over a fixed base (a sole on the floor) is known from the joints at the
moment of each picture. Sightings of one camera are stacked, so that the errors of all are worked out at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from ludens.geometry import FloatArray, PinholeCamera, Transform3

BEHIND_PX = 1e3
"""The error of a point that would be behind the camera: large, and finite."""


@dataclass(frozen=True, slots=True, eq=False)
class PointSighting:
    """Known points of the board (n, 3) at pixels (n, 2) of one picture."""

    eye: str
    base_from_head: Transform3
    points_in_board_m: FloatArray
    pixels: FloatArray
    load: tuple[float, float] = (0.0, 0.0)  # see `SightingStack`


@dataclass(frozen=True, slots=True, eq=False)
class LineSighting:
    """Pixels (n, 2) that lie on a line of known place, such as a line of a soccer field; ends do not matter.

    The line runs through `point_in_board_m` along `along_in_board`; the board here is whatever plane or field
    the lines are drawn on.
    """

    eye: str
    base_from_head: Transform3
    point_in_board_m: FloatArray
    along_in_board: FloatArray
    pixels: FloatArray
    load: tuple[float, float] = (0.0, 0.0)  # see `SightingStack`


Sighting = PointSighting | LineSighting
SightingT = TypeVar("SightingT", PointSighting, LineSighting, Sighting)


def with_centred_loads(sightings: Sequence[SightingT]) -> list[SightingT]:
    """Return sightings whose loads are against their mean: what tips always is the board's place."""
    side, ahead = np.mean([one.load for one in sightings], axis=0) if sightings else (0.0, 0.0)
    return [replace(one, load=(one.load[0] - side, one.load[1] - ahead)) for one in sightings]


class SightingStack:
    """All sightings of one camera, one row a pixel. Points give two errors each, lines one.

    What carries the head may give way in proportion to its load: soles tip on the floor when the head's
    weight moves. The base then really stands turned by (give times load) about its x and y axes.
    """

    def __init__(self, sightings: Sequence[Sighting]) -> None:
        points = [one for one in sightings if isinstance(one, PointSighting)]
        lines = [one for one in sightings if isinstance(one, LineSighting)]
        ordered: list[Sighting] = [*points, *lines]
        counts = [len(one.pixels) for one in ordered]
        self._points = sum(counts[: len(points)])
        self._pixels = np.concatenate([one.pixels for one in ordered])
        self._turns = np.repeat([one.base_from_head.rotation for one in ordered], counts, axis=0)
        self._shifts = np.repeat([one.base_from_head.translation for one in ordered], counts, axis=0)
        self._loads = np.repeat([(*one.load, 0.0) for one in ordered], counts, axis=0)
        self._places = np.concatenate(
            [one.points_in_board_m for one in points]
            + [np.tile(one.point_in_board_m, (len(one.pixels), 1)) for one in lines]
        )
        self._alongs = np.concatenate(
            [np.tile(one.along_in_board, (len(one.pixels), 1)) for one in lines] or [np.zeros((0, 3))]
        )

    def errors_px(
        self,
        base_from_board: Transform3,
        head_from_camera: Transform3,
        camera: PinholeCamera,
        *,
        give: FloatArray,
    ) -> FloatArray:
        """Return how far projections and pixels differ, flat; `give` is two angles by unit of load."""
        tips = self._loads * (give[0], give[1], 0.0)
        in_base = base_from_board.apply(self._places)
        in_base = in_base - np.cross(tips, in_base)
        in_head = np.einsum("nji,nj->ni", self._turns, in_base - self._shifts)
        camera_from_head = head_from_camera.inverse()
        in_camera = camera_from_head.apply(in_head)
        count = self._points
        errors = camera.project(in_camera[:count]) - self._pixels[:count]
        flat: FloatArray = np.nan_to_num(np.clip(errors, -BEHIND_PX, BEHIND_PX), nan=BEHIND_PX).reshape(-1)
        if not len(self._alongs):
            return flat
        alongs = base_from_board.rotate(self._alongs)
        alongs = alongs - np.cross(tips[count:], alongs)
        alongs = np.einsum("nji,nj->ni", self._turns[count:], alongs)
        return np.concatenate(
            (flat, self._beside(in_camera[count:], camera_from_head.rotate(alongs), camera))
        )

    def _beside(self, places: FloatArray, alongs: FloatArray, camera: PinholeCamera) -> FloatArray:
        """Return how far pixels are beside their line's picture.

        Camera and line span a plane; the sine of a ray's angle to it, times the focal length, is the way.
        """
        normals = np.cross(places, alongs)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        sines = np.einsum("ni,ni->n", camera.ray(self._pixels[self._points :]), normals)
        beside: FloatArray = np.nan_to_num(sines * camera.focal_x_px, nan=BEHIND_PX)
        return beside
