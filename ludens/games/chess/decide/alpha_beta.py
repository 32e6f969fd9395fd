"""The compiled heart of the search: alpha-beta with a table of positions seen before, and quiescence.

Scores are hundredths of a pawn for the side to move; a mate after p plies scores MATE − p. What is pruned:
with the null move, positions so good that even passing holds them; late quiet moves are looked at less deep.
"""

import numpy as np

from ludens.core.compiled import compiled_using
from ludens.games.chess.decide import compiled_board, evaluation, lookup_tables, move_generation
from ludens.games.chess.decide.compiled_board import (
    EN_PASSANT,
    KEY,
    PHASE,
    QUIET,
    SIDE,
    copy_state,
    in_check,
    make,
    pass_turn,
    unmake,
)
from ludens.games.chess.decide.evaluation import evaluate
from ludens.games.chess.decide.lookup_tables import MIDDLE_WORTH, PAWN, Numbers
from ludens.games.chess.decide.move_generation import (
    ALL_MOVES,
    CAPTURES_ONLY,
    MOST_MOVES,
    UNDO_SIZE,
    generate,
)

MATE = 30_000
SURELY_MATE = 29_000  # scores above this are mates of known length
INFINITE = 32_000
DEEPEST = 64
DELTA = 200  # a capture that lacks more than this to reach alpha is not looked at

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
# Places in `meter`. EARLIER: positions before the root; LAST_PASS: ply of the last null move of this line.
# (As an argument true or false, that would be compiled twice, and numba cannot keep recursion of two types.)
NODES, NODE_LIMIT, STOPPED, EARLIER, LAST_PASS = 0, 1, 2, 3, 4
METER_SIZE = 5
# Ranks of moves: the better the order, the less there is to look at.
FROM_TABLE, CAPTURE, KILLER = 1 << 50, 1 << 40, 1 << 39
HISTORY_LIMIT = 1 << 30


@compiled_using(lookup_tables)
def store(
    keys: Numbers, data: Numbers, key: int, score: int, depth: int, kind: int, move: int, ply: int
) -> None:
    """Keep a result; lengths of mates are counted from this position on."""
    slot = key & (len(keys) - 1)
    if score > SURELY_MATE:
        score += ply
    elif score < -SURELY_MATE:
        score -= ply
    keys[slot] = key
    data[slot] = max(depth, 0) | kind << 8 | move << 10 | (score + INFINITE) << 30


@compiled_using(lookup_tables)
def is_repeated(line: Numbers, last: int, quiet: int) -> bool:
    """Whether the last key of a line has come before, since the last capture or pawn's move."""
    first = max(0, last - quiet)
    index = last - 2
    while index >= first:
        if line[index] == line[last]:
            return True
        index -= 2
    return False


@compiled_using(lookup_tables, compiled_board)
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


@compiled_using(lookup_tables, compiled_board)
def take_best(moves: Numbers, ranks: Numbers, index: int, count: int) -> int:
    """Bring the most promising of the moves from `index` on to `index`."""
    best = index
    for candidate in range(index + 1, count):
        if ranks[candidate] > ranks[best]:
            best = candidate
    moves[index], moves[best] = moves[best], moves[index]
    ranks[index], ranks[best] = ranks[best], ranks[index]
    return int(moves[index])


@compiled_using(lookup_tables, compiled_board)
def remember_cut(squares: Numbers, move: int, depth: int, killers: Numbers, history: Numbers) -> None:
    """A quiet move refuted a position: it is tried early in its neighbours."""
    if move != killers[0]:
        killers[1] = killers[0]
        killers[0] = move
    piece, target = squares[move & 127], move >> 7 & 127
    history[piece, target] = min(HISTORY_LIMIT, history[piece, target] + depth * depth)


@compiled_using(lookup_tables, compiled_board, evaluation, move_generation)
def quiesce(
    squares: Numbers,
    state: Numbers,
    alpha: int,
    beta: int,
    ply: int,
    killers: Numbers,
    history: Numbers,
    stack: Numbers,
    undos: Numbers,
    meter: Numbers,
) -> int:
    """The score once the captures are over."""
    meter[NODES] += 1
    checked = in_check(squares, state, state[SIDE])
    best = -MATE + ply if checked else evaluate(squares, state)
    if ply >= DEEPEST:
        return evaluate(squares, state)
    if best >= beta:
        return best
    floor, stand = max(alpha, best), best
    moves, ranks = stack[ply, 0], stack[ply, 1]
    count = generate(squares, state, moves, ALL_MOVES if checked else CAPTURES_ONLY)
    rank_moves(squares, moves, count, 0, killers[ply], history, ranks)
    for index in range(count):
        move = take_best(moves, ranks, index, count)
        gain = MIDDLE_WORTH[squares[move >> 7 & 127] & 7] + MIDDLE_WORTH[move >> 14 & 7]
        if not checked and stand + gain + DELTA < floor:
            continue
        if make(squares, state, undos[ply], move):
            score = -quiesce(squares, state, -beta, -floor, ply + 1, killers, history, stack, undos, meter)
            best = max(best, score)
        unmake(squares, state, undos[ply], move)
        floor = max(floor, best)
        if floor >= beta:
            break
    return best


@compiled_using(lookup_tables, compiled_board, evaluation, move_generation)
def search(
    squares: Numbers,
    state: Numbers,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    keys: Numbers,
    data: Numbers,
    line: Numbers,
    killers: Numbers,
    history: Numbers,
    stack: Numbers,
    undos: Numbers,
    meter: Numbers,
) -> int:
    """The score of a position within (alpha, beta), `depth` plies deep, `ply` plies below the root.

    `line` holds the keys from the beginning of the game to here. When the nodes are used up,
    `meter[STOPPED]` is set and the returned score means nothing.
    """
    key = state[KEY]
    last = meter[EARLIER] + ply
    line[last] = key
    if ply > 0 and (state[QUIET] >= 100 or is_repeated(line, last, state[QUIET])):
        return 0
    checked = in_check(squares, state, state[SIDE])
    if checked:
        depth += 1
    if depth <= 0 or ply >= DEEPEST:
        return quiesce(squares, state, alpha, beta, ply, killers, history, stack, undos, meter)
    meter[NODES] += 1
    if meter[NODES] > meter[NODE_LIMIT]:
        meter[STOPPED] = 1
    if meter[STOPPED]:
        return 0
    slot = key & (len(keys) - 1)
    first = 0
    if keys[slot] == key:
        entry = data[slot]
        first = entry >> 10 & 0xFFFFF
        if ply > 0 and entry & 255 >= depth:
            score, kind = (entry >> 30) - INFINITE, entry >> 8 & 3
            if score > SURELY_MATE:
                score -= ply
            elif score < -SURELY_MATE:
                score += ply
            if kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha):
                return int(score)
    may_pass = meter[LAST_PASS] != ply - 1 and not checked and depth >= 3 and state[PHASE] > 4
    if may_pass and evaluate(squares, state) >= beta:
        pass_turn(state, undos[ply])
        earlier_pass = meter[LAST_PASS]
        meter[LAST_PASS] = ply
        score = -search(
            squares, state, depth - 3, -beta, -beta + 1, ply + 1, keys, data, line, killers, history,
            stack, undos, meter,
        )  # fmt: skip
        copy_state(undos[ply], state)
        meter[LAST_PASS] = earlier_pass
        if meter[STOPPED]:
            return 0
        if score >= beta:
            return int(min(score, SURELY_MATE))
    moves, ranks = stack[ply, 0], stack[ply, 1]
    count = generate(squares, state, moves, ALL_MOVES)
    rank_moves(squares, moves, count, first, killers[ply], history, ranks)
    best, best_move, floor, played = -INFINITE, 0, alpha, 0
    for index in range(count):
        move = take_best(moves, ranks, index, count)
        quiet = not squares[move >> 7 & 127] and not move >> 14 & 7
        if not make(squares, state, undos[ply], move):
            unmake(squares, state, undos[ply], move)
            continue
        played += 1
        less = 1 + (1 if played > 12 else 0) if quiet and not checked and played > 4 and depth >= 3 else 0
        narrow = floor + 1 if played > 1 else beta
        score = -search(
            squares, state, depth - 1 - less, -narrow, -floor, ply + 1, keys, data, line, killers,
            history, stack, undos, meter,
        )  # fmt: skip
        if played > 1 and score > floor and (less or score < beta):
            score = -search(
                squares, state, depth - 1, -beta, -floor, ply + 1, keys, data, line, killers, history,
                stack, undos, meter,
            )  # fmt: skip
        unmake(squares, state, undos[ply], move)
        if meter[STOPPED]:
            return 0
        if score > best:
            best, best_move = score, move
        floor = max(floor, score)
        if floor >= beta:
            if quiet:
                remember_cut(squares, move, depth, killers[ply], history)
            break
    if played == 0:
        return -MATE + ply if checked else 0
    kind = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    store(keys, data, key, best, depth, kind, best_move, ply)
    return int(best)


def new_stack() -> Numbers:
    """Room for the moves, and their ranks, of every ply."""
    return np.zeros((DEEPEST + 2, 2, MOST_MOVES), dtype=np.int64)


def new_undos() -> Numbers:
    """Room for what every ply needs to be unmade."""
    return np.zeros((DEEPEST + 2, UNDO_SIZE), dtype=np.int64)
