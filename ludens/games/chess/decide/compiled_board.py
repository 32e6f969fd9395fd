"""The compiled board: what attacks what, making moves and unmaking them.

`squares` holds the piece on every 0x88 square. `state` holds what else a position is, and sums that are kept
up to date with every move. A move is one number: origin | target << 7 | promotion << 14 | kind << 17.
"""

from ludens.core.compiled import compiled_using
from ludens.games.chess.decide import lookup_tables
from ludens.games.chess.decide.lookup_tables import (
    ALL_DIRECTIONS,
    BISHOP,
    BLACK,
    BLACK_TO_MOVE_KEY,
    DIRECTIONS,
    END_VALUES,
    JUMPS,
    KING,
    KNIGHT,
    MIDDLE_VALUES,
    OFF_BOARD,
    PASSING_KEYS,
    PAWN,
    PHASE_SHARES,
    PIECE_KEYS,
    QUEEN,
    RIGHTS_KEPT,
    RIGHTS_KEYS,
    ROOK,
    ROOK_DIRECTIONS,
    Numbers,
)

# Places in `state`. SIDE is 0 for white, 8 for black; PASSED is where a pawn may be taken en passant, or 128.
SIDE, RIGHTS, PASSED, QUIET, KEY, MIDDLE, END, PHASE, WHITE_KING, BLACK_KING = range(10)
STATE_SIZE = 10
ORDINARY, EN_PASSANT, CASTLING, DOUBLE_STEP = 0, 1, 2, 3  # kinds of moves
NOWHERE = 128


@compiled_using(lookup_tables)
def attacked(squares: Numbers, square: int, by: int) -> bool:
    """Whether pieces of a side (0 or 8) attack a square."""
    behind = -16 if by == 0 else 16
    for aside in (-1, 1):
        origin = square + behind + aside
        if not origin & OFF_BOARD and squares[origin] == PAWN + by:
            return True
    for jump in JUMPS:
        origin = square + jump
        if not origin & OFF_BOARD and squares[origin] == KNIGHT + by:
            return True
    for index in range(ALL_DIRECTIONS):
        step = DIRECTIONS[index]
        origin = square + step
        if not origin & OFF_BOARD and squares[origin] == KING + by:
            return True
        slider = ROOK + by if index < ROOK_DIRECTIONS else BISHOP + by
        while not origin & OFF_BOARD:
            piece = squares[origin]
            if piece:
                if piece == slider or piece == QUEEN + by:
                    return True
                break
            origin += step
    return False


@compiled_using(lookup_tables)
def in_check(squares: Numbers, state: Numbers, side: int) -> bool:
    """Whether the king of a side is attacked."""
    king = state[WHITE_KING] if side == 0 else state[BLACK_KING]
    return attacked(squares, king, BLACK - side)


@compiled_using(lookup_tables)
def put(squares: Numbers, state: Numbers, square: int, piece: int) -> None:
    """Place a piece on an empty square; keys and sums follow."""
    squares[square] = piece
    state[KEY] ^= PIECE_KEYS[piece, square]
    state[MIDDLE] += MIDDLE_VALUES[piece, square]
    state[END] += END_VALUES[piece, square]
    state[PHASE] += PHASE_SHARES[piece & 7]
    if piece == KING:
        state[WHITE_KING] = square
    elif piece == KING + BLACK:
        state[BLACK_KING] = square


@compiled_using(lookup_tables)
def lift(squares: Numbers, state: Numbers, square: int) -> None:
    """Take a piece from its square."""
    piece = squares[square]
    squares[square] = 0
    state[KEY] ^= PIECE_KEYS[piece, square]
    state[MIDDLE] -= MIDDLE_VALUES[piece, square]
    state[END] -= END_VALUES[piece, square]
    state[PHASE] -= PHASE_SHARES[piece & 7]


@compiled_using(lookup_tables)
def copy_state(source: Numbers, target: Numbers) -> None:
    """Number by number: an assignment of slices takes seconds to compile, for the errors it might raise."""
    for place in range(STATE_SIZE):
        target[place] = source[place]


@compiled_using(lookup_tables)
def make(squares: Numbers, state: Numbers, undo: Numbers, move: int) -> bool:
    """Make a move; false when it leaves the own king attacked. Either way `unmake` takes it back."""
    origin, target, promotion, kind = move & 127, move >> 7 & 127, move >> 14 & 7, move >> 17 & 3
    side = state[SIDE]
    piece = squares[origin]
    copy_state(state, undo)
    undo[STATE_SIZE] = squares[target]
    state[KEY] ^= RIGHTS_KEYS[state[RIGHTS]] ^ PASSING_KEYS[state[PASSED]] ^ BLACK_TO_MOVE_KEY
    state[QUIET] += 1
    if squares[target]:
        lift(squares, state, target)
        state[QUIET] = 0
    lift(squares, state, origin)
    put(squares, state, target, promotion + side if promotion else piece)
    state[PASSED] = NOWHERE
    ahead = 16 if side == 0 else -16
    if piece == PAWN + side:
        state[QUIET] = 0
        if kind == EN_PASSANT:
            lift(squares, state, target - ahead)
        elif kind == DOUBLE_STEP:
            for aside in (target - 1, target + 1):
                if not aside & OFF_BOARD and squares[aside] == PAWN + BLACK - side:
                    state[PASSED] = target - ahead
    elif kind == CASTLING:
        corner, beside = (target + 1, target - 1) if target > origin else (target - 2, target + 1)
        lift(squares, state, corner)
        put(squares, state, beside, ROOK + side)
    state[RIGHTS] &= RIGHTS_KEPT[origin] & RIGHTS_KEPT[target]
    state[KEY] ^= RIGHTS_KEYS[state[RIGHTS]] ^ PASSING_KEYS[state[PASSED]]
    state[SIDE] = BLACK - side
    return not in_check(squares, state, side)


@compiled_using(lookup_tables)
def unmake(squares: Numbers, state: Numbers, undo: Numbers, move: int) -> None:
    """Take the last move back."""
    origin, target, promotion, kind = move & 127, move >> 7 & 127, move >> 14 & 7, move >> 17 & 3
    copy_state(undo, state)
    side = state[SIDE]
    squares[origin] = PAWN + side if promotion else squares[target]
    squares[target] = undo[STATE_SIZE]
    if kind == EN_PASSANT:
        squares[target + (-16 if side == 0 else 16)] = PAWN + BLACK - side
    elif kind == CASTLING:
        corner, beside = (target + 1, target - 1) if target > origin else (target - 2, target + 1)
        squares[corner] = ROOK + side
        squares[beside] = 0


@compiled_using(lookup_tables)
def pass_turn(state: Numbers, undo: Numbers) -> None:
    """Let the other side move; `copy_state(undo, state)` takes it back."""
    copy_state(state, undo)
    state[KEY] ^= PASSING_KEYS[state[PASSED]] ^ BLACK_TO_MOVE_KEY
    state[PASSED] = NOWHERE
    state[SIDE] = BLACK - state[SIDE]
