"""Windows as large as a robot: where they hold much body and many edges, a robot stands or lies.

The nearest chains come first (004, §4.12): a window slides over their feet to where it holds the most edges,
and what belongs to a robot that is found belongs to no other one.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import projection, scan
from ludens.vision.field.projection import to_ground, to_pixel
from ludens.vision.field.scan import COLUMN_STEP_PX
from ludens.vision.robots import chains as chains_module
from ludens.vision.robots.chains import AWAY, BOTTOM, GOES_ON, HEIGHT, IS_CUT, LINE, PX_PER_M, TOP, X, Y

Counts = NDArray[np.int32]

COLUMN, ROW, LEFT, RIGHT, UPPER, LYING, BASE, REACH = range(8)
"""Columns of a table of robots: middle column and row on the ground, its box, whether it lies; of one that
stands the lowest row, and how many scan columns beside its box are its own."""
MOST_ROBOTS = 16
STANDS_M = 0.38
"""Chains of one that stands reach at least so high."""
CUT_STANDS_M = 0.12
"""Likewise of one whose upper part is not in the picture."""
EDGES_UP_TO_M = 0.45
"""Below the cameras of a robot that stands, so below the horizon."""
BAND_M = (0.06, 0.36)
"""Heights between which a robot is body, from shins to chest; only as far as turf is behind it."""
INSIDE_M = 0.25
"""Robots stand so far before the field's border; what is nearer to it belongs to the hall."""
HALF_WIDTH_M = 0.14
CORE_M = 0.06
"""Half the width of what is body in every robot that stands."""
CUT_LINES, BELOW_M = 3, 0.12
"""Scan columns with a body that goes on so far below the end of a chain: its feet are lower."""
ELBOW = 0.1
"""Of a robot's width: what is so near beside it is its arms."""
LEAST_BODY = 0.62
LEAST_EDGES = 2.2
"""In the core of a window, a scan column."""
LYING_M = (0.06, 0.42)
LYING_WIDTH_M = (0.22, 0.85)
LYING_DEPTH_M = 0.40
"""Neighbouring chains of one that lies end no farther apart than this."""
LEAST_LYING_EDGES = 1.6
LEAST_LINES = 4
"""Scan columns of a robot."""


@compiled
def _window(sums: Counts, first: int, last: int, upper: int, lower: int) -> int:
    """Return the sum over scan columns from first to last, between two rows."""
    total = 0
    for line in range(max(first, 0), min(last, sums.shape[0] - 1) + 1):
        total += sums[line, lower] - sums[line, upper]
    return total


@compiled_using(scan, projection, chains_module)
def row_above(view: FloatArray, chain: FloatArray, height_m: float, rows: int) -> int:
    """Return the row of a point above a chain's end; the first one where it is beside or behind the camera.

    Limited before it is made whole: what becomes of a NaN as a whole number is undefined in compiled code.
    """
    _, row = to_pixel(view, chain[X], chain[Y], height_m)
    return int(min(row, float(rows)) + 0.5) if row > 0.0 else 0


@compiled_using(scan, projection, chains_module)
def find_standing(
    chains: FloatArray,
    bodies: Counts,
    edges: Counts,
    view: FloatArray,
    border_rows: NDArray[np.int64],
    used: NDArray[np.bool_],
) -> FloatArray:
    """Return robots that stand, the nearest first, and note which chains are theirs."""
    found = np.zeros((MOST_ROBOTS, 8))
    count, lines, height = 0, bodies.shape[0], bodies.shape[1] - 1
    order = np.argsort(chains[:, AWAY])
    for number in order:
        chain = chains[number]
        stands = chain[HEIGHT] > STANDS_M or (chain[GOES_ON] > 0.0 and chain[HEIGHT] > CUT_STANDS_M)
        if used[number] or chain[IS_CUT] > 0.0 or not stands or count == MOST_ROBOTS:
            continue
        line, base = int(chain[LINE]), int(chain[BOTTOM])
        upper = row_above(view, chain, EDGES_UP_TO_M, height)
        high, low = row_above(view, chain, BAND_M[1], height), row_above(view, chain, BAND_M[0], height)
        lines_per_m = chain[PX_PER_M] / COLUMN_STEP_PX
        half, core = max(HALF_WIDTH_M * lines_per_m, 1.0), max(CORE_M * lines_per_m, 1.0)
        best, middle = -1, line
        for place in range(line - int(half), line + int(half) + 1):
            held = _window(edges, place - int(half), place + int(half), upper, base)
            held += _window(bodies, place - int(half), place + int(half), high, low) // 8
            if held > best or (held == best and abs(place - line) < abs(middle - line)):
                best, middle = held, place
        middle = _centre(bodies, middle, int(1.2 * half), high, low)
        if not 0 <= middle < lines or _is_taken(found[:count], COLUMN_STEP_PX * middle):
            continue
        border = int(border_rows[COLUMN_STEP_PX * middle])
        if not _is_inside(view, COLUMN_STEP_PX * middle, border, base):
            continue
        edged_from = max(upper, border)
        high = max(high, border + 1)
        if low - high < 3 or _goes_on_below(chains, middle, int(half), base + BELOW_M * chain[PX_PER_M]):
            continue
        first, last = max(middle - int(core), 0), min(middle + int(core), lines - 1)
        columns = last - first + 1
        body = _window(bodies, first, last, high, low) / (columns * (low - high))
        edged = _window(edges, first, last, edged_from, base) / columns
        edged *= (base - upper) / max(base - edged_from, 1)
        if body < LEAST_BODY or edged < LEAST_EDGES:
            continue
        left, right = _extent(bodies, middle, int(1.5 * half) + 1, high, low)
        row = found[count]
        row[COLUMN] = COLUMN_STEP_PX * (0.5 * (left + right) + 0.5)
        row[ROW] = _ground_row(chains, used, left, right, float(base), 0.12 * chain[PX_PER_M])
        row[LEFT], row[RIGHT] = COLUMN_STEP_PX * left, COLUMN_STEP_PX * (right + 1)
        row[UPPER] = upper
        count += 1
        row[BASE], row[REACH] = base, 0.06 * lines_per_m + 1.0
        take_chains(chains, row, used)
    return found[:count]


@compiled_using(scan, chains_module)
def take_chains(chains: FloatArray, robot: FloatArray, used: NDArray[np.bool_]) -> None:
    """Note that chains in and beside the box of a robot that stands are its own."""
    left = robot[LEFT] / COLUMN_STEP_PX - robot[REACH]
    right = robot[RIGHT] / COLUMN_STEP_PX - 1.0 + robot[REACH]
    for number in range(chains.shape[0]):
        beside = left <= chains[number, LINE] <= right
        if beside and chains[number, TOP] < robot[BASE] and chains[number, BOTTOM] > robot[UPPER]:
            used[number] = True


@compiled_using(projection)
def _is_inside(view: FloatArray, column: int, border: int, base: int) -> bool:
    """Whether something that ends in a row stands well before the field's border."""
    x_m, y_m = to_ground(view, float(column), float(base), 0.0)
    far_x, far_y = to_ground(view, float(column), float(border), 0.0)
    return bool(np.isnan(far_x) or np.hypot(far_x, far_y) - np.hypot(x_m, y_m) > INSIDE_M)


@compiled_using(scan, chains_module)
def _goes_on_below(chains: FloatArray, middle: int, half: int, row: float) -> bool:
    """Whether a body leaves the picture below a row: what ends there is its middle, its feet are not seen."""
    lines = 0
    for number in range(chains.shape[0]):
        inside = abs(chains[number, LINE] - middle) <= half
        if inside and chains[number, IS_CUT] > 0.0 and chains[number, TOP] < row < chains[number, BOTTOM]:
            lines += 1
    return lines >= CUT_LINES


@compiled
def _is_taken(found: FloatArray, column: int) -> bool:
    """Whether a column is in the box of a robot that is nearer, or at its elbows."""
    taken = False
    for number in range(found.shape[0]):
        beside = ELBOW * (found[number, RIGHT] - found[number, LEFT])
        taken = taken or found[number, LEFT] - beside <= column <= found[number, RIGHT] + beside
    return taken


@compiled
def _centre(bodies: Counts, middle: int, half: int, high: int, low: int) -> int:
    """Return the scan column in the middle of what is body round another one."""
    total, moment = 0, 0
    for line in range(max(middle - half, 0), min(middle + half, bodies.shape[0] - 1) + 1):
        held = bodies[line, low] - bodies[line, high]
        total += held
        moment += held * line
    return middle if total == 0 else int(moment / total + 0.5)


@compiled
def _extent(bodies: Counts, middle: int, most: int, high: int, low: int) -> tuple[int, int]:
    """Return the first and last scan column that have body without a break round the middle one."""
    left = right = middle
    least = 0.25 * (low - high)
    while left > max(middle - most, 0) and bodies[left - 1, low] - bodies[left - 1, high] > least:
        left -= 1
    while (
        right < min(middle + most, bodies.shape[0] - 1)
        and bodies[right + 1, low] - bodies[right + 1, high] > least
    ):
        right += 1
    return left, right


@compiled_using(scan, chains_module)
def _ground_row(
    chains: FloatArray, used: NDArray[np.bool_], left: int, right: int, base: float, reach: float
) -> float:
    """Return the row of the feet: the mean of the lowest ends of chains, all but the very lowest."""
    total, count = 0.0, 0
    for number in range(chains.shape[0]):
        inside = left <= chains[number, LINE] <= right and not used[number]
        if inside and chains[number, IS_CUT] == 0.0 and base - reach < chains[number, BOTTOM] <= base:
            total += chains[number, BOTTOM]
            count += 1
    return base if count == 0 else total / count


@compiled_using(scan, chains_module)
def find_lying(chains: FloatArray, edges: Counts, used: NDArray[np.bool_]) -> FloatArray:
    """Return robots that lie: chains side by side, low, and together as wide as a body."""
    found = np.zeros((MOST_ROBOTS, 8))
    count, number = 0, 0
    while number < chains.shape[0] and count < MOST_ROBOTS:
        if not _may_lie(chains, used, number):
            number += 1
            continue
        members, last = 1, number
        upper, ends, edged = chains[number, TOP], chains[number, BOTTOM], _edges(edges, chains[number])
        used[number] = True
        for other in range(number + 1, chains.shape[0]):
            if chains[other, LINE] > chains[last, LINE] + 2:
                break
            if chains[other, LINE] <= chains[last, LINE] or not _may_lie(chains, used, other):
                continue
            if abs(chains[other, AWAY] - chains[last, AWAY]) > LYING_DEPTH_M:
                continue
            used[other] = True
            members, last = members + 1, other
            upper = min(upper, chains[other, TOP])
            ends += chains[other, BOTTOM]
            edged += _edges(edges, chains[other])
        lines_per_m = chains[number, PX_PER_M] / COLUMN_STEP_PX
        wide_m = (chains[last, LINE] - chains[number, LINE] + 1.0) / lines_per_m
        fits = LYING_WIDTH_M[0] <= wide_m <= LYING_WIDTH_M[1] and members >= LEAST_LINES
        if fits and edged / members >= LEAST_LYING_EDGES:
            row = found[count]
            row[LEFT] = COLUMN_STEP_PX * chains[number, LINE]
            row[RIGHT] = COLUMN_STEP_PX * (chains[last, LINE] + 1.0)
            row[COLUMN] = 0.5 * (row[LEFT] + row[RIGHT])
            row[ROW], row[UPPER] = ends / members, upper
            row[LYING] = 1.0
            count += 1
        number += 1
    return found[:count]


@compiled_using(scan, chains_module)
def _may_lie(chains: FloatArray, used: NDArray[np.bool_], number: int) -> bool:
    is_low = LYING_M[0] <= chains[number, HEIGHT] <= LYING_M[1]
    is_whole = chains[number, IS_CUT] == 0.0 and chains[number, GOES_ON] == 0.0
    return is_low and is_whole and not used[number]


@compiled_using(scan, chains_module)
def _edges(edges: Counts, chain: FloatArray) -> float:
    """Return how many edges a chain has."""
    return float(edges[int(chain[LINE]), int(chain[BOTTOM])] - edges[int(chain[LINE]), int(chain[TOP])])
