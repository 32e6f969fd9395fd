"""Pseudo-legal moves, compiled: as the pieces go, whether or not the own king is then attacked."""

from ludens.core.compiled import compiled_using
from ludens.games.chess.decide import compiled_board, lookup_tables
from ludens.games.chess.decide.compiled_board import (
    CASTLING,
    DOUBLE_STEP,
    EN_PASSANT,
    ORDINARY,
    PASSED,
    RIGHTS,
    SIDE,
    STATE_SIZE,
    attacked,
    make,
    unmake,
)
from ludens.games.chess.decide.lookup_tables import (
    ALL_DIRECTIONS,
    BISHOP,
    BLACK,
    DIRECTIONS,
    JUMPS,
    KING,
    KNIGHT,
    OFF_BOARD,
    PAWN,
    QUEEN,
    ROOK_DIRECTIONS,
    Numbers,
)

MOST_MOVES = 256  # no position has more than 218
ALL_MOVES, CAPTURES_ONLY = 0, 1
UNDO_SIZE = STATE_SIZE + 1


@compiled_using(lookup_tables, compiled_board)
def generate(squares: Numbers, state: Numbers, out: Numbers, captures_only: int) -> int:
    """Write all moves of the side to move, or only captures and promotions to a queen; returns how many."""
    side, count = state[SIDE], 0
    for origin in range(120):
        if origin & OFF_BOARD or not squares[origin] or squares[origin] & BLACK != side:
            continue
        kind = squares[origin] & 7
        if kind == PAWN:
            count = _pawn_moves(squares, state, origin, out, count, captures_only)
        elif kind == KNIGHT:
            for jump in JUMPS:
                count = _step(squares, side, origin, origin + jump, out, count, captures_only)
        elif kind == KING:
            for step in DIRECTIONS:
                count = _step(squares, side, origin, origin + step, out, count, captures_only)
            if not captures_only:
                count = _castling_moves(squares, state, origin, out, count)
        else:
            first = ROOK_DIRECTIONS if kind == BISHOP else 0
            last = ALL_DIRECTIONS if kind in (QUEEN, BISHOP) else ROOK_DIRECTIONS
            for index in range(first, last):
                target = origin + DIRECTIONS[index]
                while not target & OFF_BOARD:
                    count = _step(squares, side, origin, target, out, count, captures_only)
                    if squares[target]:
                        break
                    target += DIRECTIONS[index]
    return count


@compiled_using(lookup_tables, compiled_board)
def _step(
    squares: Numbers, side: int, origin: int, target: int, out: Numbers, count: int, captures_only: int
) -> int:
    if target & OFF_BOARD:
        return count
    piece = squares[target]
    if (piece and piece & BLACK == side) or (captures_only and not piece):
        return count
    out[count] = origin | target << 7 | ORDINARY << 17
    return count + 1


@compiled_using(lookup_tables, compiled_board)
def _pawn_moves(
    squares: Numbers, state: Numbers, origin: int, out: Numbers, count: int, captures_only: int
) -> int:
    side = state[SIDE]
    ahead = 16 if side == 0 else -16
    for aside in (-1, 1):
        target = origin + ahead + aside
        if target & OFF_BOARD:
            continue
        if squares[target] and squares[target] & BLACK != side:
            count = _pawn_arrives(origin, target, out, count, captures_only)
        elif target == state[PASSED]:
            out[count] = origin | target << 7 | EN_PASSANT << 17
            count += 1
    target = origin + ahead
    if squares[target]:
        return count
    if not captures_only or target >> 4 in (0, 7):
        count = _pawn_arrives(origin, target, out, count, captures_only)
    if not captures_only and origin >> 4 == (1 if side == 0 else 6) and not squares[target + ahead]:
        out[count] = origin | (target + ahead) << 7 | DOUBLE_STEP << 17
        count += 1
    return count


@compiled_using(lookup_tables, compiled_board)
def _pawn_arrives(origin: int, target: int, out: Numbers, count: int, queens_only: int) -> int:
    if target >> 4 not in (0, 7):
        out[count] = origin | target << 7
        return count + 1
    for promotion in range(QUEEN, PAWN, -1):
        out[count] = origin | target << 7 | promotion << 14
        count += 1
        if queens_only:
            break
    return count


@compiled_using(lookup_tables, compiled_board)
def _castling_moves(squares: Numbers, state: Numbers, king: int, out: Numbers, count: int) -> int:
    side = state[SIDE]
    rights = state[RIGHTS] >> (0 if side == 0 else 2)
    if not rights & 3 or attacked(squares, king, BLACK - side):
        return count
    short_is_free = not squares[king + 1] and not squares[king + 2]
    if rights & 1 and short_is_free and not attacked(squares, king + 1, BLACK - side):
        out[count] = king | (king + 2) << 7 | CASTLING << 17
        count += 1
    long_is_free = not squares[king - 1] and not squares[king - 2] and not squares[king - 3]
    if rights & 2 and long_is_free and not attacked(squares, king - 1, BLACK - side):
        out[count] = king | (king - 2) << 7 | CASTLING << 17
        count += 1
    return count


@compiled_using(lookup_tables, compiled_board)
def perft(squares: Numbers, state: Numbers, depth: int, stack: Numbers, undos: Numbers) -> int:
    """How many legal sequences of `depth` moves there are: what move generators are tested by."""
    if depth == 0:
        return 1
    total = 0
    for index in range(generate(squares, state, stack[depth], ALL_MOVES)):
        move = stack[depth, index]
        if make(squares, state, undos[depth], move):
            total += perft(squares, state, depth - 1, stack, undos)
        unmake(squares, state, undos[depth], move)
    return total
