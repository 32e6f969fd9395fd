"""Why a move is good, as a code with facts: what it wins, saves, protects or threatens.

Said is what the board and the engine's line show: material that is won along the line, pieces that hang
before and no longer after. Sentences are made from the code by the languages of the dialogue.
"""

from dataclasses import dataclass
from enum import Enum

import chess

from ludens.games.chess.decide.candidates import ChessCandidate, mate_in
from ludens.games.chess.rules.physical import captured_square

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
CENTRE = chess.SquareSet(chess.BB_CENTER)


class HintCode(Enum):
    """Reasons for a move, the strongest first."""

    MATES = "mates"  # moves
    HOLDS_OUT = "holds out"  # moves until the mate that cannot be helped
    PROMOTES = "promotes"  # piece: what it becomes
    WINS = "wins"  # pawns: what the material won is worth
    SAVES = "saves"  # piece and square: that is attacked now and moves away
    PROTECTS = "protects"  # piece and square
    CASTLES = "castles"
    ATTACKS = "attacks"  # piece and square: of the opponent, who cannot hold it
    CHECKS = "checks"
    DEVELOPS = "develops"  # piece
    CENTRE = "centre"
    BEST = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A good move and the first reason for it. Facts that do not belong to the code are None."""

    move: chess.Move
    code: HintCode
    candidate: ChessCandidate
    moves: int | None = None
    pawns: int | None = None
    piece: chess.PieceType | None = None
    square: chess.Square | None = None


def hint_for(board: chess.Board, candidate: ChessCandidate) -> Hint:
    """The reason for a move that an engine has found."""
    move = candidate.move
    after = board.copy(stack=False)
    after.push(move)

    def hint(
        code: HintCode,
        *,
        moves: int | None = None,
        pawns: int | None = None,
        piece: chess.PieceType | None = None,
        square: chess.Square | None = None,
    ) -> Hint:
        return Hint(
            move=move, code=code, candidate=candidate, moves=moves, pawns=pawns, piece=piece, square=square
        )

    mate = mate_in(candidate.value)
    if mate is not None:
        return hint(HintCode.MATES if mate > 0 else HintCode.HOLDS_OUT, moves=abs(mate))
    if move.promotion is not None:
        return hint(HintCode.PROMOTES, piece=move.promotion)
    won = won_along(board, candidate.line or (move,))
    if won >= 1 and candidate.score > -100:
        return hint(HintCode.WINS, pawns=won)
    moved = board.piece_type_at(move.from_square)
    hanging = hanging_squares(board, board.turn)
    still = hanging_squares(after, board.turn)
    if move.from_square in hanging and move.to_square not in still:
        return hint(HintCode.SAVES, piece=moved, square=move.from_square)
    rescued = [square for square in hanging if square not in still and square != move.from_square]
    if rescued:
        return hint(HintCode.PROTECTS, piece=board.piece_type_at(rescued[0]), square=rescued[0])
    if board.is_castling(move):
        return hint(HintCode.CASTLES)
    threatened = set(hanging_squares(after, not board.turn)) - set(hanging_squares(board, not board.turn))
    if threatened:
        square = max(threatened, key=lambda one: WORTH[after.piece_type_at(one) or chess.PAWN])
        return hint(HintCode.ATTACKS, piece=after.piece_type_at(square), square=square)
    if after.is_check():
        return hint(HintCode.CHECKS)
    home = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    if moved in (chess.KNIGHT, chess.BISHOP) and chess.BB_SQUARES[move.from_square] & home:
        return hint(HintCode.DEVELOPS, piece=moved)
    if moved == chess.PAWN and move.to_square in CENTRE:
        return hint(HintCode.CENTRE)
    return hint(HintCode.BEST)


def won_along(board: chess.Board, line: tuple[chess.Move, ...]) -> int:
    """Material that the side to move is ahead by after a line, in pawns; a capture at its end is left out.

    What the line takes last might be taken back.
    """
    ahead = board.copy(stack=False)
    balance: list[int] = []
    for move in line:
        if not ahead.is_legal(move):
            break
        taken = captured_square(ahead, move)
        gain = 0 if taken is None else WORTH[ahead.piece_type_at(taken) or chess.PAWN]
        gain += 0 if move.promotion is None else WORTH[move.promotion] - 1
        total = balance[-1] if balance else 0
        balance.append(total + (gain if ahead.turn == board.turn else -gain))
        ahead.push(move)
    takes_last = len(balance) > 1 and balance[-1] > balance[-2]
    if takes_last or (len(balance) == 1 and ahead.attackers(ahead.turn, line[0].to_square)):
        balance.pop()
    return balance[-1] if balance else 0


def hanging_squares(board: chess.Board, colour: chess.Color) -> list[chess.Square]:
    """Pieces of a side that are attacked and not protected, or attacked by less than they are worth."""
    found = []
    for square in chess.SquareSet(board.occupied_co[colour] & ~board.kings):
        attackers = board.attackers(not colour, square)
        if not attackers:
            continue
        worth = WORTH[board.piece_type_at(square) or chess.PAWN]
        least = min(WORTH[board.piece_type_at(one) or chess.PAWN] for one in attackers)
        if least < worth or not board.attackers(colour, square):
            found.append(square)
    return sorted(found, key=lambda square: -WORTH[board.piece_type_at(square) or chess.PAWN])
