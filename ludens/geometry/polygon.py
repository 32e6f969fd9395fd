"""Polygons on a plane."""

from collections.abc import Sequence

Point = tuple[float, float]


def contains(corners: Sequence[Point], point: Point) -> bool:
    """Tell whether a point lies in a polygon: a ray from it to the right crosses its sides once or thrice."""
    x, y = point
    inside = False
    before_x, before_y = corners[-1]
    for corner_x, corner_y in corners:
        if (before_y > y) != (corner_y > y):
            at_x = before_x + (y - before_y) / (corner_y - before_y) * (corner_x - before_x)
            inside ^= x < at_x
        before_x, before_y = corner_x, corner_y
    return inside
