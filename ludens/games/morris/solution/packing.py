"""Results and distances as bytes in a file.

A result takes two bits, four to a byte, the first in the lowest bits: 0 loss, 1 draw, 2 win, for the side to
move. A distance takes a byte as in `value_bytes`.
"""

from typing import Any

import numpy as np

from ludens.games.morris.solution.backend import HostValues
from ludens.games.morris.solution.value_bytes import UNKNOWN

LOSS, DRAW, WIN = 0, 1, 2
RESULTS_A_BYTE = 4


def pack_results(values: Any) -> Any:
    """Four results a byte from values; numpy's or CuPy's, twins filled. What the last byte lacks counts as losses."""
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


def unpack_results(packed: HostValues, count: int) -> HostValues:
    """LOSS, DRAW or WIN of the first `count` positions."""
    results = np.empty((len(packed), RESULTS_A_BYTE), np.uint8)
    for number in range(RESULTS_A_BYTE):
        results[:, number] = packed >> 2 * number & 3
    return results.reshape(-1)[:count]


def without_distances(values: Any) -> Any:
    """Values that tell results only: lost now, won by the next turn, or unknown."""
    return values & 1 | (values == UNKNOWN).astype(np.uint8) * UNKNOWN


def values_of_results(packed: HostValues, count: int) -> HostValues:
    """Such values from packed results."""
    return np.array([0, UNKNOWN, 1, UNKNOWN], np.uint8)[unpack_results(packed, count)]
