"""The compiled heart of the search: alpha-beta with a table of positions seen before.

Positions are the four numbers of `compiled`. Scores are hundredths of a man for the side to move; a win that
takes p plies scores WIN − p, a loss −(WIN − p). The table's key is the position itself, in 56 bits, so no two
positions are ever taken for each other.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.games.morris.rules.board import MILLS
from ludens.games.morris.solution import compiled_rules as moves
from ludens.games.morris.solution.compiled_rules import (
    BOARD,
    MOST_TURNS,
    NEIGHBOUR_MASKS,
    NONE,
    closes_mill,
    count_bits,
    generate,
    is_decided,
    lowest_point,
    play,
)

Numbers = NDArray[np.int64]

WIN = 30_000
SURELY_WON = 29_000  # scores above this are wins of known length
INFINITE = 32_000
DEEPEST = 60
KNOWN_DEPTH = 255  # of entries that a solved table gave: good for a search of any depth

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NODES, NODE_LIMIT, STOPPED = 0, 1, 2  # places in `state`

MAN, OPEN_LINE, MILL, STEP, STUCK, CLOSES_NEXT = 100, 11, 9, 2, 6, 30

MILL_MASKS = np.array(MILLS, dtype=np.int64)


@compiled
def key_of(own: int, other: int, own_hand: int, other_hand: int) -> int:
    """The position as one number."""
    return own | other << 24 | own_hand << 48 | other_hand << 52


@compiled
def slot_of(key: int, slots: int) -> int:
    """Where a key belongs in a table whose size is a power of two (Fibonacci hashing)."""
    return (key * 0x1E3779B97F4A7C15 >> 20) & (slots - 1)


@compiled_using(moves)
def _freedom(men: int, free: int) -> int:
    """Value of the free neighbours of a side's men, less the cost of men that are stuck."""
    worth = 0
    while men:
        steps = count_bits(int(NEIGHBOUR_MASKS[lowest_point(men)]) & free)
        worth += STEP * steps if steps else -STUCK
        men &= men - 1
    return worth


@compiled_using(moves)
def evaluate(own: int, other: int, own_hand: int, other_hand: int) -> int:
    """Static evaluation of a position."""
    free = BOARD & ~(own | other)
    score = MAN * (count_bits(own) + own_hand - count_bits(other) - other_hand)
    score += _freedom(own, free) - _freedom(other, free)
    closes_next = 0
    for mill in MILL_MASKS:
        mine, theirs = count_bits(own & mill), count_bits(other & mill)
        if mine == 3:
            score += MILL
        elif theirs == 3:
            score -= MILL
        elif mine == 2 and theirs == 0:
            score += OPEN_LINE
            closes_next |= free & mill
        elif theirs == 2 and mine == 0:
            score -= OPEN_LINE
    if closes_next and (own_hand > 0 or _reaches(own, closes_next)):
        score += CLOSES_NEXT
    return score


@compiled_using(moves)
def _reaches(own: int, gaps: int) -> bool:
    """Whether a man can step into a gap and close a line with two others."""
    flies = count_bits(own) == 3
    while gaps:
        gap = lowest_point(gaps)
        gaps &= gaps - 1
        movers = own if flies else own & int(NEIGHBOUR_MASKS[gap])
        while movers:
            if closes_mill(own & ~(movers & -movers), gap):
                return True
            movers &= movers - 1
    return False


@compiled_using(moves)
def rank_turns(other: int, turns: Numbers, count: int, first: int, cutoffs: Numbers, out: Numbers) -> None:
    """How promising each turn is: the table's, then captures, then blocks, then what cut before."""
    for index in range(count):
        turn = turns[index]
        rank = cutoffs[turn >> 5]
        if turn & 31 != NONE:
            rank += 1 << 40
        elif closes_mill(other, turn >> 5 & 31):
            rank += 1 << 39
        out[index] = 1 << 50 if turn == first else rank


@compiled_using(moves)
def take_best(turns: Numbers, ranks: Numbers, index: int, count: int) -> int:
    """Bring the most promising of the turns from `index` on to `index`."""
    best = index
    for candidate in range(index + 1, count):
        if ranks[candidate] > ranks[best]:
            best = candidate
    turns[index], turns[best] = turns[best], turns[index]
    ranks[index], ranks[best] = ranks[best], ranks[index]
    return int(turns[index])


@compiled_using(moves)
def store(
    keys: Numbers, data: Numbers, key: int, score: int, depth: int, kind: int, turn: int, ply: int
) -> None:
    """Keep a result; the deeper one stays. Lengths of wins are counted from this position on."""
    slot = slot_of(key, len(keys))
    if keys[slot] != key and data[slot] & 255 > depth:
        return
    if score > SURELY_WON:
        score += ply
    elif score < -SURELY_WON:
        score -= ply
    keys[slot] = key
    data[slot] = depth | kind << 8 | turn << 10 | (score + INFINITE) << 26


@compiled_using(moves)
def search(
    own: int,
    other: int,
    own_hand: int,
    other_hand: int,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    keys: Numbers,
    data: Numbers,
    drawn: Numbers,
    cutoffs: Numbers,
    stack: Numbers,
    state: Numbers,
) -> int:
    """The score of a position within (alpha, beta), `depth` plies deep, `ply` plies below the root.

    `drawn` are keys of positions that would end the game by repetition, with bit 56 set where the opponent of
    the root's player is to move. `stack[ply]` holds turns and their ranks. When the nodes are used up,
    `state[STOPPED]` is set and the returned score means nothing.
    """
    state[NODES] += 1
    if state[NODES] > state[NODE_LIMIT]:
        state[STOPPED] = 1
    if state[STOPPED]:
        return 0
    if is_decided(own, other, own_hand, other_hand):
        return -(WIN - ply)
    key = key_of(own, other, own_hand, other_hand)
    for drawn_key in drawn:
        if drawn_key == key | (ply & 1) << 56:
            return 0
    slot = slot_of(key, len(keys))
    first = 0
    if keys[slot] == key:
        entry = data[slot]
        first = entry >> 10 & 0xFFFF
        if entry & 255 >= depth:
            score, kind = (entry >> 26) - INFINITE, entry >> 8 & 3
            if score > SURELY_WON:
                score -= ply
            elif score < -SURELY_WON:
                score += ply
            if kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha):
                return int(score)
    turns, ranks = stack[ply, 0], stack[ply, 1]
    count = generate(own, other, own_hand, other_hand, turns)
    if count == 0:
        return -(WIN - ply)
    if depth <= 0 or ply >= DEEPEST:
        return evaluate(own, other, own_hand, other_hand)
    rank_turns(other, turns, count, first, cutoffs, ranks)
    best, best_turn, floor = -INFINITE, 0, alpha
    for index in range(count):
        turn = take_best(turns, ranks, index, count)
        a, b, c, d = play(own, other, own_hand, other_hand, turn)
        narrow = floor + 1 if index > 0 else beta
        score = -search(
            a, b, c, d, depth - 1, ply + 1, -narrow, -floor, keys, data, drawn, cutoffs, stack, state
        )
        if index > 0 and floor < score < beta:
            score = -search(
                a, b, c, d, depth - 1, ply + 1, -beta, -floor, keys, data, drawn, cutoffs, stack, state
            )
        if state[STOPPED]:
            return 0
        if score > best:
            best, best_turn = score, turn
        floor = max(floor, score)
        if floor >= beta:
            cutoffs[turn >> 5] += depth * depth
            break
    kind = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    store(keys, data, key, best, depth, kind, best_turn, ply)
    return best


def new_stack() -> Numbers:
    """Room for the turns, and their ranks, of every ply."""
    return np.empty((DEEPEST + 2, 2, MOST_TURNS), dtype=np.int64)
