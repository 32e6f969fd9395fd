"""Iterative deepening over `alpha_beta`, within a budget: which moves are best, and how good."""

from dataclasses import dataclass, replace

import chess
import numpy as np

from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.embedded.alpha_beta import (
    DEEPEST,
    EARLIER,
    INFINITE,
    LAST_PASS,
    MATE,
    METER_SIZE,
    NODE_LIMIT,
    NODES,
    STOPPED,
    SURELY_MATE,
    new_stack,
    new_undos,
    search,
)
from ludens.games.chess.decide.embedded.board import KEY, make, unmake
from ludens.games.chess.decide.embedded.packing import earlier_keys, packed, packed_move, unpacked
from ludens.games.chess.decide.embedded.tables import Numbers
from ludens.games.chess.decide.player import Candidate, require_game_on
from ludens.planning.search_budget import SearchMeter

SLOTS_DEEP, SLOTS_SHALLOW = 1 << 20, 1 << 14
SHALLOW_DEPTH = 3
DEPTH_OF_AN_ONLY_MOVE = 6  # enough to say what comes of it; there is nothing to choose


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found: the moves whose score is exact, best first, and how much work that was."""

    candidates: tuple[Candidate, ...]
    depth: int
    nodes: int


@dataclass(slots=True)
class _RootMove:
    move: int
    score: int = 0
    exact: bool = False


class _Memory:
    """All arrays of one search, and the position it is at."""

    def __init__(self, board: chess.Board, *, slots: int) -> None:
        self.squares, self.state = packed(board)
        earlier = earlier_keys(board)
        self.keys: Numbers = np.zeros(slots, dtype=np.int64)
        self.data: Numbers = np.zeros(slots, dtype=np.int64)
        self.line: Numbers = np.zeros(len(earlier) + DEEPEST + 4, dtype=np.int64)
        self.line[: len(earlier)] = earlier
        self.line[len(earlier)] = self.state[KEY]
        self.killers: Numbers = np.zeros((DEEPEST + 2, 2), dtype=np.int64)
        self.history: Numbers = np.zeros((16, 128), dtype=np.int64)
        self.stack, self.undos = new_stack(), new_undos()
        self.meter: Numbers = np.zeros(METER_SIZE, dtype=np.int64)
        self.meter[EARLIER] = len(earlier)
        self.meter[LAST_PASS] = -2

    def score(self, move: int, depth: int, floor: int, ceiling: int) -> int | None:
        """The score of a root move within a window; None when the nodes are used up."""
        root = self.undos[0]
        make(self.squares, self.state, root, move)
        score = -search(
            self.squares,
            self.state,
            depth - 1,
            -ceiling,
            -floor,
            1,
            self.keys,
            self.data,
            self.line,
            self.killers,
            self.history,
            self.stack,
            self.undos,
            self.meter,
        )
        unmake(self.squares, self.state, root, move)
        return None if self.meter[STOPPED] else score

    def following(self, board: chess.Board, move: int, length: int) -> tuple[chess.Move, ...]:
        """The moves that the table expects, a root move first."""
        line = [unpacked(move)]
        ahead = board.copy(stack=False)
        ahead.push(line[0])
        while len(line) < length:
            key = int(packed(ahead)[1][KEY])
            slot = key & (len(self.keys) - 1)
            following = unpacked(int(self.data[slot]) >> 10 & 0xFFFFF)
            if self.keys[slot] != key or not ahead.is_legal(following):
                break
            line.append(following)
            ahead.push(following)
        return tuple(line)


def analyse(board: chess.Board, *, budget: Budget, lines: int = 1, spread: int = 0) -> Analysis:
    """Search a position. Exact are the best `lines` moves and all that score at most `spread` less."""
    require_game_on(board)
    memory = _Memory(board, slots=SLOTS_SHALLOW if budget.depth <= SHALLOW_DEPTH else SLOTS_DEEP)
    meter = SearchMeter(budget)
    order = [_RootMove(packed_move(board, move)) for move in board.legal_moves]
    finished: list[_RootMove] = []
    depth_done = 0
    for depth in range(1, budget.depth + 1):
        order = [_RootMove(root.move, root.score) for root in finished or order]
        whole = _iterate(order, depth, memory, meter, lines=lines, spread=spread)
        if not whole:
            # Cut off in the middle: what is better than the best so far has been proven all the same.
            finished = _with_improvement(finished, order)
            break
        finished = sorted(order, key=lambda root: (not root.exact, -root.score))
        depth_done = depth
        only_move = len(order) == 1 and depth >= DEPTH_OF_AN_ONLY_MOVE
        if only_move or _mate_is_settled(finished, depth, lines):
            break
    found = [root for root in finished if root.exact]
    candidates = tuple(_candidate(root, memory.following(board, root.move, 6)) for root in found)
    return Analysis(candidates, depth_done, int(memory.meter[NODES]))


def _iterate(
    order: list[_RootMove], depth: int, memory: _Memory, meter: SearchMeter, *, lines: int, spread: int
) -> bool:
    """Search every root move to a depth; false when the budget ended before the last."""
    scores: list[int] = []
    for root in order:
        memory.meter[NODE_LIMIT] = meter.node_limit(depth, nodes_used=int(memory.meter[NODES]))
        floor = _floor(scores, lines, spread)
        ceiling = floor + 1 if floor > -INFINITE else INFINITE
        score = memory.score(root.move, depth, floor, ceiling)
        if score is not None and score > floor and ceiling < INFINITE:
            score = memory.score(root.move, depth, floor, INFINITE)
        if score is None:
            return False
        root.score, root.exact = score, score > floor
        scores = sorted([*scores, score], reverse=True)
    last = _floor(scores, lines, spread)
    for root in order:
        root.exact = root.exact and (root.score > last or root.score == scores[0])
    return True


def _floor(scores: list[int], lines: int, spread: int) -> int:
    """Below which score a move no longer interests."""
    if len(scores) < lines:
        return -INFINITE
    return min(scores[lines - 1], scores[0] - spread) - (1 if lines > 1 or spread else 0)


def _with_improvement(finished: list[_RootMove], order: list[_RootMove]) -> list[_RootMove]:
    searched = [root for root in order if root.exact]
    if not searched or not finished:
        return finished
    best = max(searched, key=lambda root: root.score)
    if best.move == finished[0].move:
        return finished
    return [best, *(_overtaken(root, best) for root in finished if root.move != best.move)]


def _overtaken(root: _RootMove, best: _RootMove) -> _RootMove:
    """A move of the last whole iteration, never above the one that has overtaken it."""
    return replace(root, score=min(root.score, best.score))


def _mate_is_settled(finished: list[_RootMove], depth: int, lines: int) -> bool:
    """A mate that lies within the depth searched is the shortest."""
    return lines == 1 and abs(finished[0].score) > SURELY_MATE and MATE - abs(finished[0].score) <= depth


def _candidate(root: _RootMove, line: tuple[chess.Move, ...]) -> Candidate:
    mate_in = None
    if abs(root.score) > SURELY_MATE:
        moves = (MATE - abs(root.score) + 1) // 2
        mate_in = moves if root.score > 0 else -moves
    return Candidate(unpacked(root.move), root.score, mate_in, line)
