"""What a camera's pose and lens leave over on the board, made good by an affine map, where that is honest.

A map with six numbers fits any corners better than a rigid move with three, if only their noise. So both are
fitted to some of the corners and compared on the others, in turn: x' = A x + b is kept only if it is clearly
better on corners that it was not fitted to.
"""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages.board_pieces import UNCORRECTED

PARTS = 5
"""Into which corners are divided: each in turn is held out."""
HELPS = 0.8
"""Of the rigid move's error, at most, or the map is luck."""
MOST_CHANGE = 0.03
"""Of lengths and angles: more is no correction but a mistake."""


@dataclass(frozen=True, slots=True, eq=False)
class AffineCorrection:
    """The map (2, 3), whether it helps, and errors on corners held out: root of the mean square."""

    matrix: FloatArray
    is_used: bool
    without_m: float
    with_m: float

    def as_numbers(self) -> tuple[float, ...]:
        """Return the six numbers of the calibration's message; an unused correction is the identity."""
        return tuple(self.matrix.ravel().tolist()) if self.is_used else UNCORRECTED


def fit_correction(seen_m: FloatArray, meant_m: FloatArray) -> AffineCorrection:
    """Return the map from where points (n, 2) were seen to where they are meant to be."""
    parts = np.arange(len(seen_m)) % PARTS
    errors: dict[bool, list[FloatArray]] = {True: [], False: []}
    for part in range(PARTS):
        kept, held_out = parts != part, parts == part
        for affine in (True, False):
            matrix = _fit(seen_m[kept], meant_m[kept], affine=affine)
            errors[affine].append(_mapped(matrix, seen_m[held_out]) - meant_m[held_out])
    without_m, with_m = (_size(np.concatenate(errors[affine])) for affine in (False, True))
    matrix = _fit(seen_m, meant_m, affine=True)
    small = float(np.abs(matrix[:, :2] - np.eye(2)).max()) < MOST_CHANGE
    return AffineCorrection(matrix, small and with_m < HELPS * without_m, without_m, with_m)


def _fit(from_m: FloatArray, to_m: FloatArray, *, affine: bool) -> FloatArray:
    """Return the map of least squares: any affine one, or a turn and a shift."""
    from_middle, to_middle = from_m.mean(axis=0), to_m.mean(axis=0)
    away, meant = from_m - from_middle, to_m - to_middle
    if affine:
        turn = np.linalg.lstsq(away, meant, rcond=None)[0].T
    else:
        angle = np.arctan2((away[:, 0] * meant[:, 1] - away[:, 1] * meant[:, 0]).sum(), (away * meant).sum())
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.column_stack((turn, to_middle - turn @ from_middle))


def _mapped(matrix: FloatArray, points_m: FloatArray) -> FloatArray:
    mapped: FloatArray = points_m @ matrix[:, :2].T + matrix[:, 2]
    return mapped


def _size(errors_m: FloatArray) -> float:
    return float(np.sqrt((errors_m**2).sum(axis=1).mean()))
