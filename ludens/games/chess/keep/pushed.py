"""Whether somebody has pushed the board: all pieces on it are seen aside by the same move."""

import numpy as np

from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.geometry import FloatArray, Transform3

NOTICED_M = 0.008
"""Farther than this, on average, no person puts pieces beside the middles of their squares."""
TOGETHER_M = 0.007
"""So near to the common move a piece must be to have gone along."""
FEWEST = 4
MOST = 0.75
"""Of the pieces on the board that must have gone along."""


def pushed(sight: Sight, belongs: PieceConfiguration) -> Transform3 | None:
    """Return the move of the board on the table (its frame before from its frame now), or None."""
    if sight.believed is None or not sight.is_still:
        return None
    meant, seen = [], []
    for piece, place in enumerate(belongs.places):
        middle = sight.measures.middle_of(place)
        if place.square is not None and middle is not None:
            meant.append(middle)
            seen.append(sight.believed.positions_m[piece].tolist())
    meant_m, seen_m = np.array(meant).reshape(-1, 2), np.array(seen).reshape(-1, 2)
    known = np.isfinite(seen_m).all(axis=1)
    meant_m, seen_m = meant_m[known], seen_m[known]
    if len(meant_m) < FEWEST:
        return None
    away_m = seen_m - meant_m
    together = np.hypot(*(away_m - np.median(away_m, axis=0)).T) < 2.0 * TOGETHER_M
    if np.hypot(*np.median(away_m, axis=0)) < NOTICED_M or together.mean() < MOST:
        return None
    move = _rigid(meant_m[together], seen_m[together])
    left_m = seen_m - move.apply(np.column_stack((meant_m, np.zeros(len(meant_m)))))[:, :2]
    return move if (np.hypot(*left_m.T) < TOGETHER_M).mean() >= MOST else None


def _rigid(from_m: FloatArray, to_m: FloatArray) -> Transform3:
    """The turn and shift of least squares."""
    middle_m, goal_m = from_m.mean(axis=0), to_m.mean(axis=0)
    before, after = from_m - middle_m, to_m - goal_m
    sine = float((before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]).sum())
    turn = Transform3.from_rpy(yaw_rad=float(np.arctan2(sine, float((before * after).sum()))))
    shift_m = np.append(goal_m, 0.0) - turn.apply(np.append(middle_m, 0.0))
    return Transform3(turn.rotation, shift_m)
