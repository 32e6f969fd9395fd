"""In which order the arm goes through its calibration postures: always to the nearest that is left."""

from collections.abc import Sequence

import numpy as np

from ludens.games.chess.move.turning import can_turn
from ludens.geometry import FloatArray


def route(start_rad: FloatArray, postures: Sequence[FloatArray]) -> list[FloatArray]:
    """Return the postures in order; those that no direct turning leads to are left out."""
    left, ordered, here_rad = list(postures), [], start_rad
    while left:
        nearest = min(range(len(left)), key=lambda index: float(np.abs(left[index] - here_rad).max()))
        posture = left.pop(nearest)
        if can_turn(here_rad, posture):
            ordered.append(posture)
            here_rad = posture
    return ordered
