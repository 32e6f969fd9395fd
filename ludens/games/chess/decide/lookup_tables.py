"""Numbers that the compiled board and the evaluation look up.

Squares are 0x88: 16 × rank + file, so that leaving the board shows in one bit test. Pieces are 1–6 (pawn to
king) for white and the same plus 8 for black. Values are in hundredths of a pawn, one for the middle game and
one for the end; between them the evaluation goes by what is left on the board. They follow from few ideas:
pieces belong to the centre, pawns forward, kings into a corner first and into the centre last.
"""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
BLACK = 8
OFF_BOARD = 0x88

ROOK_DIRECTIONS, ALL_DIRECTIONS = 4, 8  # the first four of DIRECTIONS are straight, the others aslant
DIRECTIONS = np.array([-16, -1, 1, 16, -17, -15, 15, 17], dtype=np.int64)
JUMPS = np.array([-33, -31, -18, -14, 14, 18, 31, 33], dtype=np.int64)

WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8  # rights to castle

MIDDLE_WORTH = np.array([0, 85, 325, 335, 480, 980, 0], dtype=np.int64)
END_WORTH = np.array([0, 110, 300, 315, 520, 970, 0], dtype=np.int64)
PHASE_SHARES = np.array([0, 0, 1, 1, 2, 4, 0], dtype=np.int64)
WHOLE_PHASE = 24  # of all pieces at the start

PAWN_MIDDLE = (0, 0, 3, 8, 16, 32, 60, 0)  # by rank from the own side
PAWN_END = (0, 5, 10, 18, 35, 60, 95, 0)
PAWN_CENTRE = (0, -5, 2, 7, 8, 4, 0, 0)  # for every step nearer to the middle files


def _middle_and_end(kind: int, file: int, rank: int) -> tuple[float, float]:
    """Value of a piece's square in the middle game and in the end, seen from its own side."""
    to_middle = 3.5 - abs(file - 3.5)  # 0 on the edge files, 3 on d and e
    centre = 6 - (abs(2 * file - 7) + abs(2 * rank - 7)) / 2  # −1 in a corner, 5 in the middle
    match kind:
        case 1:
            return PAWN_MIDDLE[rank] + PAWN_CENTRE[rank] * to_middle, PAWN_END[rank]
        case 2:
            return 9 * centre - 30, 7 * centre - 22
        case 3:
            return 5 * centre - 10, 3 * centre - 6
        case 4:
            return 3 * to_middle + (20 if rank == 6 else 0), 15 if rank == 6 else 0
        case 5:
            return 2 * centre - 5, 6 * centre - 12
        case _:
            castled = 12 if rank == 0 and file in (1, 2, 6) else 0
            return castled - 18 * rank - 8 * to_middle, 9 * centre - 20


def _square_values() -> tuple[Numbers, Numbers]:
    """Worth and place together for every piece on every square; black counts as negative."""
    middle, end = np.zeros((16, 128), dtype=np.int64), np.zeros((16, 128), dtype=np.int64)
    for kind in range(PAWN, KING + 1):
        for file in range(8):
            for rank in range(8):
                values = _middle_and_end(kind, file, rank)
                for table, worth, value in zip((middle, end), (MIDDLE_WORTH, END_WORTH), values, strict=True):
                    table[kind, 16 * rank + file] = worth[kind] + round(value)
                    table[kind + BLACK, 16 * (7 - rank) + file] = -(worth[kind] + round(value))
    return middle, end


MIDDLE_VALUES, END_VALUES = _square_values()


def _rights_kept() -> Numbers:
    """Rights to castle that are left when something goes from or to a square."""
    kept = np.full(128, 15, dtype=np.int64)
    kept[0x00], kept[0x07] = 15 - WHITE_LONG, 15 - WHITE_SHORT
    kept[0x70], kept[0x77] = 15 - BLACK_LONG, 15 - BLACK_SHORT
    kept[0x04] = 15 - WHITE_LONG - WHITE_SHORT
    kept[0x74] = 15 - BLACK_LONG - BLACK_SHORT
    return kept


RIGHTS_KEPT = _rights_kept()

# Random numbers whose exclusive or is the key of a position (Zobrist); any seed would do.
_dice = np.random.default_rng(64)
_HALF = 1 << 62
PIECE_KEYS = _dice.integers(-_HALF, _HALF, size=(16, 128), dtype=np.int64)
RIGHTS_KEYS = _dice.integers(-_HALF, _HALF, size=16, dtype=np.int64)
PASSING_KEYS = _dice.integers(-_HALF, _HALF, size=129, dtype=np.int64)  # the last: no pawn has passed
BLACK_TO_MOVE_KEY = int(_dice.integers(-_HALF, _HALF, dtype=np.int64))
PASSING_KEYS[128] = 0
