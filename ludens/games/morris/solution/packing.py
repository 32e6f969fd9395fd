"""What is known of positions as bytes, in memory and in a file.

A result takes two bits, four to a byte, the first in the lowest bits: 0 loss, 1 draw, 2 win, for the side to
move. A distance takes a byte.

In memory one byte says what is known of a position, seen by the side to move:

0, 2, 4 …   lost in so many plies
1, 3, 5 …   won in so many plies
MARKED      nothing yet, to be looked at in this level
TWIN        another place of the table stands for this position
UNKNOWN     nothing yet; at the end of a stage this is a draw
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

LOSS, DRAW, WIN = 0, 1, 2
RESULTS_A_BYTE = 4
FARTHEST = 252
MARKED = 253
TWIN = 254
UNKNOWN = 255


def pack_results(values: Any) -> Any:
    """Four results a byte from values, numpy's or CuPy's, twins filled. Losses fill up the last byte."""
    results = results_of(values)
    padding = -len(values) % RESULTS_A_BYTE
    if padding:
        whole = type(values)((len(values) + padding,), np.uint8)
        whole[: len(values)] = results
        whole[len(values) :] = LOSS
        results = whole
    four = results.reshape(-1, RESULTS_A_BYTE)
    return four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6


def results_of(values: Any) -> Any:
    """LOSS, DRAW or WIN for every value."""
    is_draw = (values == UNKNOWN).astype(np.uint8)
    return (values & 1) * WIN - is_draw * (WIN - DRAW)


def without_distances(values: Any) -> Any:
    """Values that tell results only: lost now, won by the next turn, or unknown."""
    return values & 1 | (values == UNKNOWN).astype(np.uint8) * UNKNOWN


def values_a_byte() -> NDArray[np.uint32]:
    """For every packed byte the four values, as in `without_distances`, in one word, the first lowest."""
    value_of = np.array([0, UNKNOWN, 1, UNKNOWN], np.uint32)
    packed = np.arange(256)
    return sum(
        (value_of[packed >> 2 * number & 3] << np.uint32(8 * number) for number in range(RESULTS_A_BYTE)),
        np.zeros(256, np.uint32),
    )
