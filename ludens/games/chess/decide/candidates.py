"""Moves of chess that players consider: what one is worth, and how that is said."""

import chess

from ludens.core.errors import LudensError
from ludens.games.chess.rules.ending import ending_of
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.table.players import Candidate, GamePlayer, MoveChoice
from ludens.table.values import Result, Value

ChessPlayer = GamePlayer[chess.Board, chess.Move]
ChessCandidate = Candidate[chess.Move]
ChessChoice = MoveChoice[chess.Move]


def require_game_on(board: chess.Board) -> None:
    """Refuse a game that is over."""
    ending = ending_of(board)
    if ending is not None:
        raise LudensError(f"There is no move to choose: the game is over. {ending_sentence(ending)}")


def legal_moves(board: chess.Board) -> list[chess.Move]:
    """All moves of the side to move; none when the game is over, also by a draw."""
    return [] if ending_of(board) is not None else list(board.legal_moves)


def mate_in(value: Value | None) -> int | None:
    """Moves until a mate that is certain: positive when this side gives it, negative when it is mated."""
    if value is None or value.plies is None or value.result is Result.DRAW:
        return None
    return int(value.result) * ((value.plies + 1) // 2)


def mate_value(moves: int) -> Value:
    """The same as a value of the side to move."""
    return Value(Result.WIN, 2 * moves - 1) if moves > 0 else Value(Result.LOSS, -2 * moves)


def opinion(candidate: ChessCandidate) -> str:
    """In words: `mate in 3`, `mated in 2`, `+1.4`, `even`."""
    mate = mate_in(candidate.value)
    if mate is not None:
        return f"{'mate' if mate > 0 else 'mated'} in {abs(mate)}"
    pawns = round(candidate.score / 100, 1)
    return f"{pawns:+.1f}" if pawns else "even"
