"""Outlines on the ground: what a picture shows of it, as corners in order."""

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray


@compiled
def contains(outline: FloatArray, x: float, y: float) -> bool:
    """Tell whether a point lies in a polygon (corners × 2).

    A ray from it to the right then crosses the sides an odd number of times. Without corners nothing does.
    """
    inside = False
    before = outline.shape[0] - 1
    for corner in range(outline.shape[0]):
        if (outline[before, 1] > y) != (outline[corner, 1] > y):
            rise = (y - outline[before, 1]) / (outline[corner, 1] - outline[before, 1])
            if x < outline[before, 0] + rise * (outline[corner, 0] - outline[before, 0]):
                inside = not inside
        before = corner
    return inside
