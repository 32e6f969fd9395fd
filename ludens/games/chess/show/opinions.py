"""Who is ahead: by what the engine thought of late, or by the pieces where none has thought.

The module that shows it runs with the body and must never wait for a search.
"""

import chess

from ludens.games.chess.board_game import record_of
from ludens.games.chess.decide.opinion import MATE_SCORE, Opinion, opinion_from
from ludens.games.chess.decide.player import Candidate
from ludens.messages.chess_game import ChessGame
from ludens.messages.engine import EngineQuery, EngineReply

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900}
STALE_PLIES = 2
"""So many moves after a thought it still says something: until the engine thinks again."""


class Opinions:
    """Listens to questions and answers."""

    def __init__(self) -> None:
        self._questions: dict[int, EngineQuery] = {}
        self._latest: tuple[EngineQuery, Opinion] | None = None

    def ask(self, request: EngineQuery) -> None:
        """A question is on its way to the engine."""
        self._questions[request.number] = request

    def answer(self, reply: EngineReply) -> None:
        """The engine has answered."""
        request = self._questions.pop(reply.number, None)
        if request is not None:
            chosen = reply.chosen
            mate_in = None if chosen.plies is None else (chosen.plies + 1) // 2
            if mate_in is not None and chosen.result == "loss":
                mate_in = -mate_in
            candidate = Candidate(chess.Move.from_uci(reply.move), chosen.score, mate_in)
            self._latest = (request, opinion_from(_board(request.start, request.moves), candidate))

    def about(self, game: ChessGame) -> Opinion:
        """Seen from white."""
        record = record_of(game)
        if record.ending is not None:
            winner = record.ending.winner
            return Opinion(0 if winner is None else MATE_SCORE if winner else -MATE_SCORE, None, 0, ())
        if self._latest is not None:
            request, opinion = self._latest
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
