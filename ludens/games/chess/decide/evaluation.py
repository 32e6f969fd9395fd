"""Static evaluation of a position, in hundredths of a pawn for the side to move."""

from ludens.core.compiled import compiled_using
from ludens.games.chess.decide import compiled_board, lookup_tables
from ludens.games.chess.decide.compiled_board import BLACK_KING, END, MIDDLE, PHASE, SIDE, WHITE_KING
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
    ROOK,
    ROOK_DIRECTIONS,
    WHOLE_PHASE,
    Numbers,
)

TO_MOVE = 10
PAIR_MIDDLE, PAIR_END = 30, 45
OPEN_FILE, HALF_OPEN_FILE = 20, 10
DOUBLED_MIDDLE, DOUBLED_END, ISOLATED = 8, 18, 12
PASSED_BY_RANK = (0, 5, 10, 22, 45, 75, 115, 0)
BARE_SHELTER = 14  # for every file at the king without an own pawn in front of it
CHASE_CENTRE, CHASE_DISTANCE = 12, 6  # a bare king is driven to the edge, the other king near it


@compiled_using(lookup_tables, compiled_board)
def evaluate(squares: Numbers, state: Numbers) -> int:
    """Material, places, freedom, pawns and the kings' shelter."""
    middle, end = state[MIDDLE], state[END]
    phase = min(state[PHASE], WHOLE_PHASE)
    pawns = 0
    bishops_white = bishops_black = 0
    for square in range(120):
        if square & OFF_BOARD or not squares[square]:
            continue
        piece = squares[square]
        side, kind = piece & BLACK, piece & 7
        sign = 1 if side == 0 else -1
        if kind == PAWN:
            pawns += 1
            plus_middle, plus_end = _pawn(squares, square, side)
            middle += sign * plus_middle
            end += sign * plus_end
        elif kind == KING:
            middle -= sign * _bare_shelter(squares, square, side)
        else:
            freedom = _freedom(squares, square, kind)
            if kind == ROOK:
                middle += sign * (2 * freedom + _open_file(squares, square, side))
                end += sign * 4 * freedom
            elif kind == QUEEN:
                middle += sign * freedom
                end += sign * 2 * freedom
            else:
                middle += sign * 4 * freedom
                end += sign * 4 * freedom
            if kind == BISHOP:
                bishops_white += sign > 0
                bishops_black += sign < 0
    pairs = (bishops_white >= 2) - (bishops_black >= 2)
    middle += PAIR_MIDDLE * pairs
    end += PAIR_END * pairs
    if pawns == 0:
        if state[PHASE] <= 1:
            return 0  # nobody can give mate
        end += _chase(state, state[END])
    score = middle * phase + end * (WHOLE_PHASE - phase)
    return int((score if state[SIDE] == 0 else -score) // WHOLE_PHASE + TO_MOVE)


@compiled_using(lookup_tables, compiled_board)
def _freedom(squares: Numbers, origin: int, kind: int) -> int:
    """Squares that a piece can go to, beyond what is usual for its kind."""
    count = 0
    if kind == KNIGHT:
        for jump in JUMPS:
            target = origin + jump
            count += not target & OFF_BOARD and not squares[target]
        return count - 4
    first = ROOK_DIRECTIONS if kind == BISHOP else 0
    last = ALL_DIRECTIONS if kind in (QUEEN, BISHOP) else ROOK_DIRECTIONS
    for index in range(first, last):
        target = origin + DIRECTIONS[index]
        while not target & OFF_BOARD and not squares[target]:
            count += 1
            target += DIRECTIONS[index]
    return count - (6 if kind == BISHOP else 7 if kind == ROOK else 13)


@compiled_using(lookup_tables, compiled_board)
def _pawn(squares: Numbers, square: int, side: int) -> tuple[int, int]:
    """Value of a pawn's neighbourhood, in the middle game and in the end."""
    ahead = 16 if side == 0 else -16
    rank = square >> 4 if side == 0 else 7 - (square >> 4)
    middle = end = 0
    passed, isolated = True, True
    target = square + ahead
    while not target & OFF_BOARD:
        if squares[target] == PAWN + side:
            middle -= DOUBLED_MIDDLE
            end -= DOUBLED_END
            passed = False
        for aside in (target - 1, target, target + 1):
            if not aside & OFF_BOARD and squares[aside] == PAWN + BLACK - side:
                passed = False
        target += ahead
    for aside in ((square & 7) - 1, (square & 7) + 1):
        if 0 <= aside <= 7:
            for row in range(16, 112, 16):
                if squares[row + aside] == PAWN + side:
                    isolated = False
    if isolated:
        middle -= ISOLATED
        end -= ISOLATED
    if passed:
        middle += PASSED_BY_RANK[rank] // 2
        end += PASSED_BY_RANK[rank]
    return middle, end


@compiled_using(lookup_tables, compiled_board)
def _open_file(squares: Numbers, square: int, side: int) -> int:
    own = other = False
    for target in range((square & 7) + 16, 112, 16):
        own = own or squares[target] == PAWN + side
        other = other or squares[target] == PAWN + BLACK - side
    if own:
        return 0
    return HALF_OPEN_FILE if other else OPEN_FILE


@compiled_using(lookup_tables, compiled_board)
def _bare_shelter(squares: Numbers, king: int, side: int) -> int:
    ahead = 16 if side == 0 else -16
    bare = 0
    for aside in (-1, 0, 1):
        near, far = king + ahead + aside, king + 2 * ahead + aside
        covered = not near & OFF_BOARD and squares[near] == PAWN + side
        covered = covered or (not far & OFF_BOARD and squares[far] == PAWN + side)
        if not near & OFF_BOARD and not covered:
            bare += BARE_SHELTER
    return bare


@compiled_using(lookup_tables, compiled_board)
def _chase(state: Numbers, material: int) -> int:
    """Without pawns the stronger side drives the other king to the edge."""
    strong, weak = state[WHITE_KING], state[BLACK_KING]
    sign = 1
    if material < 0:
        strong, weak, sign = weak, strong, -1
    from_centre = abs(2 * (weak & 7) - 7) + abs(2 * (weak >> 4) - 7)
    distance = abs((weak & 7) - (strong & 7)) + abs((weak >> 4) - (strong >> 4))
    return int(sign * (CHASE_CENTRE * from_centre // 2 + CHASE_DISTANCE * (14 - distance)))
