"""Who is ahead: by what the engine thought of late, or by the pieces where none has thought.

The module that shows it runs with the body and must never wait for a search.
"""

import chess

from ludens.games.chess.decide.opinion import MATE_SCORE, Opinion, opinion_from
from ludens.games.chess.decide.player import Candidate
from ludens.games.chess.keeping import record_of
from ludens.messages.chess_game import ChessGame, ThinkRequest, Thought

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900}
STALE_PLIES = 2
"""So many moves after a thought it still says something: until the engine thinks again."""


class Opinions:
    """Listens to questions and answers."""

    def __init__(self) -> None:
        self._questions: dict[int, ThinkRequest] = {}
        self._thought: tuple[ThinkRequest, Opinion] | None = None

    def ask(self, request: ThinkRequest) -> None:
        """A question is on its way to the engine."""
        self._questions[request.number] = request

    def answer(self, thought: Thought) -> None:
        """The engine has answered."""
        request = self._questions.pop(thought.number, None)
        if request is not None:
            candidate = Candidate(chess.Move.from_uci(thought.move), thought.score, thought.mate_in)
            self._thought = (request, opinion_from(_board(request.start, request.moves), candidate))

    def about(self, game: ChessGame) -> Opinion:
        """Seen from white."""
        record = record_of(game)
        if record.ending is not None:
            winner = record.ending.winner
            return Opinion(0 if winner is None else MATE_SCORE if winner else -MATE_SCORE, None, 0, ())
        if self._thought is not None:
            request, opinion = self._thought
            known, later = len(request.moves), len(game.moves) - len(request.moves)
            same = request.start == game.start and request.moves == game.moves[:known]
            if same and later <= STALE_PLIES:
                return opinion
        return Opinion(_material(record.board()), None, 0, ())


def _board(start: str, moves: tuple[str, ...]) -> chess.Board:
    board = chess.Board(start)
    for text in moves:
        board.push_uci(text)
    return board


def _material(board: chess.Board) -> int:
    """White's pieces over black's, in hundredths of a pawn."""
    return sum(
        worth * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
        for kind, worth in WORTH.items()
    )
