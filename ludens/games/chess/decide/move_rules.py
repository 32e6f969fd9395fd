"""Chess as players and matches at the table need it: its rules, and what a candidate is worth in words."""

from collections.abc import Sequence

import chess

from ludens.games.chess.rules.ending import ending_of
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.table.board_game import Colour, GameResult
from ludens.table.players import Candidate, GamePlayer, MoveChoice
from ludens.table.values import Result, Value

ChessPlayer = GamePlayer[chess.Board, chess.Move]
ChessCandidate = Candidate[chess.Move]
ChessChoice = MoveChoice[chess.Move]


class ChessRules:
    """Games are boards with their whole history."""

    def read(self, start: str, moves: Sequence[str]) -> chess.Board:
        board = chess.Board(start)
        for text in moves:
            board.push_uci(text)
        return board

    def legal_moves(self, game: chess.Board) -> list[chess.Move]:
        return list(game.legal_moves)

    def play(self, game: chess.Board, move: chess.Move) -> chess.Board:
        after = game.copy()
        after.push(move)
        return after

    def text(self, move: chess.Move) -> str:
        return move.uci()

    def to_move(self, game: chess.Board) -> Colour:
        return "white" if game.turn else "black"

    def result(self, game: chess.Board) -> GameResult | None:
        ending = ending_of(game)
        if ending is None:
            return None
        winner: Colour | None = None if ending.winner is None else "white" if ending.winner else "black"
        return GameResult(winner, ending_sentence(ending), ending.how.name.lower())


CHESS_RULES = ChessRules()


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
