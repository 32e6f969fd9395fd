"""The outline of an upright cube laid onto the edge of a colour; compiled. See `contour`."""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.games.morris.see import cube, projection
from ludens.games.morris.see.cube import corners_of, hull_of, is_covered, middle_of, outward_of
from ludens.games.morris.see.projection import pixel
from ludens.geometry import FloatArray

DARK, PALE = 45.0, 20.0
"""Sum of red, green and blue under which a colour cannot be told where they differ so little: the sides of
men away from the lamp are as dark as a line, but still of a colour."""
STEPS_PX, FAR_PX = (0.5, 1.0), 6.0
"""How finely the colour is followed, near its edge and where it is looked for from farther off than this."""
GOES_ON, ABSENT = np.inf, -np.inf
"""In place of an edge: the colour goes on as far as is looked; or it is not there at all."""
SAMPLES = 7
"""Places on each side of the outline."""
SHORTEST_PX = 3.0
"""Sides that are shorter have no direction."""
OUTLIER_PX, OUTLIER = 2.0, 0.5
"""Edges found farther off pull no more than that; at least this share of how far is looked."""
BEYOND_PX = 2.5
"""Where a place so far outside an edge is hidden, the colour ends at what hides it, not at the man's edge."""


@compiled
def edge_offset(
    picture: NDArray[np.uint8],
    column: float,
    row: float,
    across: FloatArray,
    reach: float,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
) -> float:
    """Return how far outwards of a pixel the colour ends; NaN where the picture does."""
    before, way = np.nan, -reach
    step = STEPS_PX[1] if reach > FAR_PX else STEPS_PX[0]
    while way <= reach:
        now = _belongs(picture, column + way * across[0], row + way * across[1], colour, radius, gains)
        if np.isnan(now):
            return np.nan
        if now > 0.0:
            before = now
        elif not np.isnan(before):
            return way - step * now / (now - before)
        elif way > 0.25 * reach:
            return ABSENT
        way += step
    return GOES_ON


@compiled
def _belongs(
    picture: NDArray[np.uint8],
    column: float,
    row: float,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
) -> float:
    """Return how much the picture there is of the colour: above zero inside its disc; NaN outside."""
    height, width, _ = picture.shape
    if not (0.0 <= column < width - 1.0 and 0.0 <= row < height - 1.0):
        return np.nan
    left, top = int(column), int(row)
    right_share, low_share = column - left, row - top
    upper_left, upper_right = (1.0 - low_share) * (1.0 - right_share), (1.0 - low_share) * right_share
    lower_left, lower_right = low_share * (1.0 - right_share), low_share * right_share
    red = green = blue = 0.0
    for channel in range(3):
        light = gains[channel] * (
            upper_left * picture[top, left, channel]
            + upper_right * picture[top, left + 1, channel]
            + lower_left * picture[top + 1, left, channel]
            + lower_right * picture[top + 1, left + 1, channel]
        )
        if channel == 0:
            red = light
        elif channel == 1:
            green = light
        else:
            blue = light
    total = red + green + blue
    if total < DARK and max(red, green, blue) - min(red, green, blue) < PALE:
        return -1.0
    first = (red - green) / total - colour[0]
    second = (blue - green) / total - colour[1]
    return float(1.0 - np.sqrt(first * first + second * second) / radius)


@compiled_using(projection, cube)
def fit_outline(
    picture: NDArray[np.uint8],
    covered: NDArray[np.bool_],
    numbers: FloatArray,
    start: FloatArray,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
    boxes: FloatArray,
    half: float,
    reaches: FloatArray,
    sigmas: FloatArray,
) -> FloatArray:
    """Return foot and turn; places found, and in sight without the colour; error and sigma.

    `boxes` (k, 4) stand on the board and may hide the man: see `is_covered`. `covered` is where the robot
    sees itself, in a picture of any size. The error is in pixels, root mean square. Sigma is that of the foot
    in the direction in which it is known least, if each edge is known to a pixel.
    """
    state, place = start.copy(), np.empty(3)
    turn = numbers[:9].copy().reshape(3, 3)
    eye = -(turn.T @ numbers[9:12])
    shrink = len(covered) / len(picture)
    found, absent, error, sigma = 0, 0, np.inf, np.inf
    for reach in reaches:
        corners, pixels = corners_of(numbers, state, half)
        order = hull_of(pixels)
        if len(order) < 3:
            return np.array([state[0], state[1], state[2], 0.0, 0.0, np.inf, np.inf])
        middle = middle_of(pixels, order)
        matrix, right = np.zeros((3, 3)), np.empty(3)
        for axis in range(3):
            matrix[axis, axis] = 1.0 / sigmas[axis] ** 2
            right[axis] = (start[axis] - state[axis]) / sigmas[axis] ** 2
        found, absent, squares = 0, 0, 0.0
        pulls = max(OUTLIER_PX, OUTLIER * reach)
        for side in range(len(order)):
            one, other = order[side], order[(side + 1) % len(order)]
            if np.hypot(pixels[other, 0] - pixels[one, 0], pixels[other, 1] - pixels[one, 1]) < SHORTEST_PX:
                continue
            across = outward_of(pixels, one, other, middle)
            for sample in range(SAMPLES):
                share = (sample + 0.7) / (SAMPLES + 0.4)
                for axis in range(3):
                    place[axis] = (1.0 - share) * corners[one, axis] + share * corners[other, axis]
                if is_covered(eye, place, boxes):
                    continue
                column, row = pixel(numbers, place[0], place[1], place[2])
                offset = edge_offset(picture, column, row, across, reach, colour, radius, gains)
                if np.isnan(offset) or offset == GOES_ON:
                    continue
                slopes = _slopes(numbers, state, place, column, row, across)
                way = (offset if offset != ABSENT else 0.0) + BEYOND_PX
                if _is_within(covered, shrink * (column + way * across[0]), shrink * (row + way * across[1])):
                    continue
                _move_out(place, slopes, way)
                if is_covered(eye, place, boxes):
                    continue
                if offset == ABSENT:
                    absent += 1
                    continue
                found += 1
                squares += min(abs(offset), OUTLIER_PX) ** 2
                weight = min(1.0, pulls / max(abs(offset), 1e-9))
                for axis in range(3):
                    right[axis] += weight * offset * slopes[axis]
                    for second in range(3):
                        matrix[axis, second] += weight * (slopes[axis] * slopes[second])
        state = state + np.linalg.solve(matrix, right)
        error = np.sqrt(squares / found) if found else np.inf
        sigma = _largest_sigma(np.linalg.inv(matrix).astype(np.float64))
    return np.array([state[0], state[1], state[2], found, absent, error, sigma])


@compiled
def _move_out(place: FloatArray, slopes: FloatArray, way: float) -> None:
    """Move a place level over the board until it is so many pixels farther outwards."""
    squared = slopes[0] * slopes[0] + slopes[1] * slopes[1]
    place[0] += way * slopes[0] / squared
    place[1] += way * slopes[1] / squared


@compiled
def _is_within(covered: NDArray[np.bool_], column: float, row: float) -> bool:
    height, width = covered.shape
    return bool(0.0 <= column < width and 0.0 <= row < height and covered[int(row), int(column)])


@compiled
def _largest_sigma(covariance: FloatArray) -> float:
    """Return the standard deviation of x and y in the direction in which it is largest."""
    mean = 0.5 * (covariance[0, 0] + covariance[1, 1])
    apart = np.hypot(0.5 * (covariance[0, 0] - covariance[1, 1]), covariance[0, 1])
    return float(np.sqrt(mean + apart))


@compiled_using(projection)
def _slopes(
    numbers: FloatArray, state: FloatArray, place: FloatArray, column: float, row: float, across: FloatArray
) -> FloatArray:
    """Return by how many pixels a place of the man moves across its edge, per metre and radian."""
    step = 1e-4
    slopes = np.empty(3)
    for axis in range(3):
        x, y = place[0], place[1]
        if axis == 0:
            x += step
        elif axis == 1:
            y += step
        else:
            x, y = x - step * (place[1] - state[1]), y + step * (place[0] - state[0])
        new_column, new_row = pixel(numbers, x, y, place[2])
        slopes[axis] = ((new_column - column) * across[0] + (new_row - row) * across[1]) / step
    return slopes
