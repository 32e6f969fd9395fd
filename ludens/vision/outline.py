"""The outline of a region, as points on the cracks between its pixels and those outside.

Rows and columns are cut where they first enter and last leave the region. The true edge of a thing crosses a
row somewhere between the last pixel outside and the first inside, so the crack half-way between them is off
by at most half a pixel, evenly to both sides: circles fitted to such points have no bias in their radius,
while those through pixel centres come out too small. Holes and bays, such as a highlight on a ball, leave no
points.
"""

import numpy as np
import numpy.typing as npt

from ludens.core.compiled import compiled
from ludens.vision.images import LabelImage, VisionError
from ludens.vision.regions import Regions

Points = npt.NDArray[np.float64]
"""(count, 2): column, row; whole numbers are pixel centres."""


def outline_points(regions: Regions, index: int) -> Points:
    """Return the outline of one region, including where the picture's border cuts it."""
    return _crack_points(regions.labels, index, *_box(regions, index))


def row_ends(regions: Regions, index: int) -> Points:
    """Return the centres of the first and last pixel of a region in each row: all others lie between them."""
    return _row_ends(regions.labels, index, *_box(regions, index))


def inside_picture(points: Points, *, width_px: int, height_px: int) -> Points:
    """Return the points that do not lie on the picture's border: those where the thing itself ends."""
    columns, rows = points[:, 0], points[:, 1]
    inside = (columns > -0.5) & (columns < width_px - 0.5) & (rows > -0.5) & (rows < height_px - 0.5)
    return points[inside]


def _box(regions: Regions, index: int) -> tuple[int, int, int, int]:
    if not 0 <= index < len(regions) or regions.pixel_count[index] == 0:
        raise VisionError(f"There is no region {index}; the picture has {len(regions)}, counted from 0.")
    return (
        int(regions.left_px[index]),
        int(regions.top_px[index]),
        int(regions.right_px[index]),
        int(regions.bottom_px[index]),
    )


@compiled
def _row_ends(labels: LabelImage, label: int, left: int, top: int, right: int, bottom: int) -> Points:
    points = np.empty((2 * (bottom - top + 1), 2), dtype=np.float64)
    count = 0
    for row in range(top, bottom + 1):
        first, last = left, right
        while first <= right and labels[row, first] != label:
            first += 1
        while last >= first and labels[row, last] != label:
            last -= 1
        if first <= last:
            points[count, 0], points[count, 1] = float(first), float(row)
            points[count + 1, 0], points[count + 1, 1] = float(last), float(row)
            count += 2
    return points[:count]


@compiled
def _crack_points(labels: LabelImage, label: int, left: int, top: int, right: int, bottom: int) -> Points:
    columns, rows = right - left + 1, bottom - top + 1
    first_row = np.full(columns, -1, dtype=np.int32)
    last_row = np.full(columns, -1, dtype=np.int32)
    points = np.empty((2 * rows + 2 * columns, 2), dtype=np.float64)
    count = 0
    for row in range(top, bottom + 1):
        first, last = -1, -1
        for column in range(left, right + 1):
            if labels[row, column] == label:
                if first < 0:
                    first = column
                last = column
                if first_row[column - left] < 0:
                    first_row[column - left] = row
                last_row[column - left] = row
        if first >= 0:
            points[count, 0], points[count, 1] = first - 0.5, float(row)
            points[count + 1, 0], points[count + 1, 1] = last + 0.5, float(row)
            count += 2
    for column in range(columns):
        if first_row[column] >= 0:
            points[count, 0], points[count, 1] = float(left + column), first_row[column] - 0.5
            points[count + 1, 0], points[count + 1, 1] = float(left + column), last_row[column] + 0.5
            count += 2
    return points[:count]
