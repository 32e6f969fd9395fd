"""The measures of board, pieces and slots, and where every place lies.

The board's frame: origin in the middle of its surface, x from white's side to black's, y to white's left,
z up. Slots for taken black pieces are on white's left, for white ones on white's right.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import chess
import numpy as np
from msgspec import Meta

from ludens.games.chess.rules.places import SLOT_COLUMNS, PiecePlace, column_and_row, in_slot, on_square
from ludens.geometry import FloatArray, Transform3

Length = Annotated[float, Meta(gt=0.0, le=2.0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Of one chess set and its place before the robot; the defaults are the thesis'."""

    board_m: Length = 0.390
    board_thickness_m: Length = 0.010
    center_ahead_m: Length = 0.600  # of the board, before the robot's base
    piece_m: Length = 0.041  # edge
    piece_height_m: Length = 0.020
    marker_m: Length = 0.038  # its black square; white padding up to the piece's edge
    slots_gap_m: Length = 0.035  # from the board's edge to the middle of the first column
    white_is_near: bool = True  # whether white's side is the robot's

    @property
    def square_m(self) -> float:
        """Edge of a square."""
        return self.board_m / 8.0

    def middle_of(self, place: PiecePlace) -> tuple[float, float] | None:
        """Return x and y of a place in the board's frame; None for what is off the board."""
        if place.square is not None:
            file, rank = chess.square_file(place.square), chess.square_rank(place.square)
            return (rank - 3.5) * self.square_m, (3.5 - file) * self.square_m
        if place.slot is not None:
            colour, number = place.slot
            column, row = column_and_row(number)
            aside_m = 0.5 * self.board_m + self.slots_gap_m + column * self.square_m
            side = -1.0 if colour == chess.WHITE else 1.0
            return (row - 0.5 * (SLOT_COLUMNS[column] - 1)) * self.square_m, side * aside_m
        return None

    def base_from_board(self) -> Transform3:
        """Return where the board is meant to lie; the table's top is the height of the robot's base."""
        return Transform3.from_rpy(
            yaw_rad=0.0 if self.white_is_near else math.pi,
            translation=(self.center_ahead_m, 0.0, self.board_thickness_m),
        )

    def middles(self) -> FloatArray:
        """Return the middles of all 96 places but off, in the order of their numbers (96, 2)."""
        return _middles(self)


@cache
def _middles(measures: Measures) -> FloatArray:
    places = [on_square(square) for square in chess.SQUARES]
    places += [in_slot(colour, number) for colour in (chess.BLACK, chess.WHITE) for number in range(16)]
    middles = np.array([measures.middle_of(place) for place in places])
    middles.setflags(write=False)  # everybody gets the same ones
    return middles


PAPER = Measures()
