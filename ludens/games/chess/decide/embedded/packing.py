"""Boards and moves of python-chess as the numbers of the compiled board, and back."""

import chess
import numpy as np

from ludens.games.chess.decide.embedded.board import (
    CASTLING,
    DOUBLE_STEP,
    EN_PASSANT,
    KEY,
    NOWHERE,
    ORDINARY,
    PASSED,
    QUIET,
    RIGHTS,
    SIDE,
    STATE_SIZE,
    put,
)
from ludens.games.chess.decide.embedded.tables import (
    BLACK,
    BLACK_LONG,
    BLACK_SHORT,
    BLACK_TO_MOVE_KEY,
    PASSING_KEYS,
    RIGHTS_KEYS,
    WHITE_LONG,
    WHITE_SHORT,
    Numbers,
)

RIGHTS_OF = (
    (chess.BB_H1, WHITE_SHORT),
    (chess.BB_A1, WHITE_LONG),
    (chess.BB_H8, BLACK_SHORT),
    (chess.BB_A8, BLACK_LONG),
)


def packed(board: chess.Board) -> tuple[Numbers, Numbers]:
    """`squares` and `state` of a position."""
    squares, state = np.zeros(128, dtype=np.int64), np.zeros(STATE_SIZE, dtype=np.int64)
    for square, piece in board.piece_map().items():
        put(squares, state, wide(square), piece.piece_type + (0 if piece.color else BLACK))
    state[SIDE] = 0 if board.turn else BLACK
    rights = board.clean_castling_rights()
    state[RIGHTS] = sum(bit for mask, bit in RIGHTS_OF if rights & mask)
    passing = board.ep_square is not None and board.has_pseudo_legal_en_passant()
    state[PASSED] = wide(board.ep_square) if board.ep_square is not None and passing else NOWHERE
    state[QUIET] = board.halfmove_clock
    state[KEY] ^= RIGHTS_KEYS[state[RIGHTS]] ^ PASSING_KEYS[state[PASSED]]
    if not board.turn:
        state[KEY] ^= BLACK_TO_MOVE_KEY
    return squares, state


def packed_move(board: chess.Board, move: chess.Move) -> int:
    """A legal move as a number."""
    kind = ORDINARY
    if board.is_en_passant(move):
        kind = EN_PASSANT
    elif board.is_castling(move):
        kind = CASTLING
    elif abs(move.from_square - move.to_square) == 16 and board.pawns & chess.BB_SQUARES[move.from_square]:
        kind = DOUBLE_STEP
    return wide(move.from_square) | wide(move.to_square) << 7 | (move.promotion or 0) << 14 | kind << 17


def unpacked(move: int) -> chess.Move:
    """The move that a number stands for."""
    return chess.Move(narrow(move & 127), narrow(move >> 7 & 127), (move >> 14 & 7) or None)


def wide(square: chess.Square) -> int:
    """A square as 0x88 counts it."""
    return square + (square & ~7)


def narrow(square: int) -> chess.Square:
    """A 0x88 square as python-chess counts it."""
    return square + (square & 7) >> 1


def earlier_keys(board: chess.Board) -> Numbers:
    """Keys of the positions since the last capture or pawn's move, this one left out: they may come again."""
    keys = []
    earlier = board.copy()
    for _ in range(min(board.halfmove_clock, len(board.move_stack))):
        earlier.pop()
        keys.append(int(packed(earlier)[1][KEY]))
    return np.array(keys[::-1], dtype=np.int64)
