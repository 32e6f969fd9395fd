"""What the arm reaches over the table, and whether a board fits there with its slots.

A spot of the table is within reach when the magnet, looking down, can touch a piece there and can also carry
one over others there; its room is how much of its range the axis nearest to its limit has left.
"""

from dataclasses import dataclass

import chess
import numpy as np

from ludens.games.chess.rules.places import PLACE_COUNT, PiecePlace
from ludens.games.chess.workcell.arm_setup import TOOL
from ludens.games.chess.workcell.measures import Measures
from ludens.geometry import FloatArray
from ludens.planning.arm.follow import posture_at
from ludens.planning.arm.hop import RISE_WHILE_CROSSING_M
from ludens.planning.arm.trajectory import ArmPlanError

CARRIED_M = 0.010
"""How far a carried piece is kept above the others."""
FINEST_M = 0.001
LARGEST_M = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How a board lies in the workspace."""

    measures: Measures
    rooms: FloatArray  # of all 96 places; negative out of reach

    @property
    def unreached(self) -> tuple[PiecePlace, ...]:
        """The places that the arm does not reach."""
        return tuple(PiecePlace(int(number)) for number in np.flatnonzero(self.rooms < 0.0))

    @property
    def squares_fit(self) -> bool:
        """Whether every square is within reach."""
        return bool((self.rooms[: len(chess.SQUARES)] >= 0.0).all())


def room_at(x_m: float, y_m: float, measures: Measures) -> float:
    """Return the room of a spot of the table, in the frame of the arm's base; −1 out of reach."""
    top_m = measures.board_thickness_m + measures.piece_height_m
    crossing_m = top_m + CARRIED_M + measures.piece_height_m + RISE_WHILE_CROSSING_M
    try:
        return min(
            posture_at(TOOL.at(np.array([x_m, y_m, height_m])), TOOL).room for height_m in (top_m, crossing_m)
        )
    except ArmPlanError:
        return -1.0


def fit(measures: Measures) -> Fit:
    """Return how a board and its slots fit."""
    middles = measures.middles()
    points = measures.base_from_board().apply(np.column_stack((middles, np.zeros(len(middles)))))
    rooms = np.array([room_at(float(x_m), float(y_m), measures) for x_m, y_m, _ in points])
    assert len(rooms) == PLACE_COUNT - 1
    return Fit(measures, rooms)


def largest_board_m(measures: Measures) -> float:
    """Return the edge of the largest board, in the same place, all of whose squares are within reach."""
    low_m, high_m = 0.0, LARGEST_M
    while high_m - low_m > FINEST_M:
        middle_m = 0.5 * (low_m + high_m)
        outermost_m = 3.5 * middle_m / 8.0
        ahead_m = measures.center_ahead_m
        corners = ((ahead_m - outermost_m, 0.0), (ahead_m + outermost_m, outermost_m), (ahead_m, outermost_m))
        inside = all(room_at(x_m, y_m, measures) >= 0.0 for x_m, y_m in corners)
        low_m, high_m = (middle_m, high_m) if inside else (low_m, middle_m)
    return low_m


def map_of_rooms(measures: Measures, *, step_m: float = 0.02) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return x and y of a grid over the table before the arm, and the room at each crossing (x, y)."""
    xs_m, ys_m = np.arange(0.2, 0.9, step_m), np.arange(-0.7, 0.7 + 0.5 * step_m, step_m)
    rooms = np.array([[room_at(float(x_m), float(y_m), measures) for y_m in ys_m] for x_m in xs_m])
    return xs_m, ys_m, rooms
