"""Farthest places and highest speeds of Bézier curves, exactly: samples would let peaks slip through."""

import numpy as np

from ludens.geometry import FloatArray
from ludens.motion.files.curve import Curve


def highest_speed(curve: Curve) -> FloatArray:
    """Return the highest speed of every joint on the way to each frame: frames × 25.

    The speed of a cubic is a quadratic Bézier of its points' differences; it is extreme at an end or
    where its own slope vanishes.
    """
    first, middle, last = _hodograph(curve)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (first - middle) / (first - 2.0 * middle + last)
    share = np.where((share > 0.0) & (share < 1.0), share, 0.0)
    inner = (1.0 - share) ** 2 * first + 2.0 * (1.0 - share) * share * middle + share**2 * last
    highest: FloatArray = np.maximum(np.maximum(np.abs(first), np.abs(last)), np.abs(inner))
    return highest


def farthest(curve: Curve) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest position of every joint on the way to each frame: frames × 25."""
    first, middle, last = _hodograph(curve)
    points = curve.points_rad
    lowest = np.minimum(points[:, 0], points[:, 3])
    highest = np.maximum(points[:, 0], points[:, 3])
    for share in _roots(first, middle, last):
        left = 1.0 - share
        value = (
            left**3 * points[:, 0]
            + 3.0 * left**2 * share * points[:, 1]
            + 3.0 * left * share**2 * points[:, 2]
            + share**3 * points[:, 3]
        )
        lowest, highest = np.minimum(lowest, value), np.maximum(highest, value)
    return lowest, highest


def _hodograph(curve: Curve) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the three points of the speed's own Bézier curve."""
    speeds = 3.0 * np.diff(curve.points_rad, axis=1) / np.array(curve.duration_s)[:, None, None]
    return speeds[:, 0], speeds[:, 1], speeds[:, 2]


def _roots(first: FloatArray, middle: FloatArray, last: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return where a quadratic Bézier is zero, each limited to the curve; an end where it is nowhere."""
    square, linear = first - 2.0 * middle + last, 2.0 * (middle - first)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(linear**2 - 4.0 * square * first)
        # The form without cancellation; also right where the square term is none.
        helper = -0.5 * (linear + np.copysign(root, linear))
        one, other = helper / square, first / helper
    inside = (
        np.clip(np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0) for share in (one, other)
    )
    first_share, second_share = inside
    return first_share, second_share
