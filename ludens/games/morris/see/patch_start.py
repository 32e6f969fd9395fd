"""About where a man stands near a point: a window of its size is shifted until it lies on its colour.

An outline finds edges only a few millimetres off. A clumsy hand leaves men farther off than that, so before
an outline is laid, the middle of a man's colour is looked for (mean shift): the window goes to the middle of
all pixels of that colour in it, again and again. Where a part of the man is hidden, or a neighbour of the
same colour adjoins it, that middle errs by some millimetres; the outline does the rest.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.games.morris.see import cube_hull, projection
from ludens.games.morris.see.cube_hull import corners_of
from ludens.games.morris.see.projection import pixel
from ludens.geometry import FloatArray

ROUNDS = 6
NEAR_M = 0.0003
"""A shift that is smaller is the last."""
FEWEST = 12
"""Pixels of its colour without which the window stays where it is."""


@compiled_using(projection, cube_hull)
def shifted(
    labels: NDArray[np.uint8],
    shrink: float,
    numbers: FloatArray,
    foot: FloatArray,
    label: int,
    half: float,
    farthest: float,
) -> FloatArray:
    """Return the foot of a man of this label near `foot`, no farther off than `farthest`.

    `labels` are in a picture smaller than that of `numbers` by `shrink`.
    """
    state = np.array([foot[0], foot[1], 0.0])
    height, width = labels.shape
    step = 1e-4
    for _ in range(ROUNDS):
        _, pixels = corners_of(numbers, state, half)
        middle_column, middle_row = pixel(numbers, state[0], state[1], half)
        if np.isnan(pixels).any():
            return foot.copy()
        first_column = max(int(pixels[:, 0].min() / shrink), 0)
        last_column = min(int(pixels[:, 0].max() / shrink) + 1, width)
        first_row = max(int(pixels[:, 1].min() / shrink), 0)
        last_row = min(int(pixels[:, 1].max() / shrink) + 1, height)
        count, columns, rows = 0, 0.0, 0.0
        for row in range(first_row, last_row):
            for column in range(first_column, last_column):
                if labels[row, column] == label:
                    count += 1
                    columns += column
                    rows += row
        if count < FEWEST:
            return foot.copy()
        right = shrink * columns / count + 0.5 * (shrink - 1.0) - middle_column
        down = shrink * rows / count + 0.5 * (shrink - 1.0) - middle_row
        x_column, x_row = pixel(numbers, state[0] + step, state[1], half)
        y_column, y_row = pixel(numbers, state[0], state[1] + step, half)
        a, b = (x_column - middle_column) / step, (y_column - middle_column) / step
        c, d = (x_row - middle_row) / step, (y_row - middle_row) / step
        whole = a * d - b * c
        x, y = (d * right - b * down) / whole, (a * down - c * right) / whole
        state[0] += x
        state[1] += y
        away = np.hypot(state[0] - foot[0], state[1] - foot[1])
        if away > farthest:
            state[0] = foot[0] + (state[0] - foot[0]) * farthest / away
            state[1] = foot[1] + (state[1] - foot[1]) * farthest / away
        if np.hypot(x, y) < NEAR_M:
            break
    return state[:2].copy()
