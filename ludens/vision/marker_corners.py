"""Exact corners of markers: black edges are followed in the picture, and straight lines laid through them.

A corner itself is blurred and may touch other things; an edge has many pixels, of which some may be wrong.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray

SAMPLES = 12
"""Places along an edge at which it is looked for."""
ALONG = np.linspace(0.12, 0.88, SAMPLES)
REACH_PX = 4.0
STEP_PX = 0.5
ACROSS = np.arange(-REACH_PX, REACH_PX + 0.5 * STEP_PX, STEP_PX)
OUTLIER_PX = 1.0


def sharpened(grey: NDArray[np.uint8], quads_px: FloatArray) -> FloatArray:
    """Return corners (n, 4, 2), clockwise, moved to where the edges of black squares on white really meet."""
    if len(quads_px) == 0:
        return quads_px
    starts, ends = quads_px, np.roll(quads_px, -1, axis=1)
    sides = ends - starts
    lengths = np.hypot(sides[..., 0], sides[..., 1])[..., np.newaxis]
    outward = np.stack((sides[..., 1], -sides[..., 0]), axis=-1) / lengths
    points = starts[:, :, np.newaxis] + ALONG[:, np.newaxis] * sides[:, :, np.newaxis]  # (n, 4, samples, 2)
    looked_at = points[..., np.newaxis, :] + ACROSS[:, np.newaxis] * outward[:, :, np.newaxis, np.newaxis]
    flat = looked_at.reshape(-1, len(ACROSS), 2).astype(np.float32)
    light = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    offsets = _edge_offsets(light.astype(np.float64)).reshape(points.shape[:-1])
    return _corners(_lines(points, offsets, outward))


def _edge_offsets(light: FloatArray) -> FloatArray:
    """Return where, along each profile from black to white, it brightens most; NaN where it does not."""
    rise = np.maximum(np.diff(light, axis=1), 0.0)
    middles = ACROSS[:-1] + 0.5 * STEP_PX
    steepest = rise.argmax(axis=1)
    near = np.abs(np.arange(rise.shape[1]) - steepest[:, np.newaxis]) <= 2
    weights = rise * near
    total = weights.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        offsets: FloatArray = np.where(total > 8.0, (weights * middles).sum(axis=1) / total, np.nan)
    return offsets


def _lines(points: FloatArray, offsets: FloatArray, outward: FloatArray) -> FloatArray:
    """Return for each side a point and a direction of the line through its edge (n, 4, 2, 2).

    The offset is fitted as a straight function along the side; samples far from the first fit are left out.
    """
    along = ALONG - 0.5
    weights = np.isfinite(offsets).astype(np.float64)
    known = np.nan_to_num(offsets)
    level = slope = np.zeros(offsets.shape[:2])
    for _ in range(2):
        count = np.maximum(weights.sum(axis=-1), 1e-9)
        mean_along = (weights * along).sum(axis=-1) / count
        level = (weights * known).sum(axis=-1) / count
        centred = along - mean_along[..., np.newaxis]
        spread = np.maximum((weights * centred**2).sum(axis=-1), 1e-9)
        slope = (weights * centred * known).sum(axis=-1) / spread
        level = level - slope * mean_along
        fitted = level[..., np.newaxis] + slope[..., np.newaxis] * along
        weights = weights * (np.abs(known - fitted) < OUTLIER_PX)
    first, last = points[:, :, 0], points[:, :, -1]
    first = first + (level + slope * along[0])[..., np.newaxis] * outward
    last = last + (level + slope * along[-1])[..., np.newaxis] * outward
    return np.stack((first, last - first), axis=2)


def _corners(lines: FloatArray) -> FloatArray:
    """Return where each side meets the one before it."""
    points, ways = lines[:, :, 0], lines[:, :, 1]
    before_points, before_ways = np.roll(points, 1, axis=1), np.roll(ways, 1, axis=1)
    gap = points - before_points
    cross = before_ways[..., 0] * ways[..., 1] - before_ways[..., 1] * ways[..., 0]
    share = (gap[..., 0] * ways[..., 1] - gap[..., 1] * ways[..., 0]) / cross
    corners: FloatArray = before_points + share[..., np.newaxis] * before_ways
    return corners
