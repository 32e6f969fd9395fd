"""Which moves to look at first: the better the order, the less there is to look at."""

from ludens.core.compiled import compiled_using
from ludens.games.chess.decide.embedded import board, tables
from ludens.games.chess.decide.embedded.board import EN_PASSANT
from ludens.games.chess.decide.embedded.tables import MIDDLE_WORTH, PAWN, Numbers

FROM_TABLE, CAPTURE, KILLER = 1 << 50, 1 << 40, 1 << 39
HISTORY_LIMIT = 1 << 30


@compiled_using(tables, board)
def rank_moves(
    squares: Numbers, moves: Numbers, count: int, first: int, killers: Numbers, history: Numbers, out: Numbers
) -> None:
    """How promising each move is: the table's, captures of much by little, what cut before."""
    for index in range(count):
        move = moves[index]
        origin, target, promotion = move & 127, move >> 7 & 127, move >> 14 & 7
        prey = squares[target] & 7
        if move >> 17 & 3 == EN_PASSANT:
            prey = PAWN
        rank = history[squares[origin], target]
        if prey or promotion:
            rank = (
                CAPTURE
                + 16 * (MIDDLE_WORTH[prey] + MIDDLE_WORTH[promotion])
                - MIDDLE_WORTH[squares[origin] & 7]
            )
        elif move == killers[0]:
            rank = KILLER + 1
        elif move == killers[1]:
            rank = KILLER
        out[index] = FROM_TABLE if move == first else rank


@compiled_using(tables, board)
def take_best(moves: Numbers, ranks: Numbers, index: int, count: int) -> int:
    """Bring the most promising of the moves from `index` on to `index`."""
    best = index
    for candidate in range(index + 1, count):
        if ranks[candidate] > ranks[best]:
            best = candidate
    moves[index], moves[best] = moves[best], moves[index]
    ranks[index], ranks[best] = ranks[best], ranks[index]
    return int(moves[index])


@compiled_using(tables, board)
def remember_cut(squares: Numbers, move: int, depth: int, killers: Numbers, history: Numbers) -> None:
    """A quiet move refuted a position: it is tried early in its neighbours."""
    if move != killers[0]:
        killers[1] = killers[0]
        killers[0] = move
    piece, target = squares[move & 127], move >> 7 & 127
    history[piece, target] = min(HISTORY_LIMIT, history[piece, target] + depth * depth)
