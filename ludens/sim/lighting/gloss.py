"""Gloss: what varnished boards and floors mirror of a lamp, a bright spot that goes with whoever looks.

A semi-gloss surface mirrors a lamp as if it were blurred: the nearer a point's mirrored line of sight comes
to the lamp, the brighter it is, by a bell curve as wide as half the lamp is seen from there and `ROUGH_RAD`.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.sim.lighting.camera_view import CameraView

NEAREST_M = 0.02
"""Corners of a surface that are nearer to the camera, or behind it, do not bound what is seen of it."""
STEEPEST_RAD = 1.4
"""Farther from the axis nothing has a place in the picture."""
ROUGH_RAD = 0.06
"""How far a varnish scatters: 3.4°, between a mirror and silk matt. Our choice."""
LEAST = 0.02
"""Of a lamp's light; what is less adds no more than two grey levels."""
EVERY_PX = 8
FARTHEST = -math.log(LEAST)


def gleaming_window(
    view: CameraView, corners_m: FloatArray, normal: FloatArray, lamp_m: FloatArray, radius_m: float
) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of the part of a picture in which a rectangle may mirror a lamp.

    The mirrored lamp is seen where the line to its image behind the plane goes. A point that is seen farther
    from there by some angle mirrors something that is at least so far from the lamp.
    """
    image_m = lamp_m - 2.0 * float(normal @ (lamp_m - corners_m[0])) * normal
    right, down, ahead = (view.axes @ (image_m - view.eye_m)).tolist()
    away_m = math.hypot(right, down, ahead)
    lamp_away_m = float(normal @ (lamp_m - corners_m[0]))  # no point of the plane is nearer to it
    if lamp_away_m <= 0.0:
        return 0, 0, 0, 0
    off_rad = math.acos(ahead / away_m)
    reach_rad = 2.0 * math.asin(min(1.0, math.sqrt(0.5 * FARTHEST * _wide(radius_m, lamp_away_m**2))))
    outer_rad = math.atan(0.5 * math.hypot(view.width_px, view.height_px) / view.focal_px)
    if off_rad > outer_rad + reach_rad:
        return 0, 0, 0, 0
    left, top, end, bottom = 0.0, 0.0, float(view.width_px), float(view.height_px)
    if off_rad + reach_rad < STEEPEST_RAD:
        radius_px = view.focal_px * (math.tan(off_rad + reach_rad) - math.tan(off_rad))
        column = 0.5 * view.width_px + view.focal_px * right / ahead
        row = 0.5 * view.height_px + view.focal_px * down / ahead
        left, end = max(left, column - radius_px), min(end, column + radius_px)
        top, bottom = max(top, row - radius_px), min(bottom, row + radius_px)
    columns, rows, depths = view.projection() @ np.column_stack((corners_m, np.ones(4))).T
    if depths.min() > NEAREST_M:
        columns, rows = columns / depths, rows / depths
        left, end = max(left, float(columns.min())), min(end, float(columns.max()))
        top, bottom = max(top, float(rows.min())), min(bottom, float(rows.max()))
    if left >= end or top >= bottom:
        return 0, 0, 0, 0
    return int(left), int(top), math.ceil(end), math.ceil(bottom)


@compiled
def _wide(radius_m: float, squared_m2: float) -> float:
    """Return the variance, in rad², of the bell curve of a lamp so far away."""
    return ROUGH_RAD**2 + 0.25 * radius_m**2 / squared_m2


@compiled
def gleam(
    pixels: NDArray[np.uint8],
    depths: NDArray[np.float32],
    mask: NDArray[np.uint8],
    window: tuple[int, int, int, int],
    plane: tuple[float, float, float, float],
    scale: tuple[float, float],
    camera: tuple[FloatArray, FloatArray, float],
    normal: FloatArray,
    lamp: tuple[FloatArray, FloatArray, float],
    hidden: FloatArray,
) -> None:
    """Brighten the pixels of a plane where they mirror a lamp that is not hidden from them.

    `plane` and `scale` are as in `casting.shade`; `camera` is its eye, axes and focal length, `lamp` its
    place, what is mirrored of each colour in grey levels, and its radius; `hidden` is which part of it is
    hidden, by the bits of the mask. Between places `EVERY_PX` apart the spot's brightness is straight.
    """
    height = mask.shape[0]
    left, top, end, bottom = window
    for row in range(top, bottom):
        after = _mirrored(row, left, mask.shape, plane, camera, normal, lamp)
        for start in range(left, end, EVERY_PX):
            before = after
            after = _mirrored(row, start + EVERY_PX, mask.shape, plane, camera, normal, lamp)
            if max(before, after) < LEAST:
                continue
            for column in range(start, min(start + EVERY_PX, end)):
                expected = scale[0] * (plane[0] * (column + 0.5) + plane[1] * (row + 0.5) + plane[2])
                if abs(depths[height - 1 - row, column] + scale[1] - expected) > plane[3] * expected:
                    continue
                share = (column - start) / EVERY_PX
                bright = (before + share * (after - before)) * (1.0 - hidden[mask[row, column]])
                for channel in range(3):
                    lit = pixels[row, column, channel] + bright * lamp[1][channel]
                    pixels[row, column, channel] = np.uint8(min(lit + 0.5, 255.0))


@compiled
def _mirrored(
    row: int,
    column: int,
    size: tuple[int, int],
    plane: tuple[float, float, float, float],
    camera: tuple[FloatArray, FloatArray, float],
    normal: FloatArray,
    lamp: tuple[FloatArray, FloatArray, float],
) -> float:
    """Return which part of a lamp the point of a plane mirrors that is seen in a pixel."""
    eye_m, axes, focal_px = camera
    inverse = plane[0] * (column + 0.5) + plane[1] * (row + 0.5) + plane[2]
    if inverse <= 0.0:
        return 0.0  # above the horizon
    across, down = (column + 0.5 - 0.5 * size[1]) / focal_px, (row + 0.5 - 0.5 * size[0]) / focal_px
    steep = 0.0
    for axis in range(3):
        steep += (axes[0, axis] * across + axes[1, axis] * down + axes[2, axis]) * normal[axis]
    away, lamp_away, meets = 0.0, 0.0, 0.0
    for axis in range(3):
        ray = axes[0, axis] * across + axes[1, axis] * down + axes[2, axis]
        to_lamp = lamp[0][axis] - eye_m[axis] - ray / inverse
        meets += (ray - 2.0 * steep * normal[axis]) * to_lamp
        away += ray**2
        lamp_away += to_lamp**2
    far = (1.0 - meets / math.sqrt(away * lamp_away)) / _wide(lamp[2], lamp_away)
    return math.exp(-far) if far < FARTHEST else 0.0
