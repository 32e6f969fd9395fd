"""The outline of an upright cube laid onto the edge of a colour; compiled. See `contour`."""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.games.morris.see import projection
from ludens.games.morris.see.projection import pixel
from ludens.geometry import FloatArray

SAMPLES = 7
"""Places on each side of the outline."""
OUTLIER_PX = 2.0
"""Edges found farther off pull no more than that."""
DARK = 45.0
"""Sum of red, green and blue under which a colour cannot be told."""


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
    if total < DARK:
        return -1.0
    first = (red - green) / total - colour[0]
    second = (blue - green) / total - colour[1]
    return float(1.0 - np.sqrt(first * first + second * second) / radius)


@compiled
def _covers(eye: FloatArray, place: FloatArray, foot: FloatArray, half: float, height: float) -> bool:
    """Tell whether an upright box stands between the eye and a place."""
    enter, leave = 0.0, 1.0
    for axis in range(3):
        low = foot[axis] - half if axis < 2 else 0.0
        high = foot[axis] + half if axis < 2 else height
        way = place[axis] - eye[axis]
        if abs(way) < 1e-12:
            if eye[axis] < low or eye[axis] > high:
                return False
            continue
        first, second = (low - eye[axis]) / way, (high - eye[axis]) / way
        enter = max(enter, min(first, second))
        leave = min(leave, max(first, second))
    return enter < leave


@compiled
def _hull(pixels: FloatArray) -> NDArray[np.int64]:
    """Return the corners of the convex outline in order (gift wrapping); empty if one is behind the eye."""
    count = len(pixels)
    order = np.empty(count, dtype=np.int64)
    start = 0
    for corner in range(count):
        if np.isnan(pixels[corner, 0]):
            return order[:0]
        if pixels[corner, 0] < pixels[start, 0]:
            start = corner
    current, length = start, 0
    while length < count:
        order[length] = current
        length += 1
        following = (current + 1) % count
        for other in range(count):
            cross = (pixels[following, 0] - pixels[current, 0]) * (pixels[other, 1] - pixels[current, 1]) - (
                pixels[following, 1] - pixels[current, 1]
            ) * (pixels[other, 0] - pixels[current, 0])
            if cross < 0.0:
                following = other
        current = following
        if current == start:
            break
    return order[:length]


@compiled_using(projection)
def _corners(numbers: FloatArray, state: FloatArray, half: float) -> tuple[FloatArray, FloatArray]:
    """Return the eight corners of a man on the board, and their pixels."""
    cosine, sine = np.cos(state[2]), np.sin(state[2])
    corners, pixels = np.empty((8, 3)), np.empty((8, 2))
    for corner in range(8):
        ahead = half if corner & 1 else -half
        left = half if corner & 2 else -half
        corners[corner, 0] = state[0] + cosine * ahead - sine * left
        corners[corner, 1] = state[1] + sine * ahead + cosine * left
        corners[corner, 2] = 2.0 * half if corner & 4 else 0.0
        pixels[corner, 0], pixels[corner, 1] = pixel(
            numbers, corners[corner, 0], corners[corner, 1], corners[corner, 2]
        )
    return corners, pixels


@compiled
def _edge(
    picture: NDArray[np.uint8],
    column: float,
    row: float,
    across: FloatArray,
    reach: float,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
) -> float:
    """Return how far outwards of a pixel the colour ends; NaN if it does not, or was not there."""
    before = np.nan
    way = -reach
    while way <= reach:
        now = _belongs(picture, column + way * across[0], row + way * across[1], colour, radius, gains)
        if np.isnan(now):
            return np.nan
        if now > 0.0:
            before = now
        elif not np.isnan(before):
            return way - 0.5 * now / (now - before)
        elif way > 0.25 * reach:
            return np.nan  # what begins outside its colour is covered, or not this man
        way += 0.5
    return np.nan


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


@compiled
def _is_covered(eye: FloatArray, place: FloatArray, others: FloatArray, half: float) -> bool:
    covered = False
    for man in range(len(others)):
        covered = covered or _covers(eye, place, others[man], half, 2.0 * half)
    return covered


@compiled
def _outward(pixels: FloatArray, one: int, other: int, middle: FloatArray) -> FloatArray:
    """Return the direction across a side of the outline, away from its middle."""
    ahead, down = pixels[other, 0] - pixels[one, 0], pixels[other, 1] - pixels[one, 1]
    length = np.hypot(ahead, down)
    across = np.empty(2)
    across[0], across[1] = down / length, -ahead / length
    if (pixels[one, 0] - middle[0]) * across[0] + (pixels[one, 1] - middle[1]) * across[1] < 0.0:
        across[0], across[1] = -across[0], -across[1]
    return across


@compiled
def _middle(pixels: FloatArray, order: NDArray[np.int64]) -> FloatArray:
    """Return the middle of the outline's corners."""
    middle = np.zeros(2)
    for corner in order:
        middle[0] += pixels[corner, 0]
        middle[1] += pixels[corner, 1]
    middle[0] /= len(order)
    middle[1] /= len(order)
    return middle


@compiled_using(projection)
def fit_outline(
    picture: NDArray[np.uint8],
    numbers: FloatArray,
    start: FloatArray,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
    others: FloatArray,
    half: float,
    reaches: FloatArray,
    sigmas: FloatArray,
) -> tuple[float, float, float, float, float]:
    """Return foot, turn, the share of the outline that was found, and its error in pixels."""
    state, place = start.copy(), np.empty(3)
    turn = numbers[:9].copy().reshape(3, 3)
    eye = -(turn.T @ numbers[9:12])
    found_share, error = 0.0, np.inf
    for reach in reaches:
        corners, pixels = _corners(numbers, state, half)
        order = _hull(pixels)
        if len(order) < 3:
            return state[0], state[1], state[2], 0.0, np.inf
        middle = _middle(pixels, order)
        matrix, right = np.zeros((3, 3)), np.empty(3)
        for axis in range(3):
            matrix[axis, axis] = 1.0 / sigmas[axis] ** 2
            right[axis] = (start[axis] - state[axis]) / sigmas[axis] ** 2
        looked, found, squares = 0, 0, 0.0
        for side in range(len(order)):
            one, other = order[side], order[(side + 1) % len(order)]
            if np.hypot(pixels[other, 0] - pixels[one, 0], pixels[other, 1] - pixels[one, 1]) < 3.0:
                continue
            across = _outward(pixels, one, other, middle)
            for sample in range(SAMPLES):
                share = (sample + 0.7) / (SAMPLES + 0.4)
                for axis in range(3):
                    place[axis] = (1.0 - share) * corners[one, axis] + share * corners[other, axis]
                looked += 1
                if _is_covered(eye, place, others, half):
                    continue
                column, row = pixel(numbers, place[0], place[1], place[2])
                offset = _edge(picture, column, row, across, reach, colour, radius, gains)
                if np.isnan(offset) or abs(offset) > reach:
                    continue
                found += 1
                squares += min(abs(offset), OUTLIER_PX) ** 2
                slopes = _slopes(numbers, state, place, column, row, across)
                weight = min(1.0, OUTLIER_PX / max(abs(offset), 1e-9))
                for axis in range(3):
                    right[axis] += weight * offset * slopes[axis]
                    for second in range(3):
                        matrix[axis, second] += weight * (slopes[axis] * slopes[second])
        state = state + np.linalg.solve(matrix, right)
        found_share = found / max(looked, 1)
        error = np.sqrt(squares / found) if found else np.inf
    return state[0], state[1], state[2], found_share, error
