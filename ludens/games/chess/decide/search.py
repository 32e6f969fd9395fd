"""Our search for the best moves of a position: python-chess packed into numbers, around `alpha_beta`."""

import chess
import numpy as np

from ludens.games.chess.decide.alpha_beta import (
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
from ludens.games.chess.decide.candidates import ChessCandidate, mate_value, require_game_on
from ludens.games.chess.decide.compiled_board import (
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
    make,
    put,
    unmake,
)
from ludens.games.chess.decide.lookup_tables import (
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
from ludens.table.search import Analysis, SearchBudget, SearchTraits, search_roots

SLOTS_DEEP, SLOTS_SHALLOW = 1 << 20, 1 << 14
SHALLOW_DEPTH = 3
LINE_LENGTH = 6
TRAITS = SearchTraits(
    deepest=DEEPEST - 1,
    usual_depth=DEEPEST - 8,
    sure_depth=2,
    first_nodes=20_000,
    win=MATE,
    infinite=INFINITE,
    certain=SURELY_MATE,
    keeps_improvement=True,
)
RIGHTS_OF = (
    (chess.BB_H1, WHITE_SHORT),
    (chess.BB_A1, WHITE_LONG),
    (chess.BB_H8, BLACK_SHORT),
    (chess.BB_A8, BLACK_LONG),
)


def analyse(
    board: chess.Board, *, budget: SearchBudget, lines: int = 1, spread: int = 0
) -> Analysis[chess.Move]:
    """Search a position. Exact are the best `lines` moves and all that score at most `spread` less."""
    require_game_on(board)
    shallow = budget.depth_for(TRAITS) <= SHALLOW_DEPTH
    below = EmbeddedSearch(board, slots=SLOTS_SHALLOW if shallow else SLOTS_DEEP)
    return search_roots(below, budget, lines=lines, spread=spread, ties=lines > 1 or spread > 0)


class EmbeddedSearch:
    """All arrays of one search, and the position it is at."""

    traits = TRAITS

    def __init__(self, board: chess.Board, *, slots: int) -> None:
        self._board = board
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

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self.meter[NODES])

    def root_moves(self) -> list[int]:
        """The legal moves."""
        return [packed_move(self._board, move) for move in self._board.legal_moves]

    def score(self, move: int, depth: int, *, floor: int, ceiling: int, node_limit: int) -> int | None:
        """The score of a root move within a window; None when the nodes are used up."""
        self.meter[NODE_LIMIT] = node_limit
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

    def stop(self) -> None:
        """From another thread: let this score, and all that follow, be None."""
        self.meter[STOPPED] = 1

    def candidate(self, move: int, score: int) -> ChessCandidate:
        """A root move with its score, a mate's length, and what the table expects to follow."""
        value = None
        if abs(score) > SURELY_MATE:
            moves = (MATE - abs(score) + 1) // 2
            value = mate_value(moves if score > 0 else -moves)
        return ChessCandidate(unpacked(move), score, value, self._line(unpacked(move)))

    def _line(self, move: chess.Move) -> tuple[chess.Move, ...]:
        line = [move]
        ahead = self._board.copy(stack=False)
        ahead.push(move)
        while len(line) < LINE_LENGTH:
            key = int(packed(ahead)[1][KEY])
            slot = key & (len(self.keys) - 1)
            following = unpacked(int(self.data[slot]) >> 10 & 0xFFFFF)
            if self.keys[slot] != key or not ahead.is_legal(following):
                break
            line.append(following)
            ahead.push(following)
        return tuple(line)


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
