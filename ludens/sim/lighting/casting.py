"""Shadows of shapes on a plane, cast by points of lamps, filled into a picture's mask: compiled.

All shapes are convex, and so are their shadows: the outline of a shape as a lamp sees it is a few points,
whose shadows span a convex polygon on the plane, and another one in the picture. One bit of the mask stands
for one point of a lamp; where all bits of a lamp are set it is hidden as a whole, at the edges of a shadow
some are.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = 2, 3, 4, 5, 6
"""As MuJoCo counts shapes."""
ROUND = 10
"""Points of a circle."""
_ANGLES = 2.0 * np.pi * np.arange(ROUND) / ROUND
CIRCLE = np.column_stack((np.cos(_ANGLES), np.sin(_ANGLES))) / math.sqrt(math.cos(math.pi / ROUND))
"""They lie as far outside of the circle as the sides between them lie inside."""
MOST_POINTS = 400
NEAREST_M = 0.02
"""Nothing is cast by what is nearer to a lamp, or seen that is nearer to the camera."""


@compiled
def cast(
    mask: NDArray[np.uint8],
    shapes: tuple[NDArray[np.int64], FloatArray, FloatArray, FloatArray, FloatArray],
    lamps: tuple[FloatArray, NDArray[np.int64]],
    surface: tuple[FloatArray, tuple[float, float], float],
    camera: tuple[FloatArray, FloatArray],
) -> tuple[int, int, int, int]:
    """Set the bits of hidden lamp points in a mask, and return left, top, right, bottom of what was touched.

    The mask is as large as the picture. `shapes` are kinds, sizes (n, 3), places (n, 3), turns (n, 9) and
    radii of balls round them; `lamps` are the points of all lamps (k, 3) and for each the first point of its
    lamp; `surface` is its frame (4, 3: x, y, z, origin), half its lengths, and how much a shape must rise
    above it; `camera` is its projection and the planes of its view (5, 4), inside of which n·p + d is
    positive.
    """
    kinds, sizes, places, turns, bounds = shapes
    lamps_m, firsts = lamps
    frame, half_m, rises_m = surface
    projection, view = camera
    outline, points = np.empty((2 * ROUND, 3)), np.empty((MOST_POINTS, 3))
    spare, flat, hull = np.empty((MOST_POINTS, 4)), np.empty((MOST_POINTS, 2)), np.empty((MOST_POINTS, 2))
    spans = np.empty((mask.shape[0], 2))
    to_picture = _to_picture(projection, frame)
    touched = np.array([mask.shape[1], mask.shape[0], 0, 0])
    for shape in range(kinds.shape[0]):
        bound_m = bounds[shape]
        height_m = _height(frame, places, shape)
        if height_m + bound_m < rises_m:
            continue
        outlined, corners = -1, 0
        for lamp in range(lamps_m.shape[0]):
            lamp_height_m = _height(frame, lamps_m, lamp)
            if _is_far(places, shape, bound_m, height_m, lamps_m, lamp, lamp_height_m, view):
                continue
            if outlined != firsts[lamp]:
                outlined = firsts[lamp]
                corners = _outline(outline, kinds, sizes, places, turns, shape, lamps_m, outlined)
                if not _rises(outline, corners, frame, rises_m):
                    break
            for corner in range(corners):
                for axis in range(3):
                    points[corner, axis] = outline[corner, axis]
            count = _shadow(points, corners, spare, frame, lamps_m, lamp, lamp_height_m, flat)
            count = _hull(flat, count, hull)
            count = _clip(hull, count, spare, 1.0, 0.0, half_m[0])
            count = _clip(hull, count, spare, -1.0, 0.0, half_m[0])
            count = _clip(hull, count, spare, 0.0, 1.0, half_m[1])
            count = _clip(hull, count, spare, 0.0, -1.0, half_m[1])
            count = _into_picture(hull, count, spare, to_picture)
            if count >= 3:
                _fill(mask, hull, count, np.uint8(1 << lamp), spans, touched)
    return touched[0], touched[1], touched[2], touched[3]


@compiled
def shade(
    pixels: NDArray[np.uint8],
    depths: NDArray[np.float32],
    mask: NDArray[np.uint8],
    window: tuple[int, int, int, int],
    plane: tuple[float, float, float, float],
    scale: tuple[float, float],
    light: NDArray[np.float32],
) -> None:
    """Darken the pixels of a plane as its mask says, within a window of the mask, which is cleared there.

    The plane's inverse depth is `plane` a·column + b·row + c; the fourth number is by which part of it a
    depth may differ. Depths come from below to above, as OpenGL has them, as s / depth − t by `scale`.
    `light` is what is left of each colour (256, 3) by the bits of the mask.
    """
    left, top, right, bottom = window
    per_column, per_row, constant, tolerance = plane
    last = depths.shape[0] - 1
    for row in range(top, bottom):
        start = per_row * (row + 0.5) + per_column * (left + 0.5) + constant
        hidden, found, seen = mask[row, left:right], depths[last - row, left:right], pixels[row, left:right]
        for column in range(hidden.size):
            bits = hidden[column]
            if bits == 0:
                continue
            hidden[column] = 0
            expected = scale[0] * (per_column * column + start)
            if abs(found[column] + scale[1] - expected) <= tolerance * expected:
                for channel in range(3):
                    lit = np.float32(seen[column, channel]) * light[bits, channel]
                    seen[column, channel] = np.uint8(lit + np.float32(0.5))


@compiled
def _height(frame: FloatArray, places: FloatArray, number: int) -> float:
    """Return how far above the plane of a surface a point is."""
    height = 0.0
    for axis in range(3):
        height += frame[2, axis] * (places[number, axis] - frame[3, axis])
    return height


@compiled
def _to_picture(projection: FloatArray, frame: FloatArray) -> FloatArray:
    """Return the matrix (3, 3) from a surface's (x, y, 1) to the picture's (column · d, row · d, d)."""
    matrix = np.zeros((3, 3))
    for row in range(3):
        matrix[row, 2] = projection[row, 3]
        for axis in range(3):
            matrix[row, 0] += projection[row, axis] * frame[0, axis]
            matrix[row, 1] += projection[row, axis] * frame[1, axis]
            matrix[row, 2] += projection[row, axis] * frame[3, axis]
    return matrix


@compiled
def _is_far(
    places: FloatArray,
    shape: int,
    bound_m: float,
    height_m: float,
    lamps_m: FloatArray,
    lamp: int,
    lamp_height_m: float,
    view: FloatArray,
) -> bool:
    """Tell whether the shadow of a ball round a shape is out of view, or never reaches the plane."""
    if height_m - bound_m > lamp_height_m - NEAREST_M:
        return True
    if height_m + bound_m > 0.5 * lamp_height_m:
        return False  # as high as the lamp: its shadow may reach far
    along = lamp_height_m / (lamp_height_m - height_m)
    x_m = lamps_m[lamp, 0] + along * (places[shape, 0] - lamps_m[lamp, 0])
    y_m = lamps_m[lamp, 1] + along * (places[shape, 1] - lamps_m[lamp, 1])
    z_m = lamps_m[lamp, 2] + along * (places[shape, 2] - lamps_m[lamp, 2])
    way_m = math.sqrt(
        (lamps_m[lamp, 0] - x_m) ** 2 + (lamps_m[lamp, 1] - y_m) ** 2 + (lamps_m[lamp, 2] - z_m) ** 2
    )
    reach_m = 2.0 * along * bound_m * way_m / lamp_height_m
    for side in range(view.shape[0]):
        if view[side, 0] * x_m + view[side, 1] * y_m + view[side, 2] * z_m + view[side, 3] < -reach_m:
            return True
    return False


@compiled
def _outline(
    points: FloatArray,
    kinds: NDArray[np.int64],
    sizes: FloatArray,
    places: FloatArray,
    turns: FloatArray,
    shape: int,
    lamps_m: FloatArray,
    lamp: int,
) -> int:
    """Write points whose hull a lamp cannot tell from the shape, and return how many."""
    kind = kinds[shape]
    if kind == BOX:
        for corner in range(8):
            x = sizes[shape, 0] if corner & 1 else -sizes[shape, 0]
            y = sizes[shape, 1] if corner & 2 else -sizes[shape, 1]
            z = sizes[shape, 2] if corner & 4 else -sizes[shape, 2]
            _put(points, corner, places, turns, shape, x, y, z)
        return 8
    # Circles in the shape's own axes: across the line to the lamp, or round the cylinder's axis.
    half_m = sizes[shape, 1] if kind in (CYLINDER, CAPSULE) else 0.0
    long, wide, high = sizes[shape, 0], sizes[shape, 0], sizes[shape, 0]
    if kind == ELLIPSOID:
        wide, high = sizes[shape, 1], sizes[shape, 2]
    x, y, z = 0.0, 0.0, 1.0
    if kind != CYLINDER:
        x, y, z = 0.0, 0.0, 0.0
        for axis in range(3):
            away_m = lamps_m[lamp, axis] - places[shape, axis]
            x += turns[shape, 3 * axis] * away_m / long
            y += turns[shape, 3 * axis + 1] * away_m / wide
            z += turns[shape, 3 * axis + 2] * away_m / high
        length = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / length, y / length, z / length
    # Two directions across (x, y, z) and each other.
    x1, y1, z1 = (0.0, z, -y) if abs(x) < 0.7 else (-z, 0.0, x)
    length = math.sqrt(x1 * x1 + y1 * y1 + z1 * z1)
    x1, y1, z1 = x1 / length, y1 / length, z1 / length
    x2, y2, z2 = y * z1 - z * y1, z * x1 - x * z1, x * y1 - y * x1
    count = 0
    for end in range(2 if half_m > 0.0 else 1):
        along_m = half_m if end else -half_m
        for step in range(ROUND):
            cosine, sine = CIRCLE[step, 0], CIRCLE[step, 1]
            across_x, across_y = long * (cosine * x1 + sine * x2), wide * (cosine * y1 + sine * y2)
            _put(
                points,
                count,
                places,
                turns,
                shape,
                across_x,
                across_y,
                high * (cosine * z1 + sine * z2) + along_m,
            )
            count += 1
    return count


@compiled
def _put(
    points: FloatArray,
    number: int,
    places: FloatArray,
    turns: FloatArray,
    shape: int,
    x_m: float,
    y_m: float,
    z_m: float,
) -> None:
    """Write a point of a shape's own axes as it is in the world."""
    for axis in range(3):
        points[number, axis] = (
            places[shape, axis]
            + turns[shape, 3 * axis] * x_m
            + turns[shape, 3 * axis + 1] * y_m
            + turns[shape, 3 * axis + 2] * z_m
        )


@compiled
def _rises(points: FloatArray, count: int, frame: FloatArray, least_m: float) -> bool:
    """Tell whether any of the points is higher above a surface than this."""
    highest_m = -math.inf
    for number in range(count):
        highest_m = max(highest_m, _height(frame, points, number))
    return highest_m > least_m


@compiled
def _shadow(
    points: FloatArray,
    count: int,
    spare: FloatArray,
    frame: FloatArray,
    lamps_m: FloatArray,
    lamp: int,
    lamp_height_m: float,
    flat: FloatArray,
) -> int:
    """Write the points' shadows in a surface's x and y, and return how many there are.

    Of a shape only what is above the plane and below the lamp casts one.
    """
    x, y, z = frame[2, 0], frame[2, 1], frame[2, 2]
    offset_m = x * frame[3, 0] + y * frame[3, 1] + z * frame[3, 2]
    count = _cut(points, count, spare, x, y, z, -offset_m)
    count = _cut(points, count, spare, -x, -y, -z, offset_m + lamp_height_m - NEAREST_M)
    for number in range(count):
        along = lamp_height_m / (lamp_height_m - _height(frame, points, number))
        flat[number, 0], flat[number, 1] = 0.0, 0.0
        for axis in range(3):
            place_m = lamps_m[lamp, axis] + along * (points[number, axis] - lamps_m[lamp, axis])
            flat[number, 0] += frame[0, axis] * (place_m - frame[3, axis])
            flat[number, 1] += frame[1, axis] * (place_m - frame[3, axis])
    return count


@compiled
def _cut(
    points: FloatArray, count: int, spare: FloatArray, x: float, y: float, z: float, constant: float
) -> int:
    """Leave points whose hull is the part of theirs in which (x, y, z)·p + constant is positive."""
    below = 0
    for number in range(count):
        height = points[number, 0] * x + points[number, 1] * y + points[number, 2] * z + constant
        spare[number, 3] = height
        below += height < 0.0
    if below in (0, count):
        return count - below
    kept = 0
    for number in range(count):
        for axis in range(3):
            spare[number, axis] = points[number, axis]
        if spare[number, 3] >= 0.0:
            for axis in range(3):
                points[kept, axis] = spare[number, axis]
            kept += 1
    for inner in range(count):
        if spare[inner, 3] < 0.0:
            continue
        for outer in range(count):
            if spare[outer, 3] < 0.0 and kept < MOST_POINTS:
                share = spare[inner, 3] / (spare[inner, 3] - spare[outer, 3])
                for axis in range(3):
                    way = spare[outer, axis] - spare[inner, axis]
                    points[kept, axis] = spare[inner, axis] + share * way
                kept += 1
    return kept


@compiled
def _clip(hull: FloatArray, count: int, spare: FloatArray, x: float, y: float, constant: float) -> int:
    """Leave the part of a convex polygon in which (x, y)·p + constant is positive (Sutherland, Hodgman)."""
    below = 0
    for number in range(count):
        spare[number, 0], spare[number, 1] = hull[number, 0], hull[number, 1]
        spare[number, 2] = hull[number, 0] * x + hull[number, 1] * y + constant
        below += spare[number, 2] < 0.0
    if below in (0, count):
        return count - below
    kept = 0
    for number in range(count):
        other = number + 1 if number + 1 < count else 0
        height, next_height = spare[number, 2], spare[other, 2]
        if height >= 0.0:
            hull[kept, 0], hull[kept, 1] = spare[number, 0], spare[number, 1]
            kept += 1
        if (height >= 0.0) != (next_height >= 0.0):
            share = height / (height - next_height)
            for axis in range(2):
                hull[kept, axis] = spare[number, axis] + share * (spare[other, axis] - spare[number, axis])
            kept += 1
    return kept


@compiled
def _into_picture(hull: FloatArray, count: int, spare: FloatArray, to_picture: FloatArray) -> int:
    """Move a polygon from a surface into the picture; what is behind the camera is cut off."""
    nearest = to_picture[2, 2] - NEAREST_M
    count = _clip(hull, count, spare, to_picture[2, 0], to_picture[2, 1], nearest)
    for number in range(count):
        x, y = hull[number, 0], hull[number, 1]
        depth = to_picture[2, 0] * x + to_picture[2, 1] * y + to_picture[2, 2]
        for axis in range(2):
            along = to_picture[axis, 0] * x + to_picture[axis, 1] * y + to_picture[axis, 2]
            hull[number, axis] = along / depth
    return count


@compiled
def _hull(flat: FloatArray, count: int, hull: FloatArray) -> int:
    """Write the convex hull of points (Andrew's monotone chain), and return how many corners it has."""
    if count < 3:
        return 0
    for place in range(1, count):  # few points: insertion is quickest
        x, y = flat[place, 0], flat[place, 1]
        before = place - 1
        while before >= 0 and (flat[before, 0] > x or (flat[before, 0] == x and flat[before, 1] > y)):
            flat[before + 1, 0], flat[before + 1, 1] = flat[before, 0], flat[before, 1]
            before -= 1
        flat[before + 1, 0], flat[before + 1, 1] = x, y
    corners = 0
    for direction in range(2):
        base = corners
        for step in range(count):
            number = step if direction == 0 else count - 1 - step
            x, y = flat[number, 0], flat[number, 1]
            while corners - base >= 2:
                x1, y1 = hull[corners - 2, 0], hull[corners - 2, 1]
                x2, y2 = hull[corners - 1, 0], hull[corners - 1, 1]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0.0:
                    break
                corners -= 1
            hull[corners, 0], hull[corners, 1] = x, y
            corners += 1
        corners -= 1  # the last point of one chain is the first of the other
    return corners


@compiled
def _fill(
    mask: NDArray[np.uint8],
    hull: FloatArray,
    corners: int,
    bit: np.uint8,
    spans: FloatArray,
    touched: NDArray[np.int64],
) -> None:
    """Set a bit of all pixels whose middle lies in a convex polygon, and widen the touched window.

    `spans` (rows, 2) is room for the first and last column of every row.
    """
    height, width = mask.shape
    top, bottom = math.inf, -math.inf
    for corner in range(corners):
        top, bottom = min(top, hull[corner, 1]), max(bottom, hull[corner, 1])
    first_row, last_row = _within(top, height), _within(bottom, height)
    for row in range(first_row, last_row):
        spans[row, 0], spans[row, 1] = math.inf, -math.inf
    for corner in range(corners):
        other = corner + 1 if corner + 1 < corners else 0
        x1, y1, x2, y2 = hull[corner, 0], hull[corner, 1], hull[other, 0], hull[other, 1]
        if y1 > y2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        slope = (x2 - x1) / (y2 - y1) if y2 > y1 else 0.0
        for row in range(_within(y1, height), _within(y2, height)):
            x = x1 + (row + 0.5 - y1) * slope
            spans[row, 0], spans[row, 1] = min(spans[row, 0], x), max(spans[row, 1], x)
    for row in range(first_row, last_row):
        begin, end = _within(spans[row, 0], width), _within(spans[row, 1], width)
        if begin < end:
            line = mask[row, begin:end]
            for column in range(line.size):
                line[column] |= bit
            touched[0], touched[2] = min(touched[0], begin), max(touched[2], end)
            touched[1], touched[3] = min(touched[1], row), max(touched[3], row + 1)


@compiled
def _within(edge_px: float, size_px: int) -> int:
    """Return the first pixel whose middle is not before an edge, in a picture of so many."""
    return math.ceil(min(max(edge_px, 0.0), float(size_px)) - 0.5)
