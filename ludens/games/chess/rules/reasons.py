"""What can stand against a move: a code and the facts behind it.

Sentences are made elsewhere (`english.py`, and the languages of the dialogue), from the code and the facts.
"""

from dataclasses import dataclass
from enum import Enum

import chess

from ludens.games.chess.rules.ending import HowEnded


class Code(Enum):
    """What stands against a move; the comment says which facts come with it beyond the move's own."""

    GAME_OVER = "game over"  # ending, where it is known
    NOT_YOUR_TURN = "not your turn"
    OFF_BOARD = "off the board"
    EMPTY_SQUARE = "empty square"
    TAKEN = "taken"  # the piece that was named is beside the board
    NONE_LEFT = "none left"  # there is no piece of that kind on the board
    OPPONENTS_PIECE = "opponent's piece"
    SAME_SQUARE = "same square"
    OWN_PIECE = "own piece"  # other: what stands on the target
    NOT_HOW_IT_MOVES = "not how it moves"
    NONE_REACHES = "none reaches"  # of several pieces of a kind none can go there
    BLOCKED = "blocked"  # other: the first piece in the way
    PAWN_TAKES_ASLANT = "pawn takes aslant"  # other: the piece straight ahead, on the target
    NOTHING_TO_TAKE = "nothing to take"  # a pawn goes aslant to an empty square
    DOUBLE_STEP_GONE = "double step gone"  # the pawn has left its first square
    EN_PASSANT_TOO_LATE = "en passant too late"  # other: the pawn that passed
    PROMOTION_MISSING = "promotion missing"
    WRONG_PROMOTION = "wrong promotion"  # no pawn on its way to the last rank, or not to such a piece
    INTO_CHECK = "into check"  # other: who would then attack the king
    KING_INTO_CHECK = "king into check"  # other: who attacks the target
    STILL_IN_CHECK = "still in check"  # other: who gives check
    CASTLING_MOVED = "castling: moved"  # other: the king or the rook that has moved, where it is known
    CASTLING_BLOCKED = "castling: blocked"  # other: the piece in the way
    CASTLING_IN_CHECK = "castling: in check"  # other: who gives check
    CASTLING_THROUGH_CHECK = "castling: through check"  # crossed; other: who attacks that square
    # What only a real board can show:
    SEVERAL_MOVED = "several moved"  # squares
    PIECE_MISSING = "piece missing"  # piece and origin: what stood where; squares where there are more
    PIECE_ADDED = "piece added"  # piece and target: what has come from beside the board
    TWO_ON_SQUARE = "two on a square"  # piece and other, target
    CASTLING_HALF_DONE = "castling half done"  # the rook (other) is still to go
    PROMOTION_HALF_DONE = "promotion half done"  # the pawn (other) is still to be taken away
    EN_PASSANT_HALF_DONE = "en passant half done"  # the pawn (other) is still to be taken away


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that stands against a move. Facts that do not belong to the code are None."""

    code: Code
    piece: chess.Piece | None = None  # that was to move
    origin: chess.Square | None = None
    target: chess.Square | None = None
    other: chess.Piece | None = None
    other_square: chess.Square | None = None  # for a piece that has moved: where it began
    crossed: chess.Square | None = None
    squares: tuple[chess.Square, ...] = ()
    promotion: chess.PieceType | None = None
    turn: chess.Color | None = None  # whose turn it is
    ending: HowEnded | None = None


def about_piece(board: chess.Board, code: Code, square: chess.Square) -> Reason:
    """A reason that another piece gives."""
    return Reason(code=code, other=board.piece_at(square), other_square=square)
