"""The game for onlookers: the debug streams `board` and `talk`."""

import chess

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.games.chess.rules.record import ChessRecord, record_told
from ludens.games.chess.show.board import Opinion, opinion_from, picture_of
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardPicture
from ludens.messages.chess_game import ChessGame
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.speech import Reply, Utterance
from ludens.table.engine import value_of
from ludens.table.game_view import GameScreen

DECIDING = ("waiting", "listening", "asking", "thinking")
MOVING = ("moving",)
WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900}
MATE_SCORE = 30_000
STALE_PLIES = 2
"""So many moves after a thought it still says something: until the engine thinks again."""


class ChessGameView(Module[NoParameters]):
    """Keeps clocks, conversation and who is ahead, and draws the board when somebody looks."""

    budget_s = 0.01

    def start(self) -> None:
        """Begin with nothing."""
        self._screen = GameScreen(self.debug, deciding=DECIDING, moving=MOVING)
        self._opinions = Opinions()
        self._game: ChessGame | None = None
        self._pictured: tuple[ChessGame, BoardPicture] | None = None

    def cycle(
        self,
        now: CycleTime,
        game: ChessGame | None,
        state: StateReport | None,
        heard: Since[Utterance],
        reply: Reply | None,
        announcement: Announcement | None,
        asked: EngineQuery | None,
        engine_replies: Since[EngineReply],
    ) -> None:
        """Take in what is new; show it."""
        for utterance in heard:
            self._screen.talk.hear(utterance)
        if reply is not None:
            self._screen.talk.reply(reply)
        if announcement is not None:
            self._screen.talk.announce(announcement)
        if asked is not None:
            self._opinions.ask(asked)
        for engine_reply in engine_replies:
            self._opinions.answer(engine_reply)
            self._pictured = None
        if game is not None:
            if self._game is not None and self._game.moves and not game.moves:
                self._screen.restart_clocks()  # another game
            self._game = game
        turn = None if self._game is None else self._game.turn
        is_news = game is not None
        self._screen.step(now.time_s, state=state, turn=turn, is_news=is_news, picture=self._picture)

    def _picture(self) -> BoardPicture:
        assert self._game is not None
        if self._pictured is None or self._pictured[0] is not self._game:
            self._pictured = (self._game, picture_of(self._game, self._opinions.about(self._game)))
        return self._pictured[1]


class Opinions:
    """Who is ahead: by what the engine thought of late, or by the pieces where none has thought.

    The view runs with the body and must never wait for a search.
    """

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
            chosen, moves = reply.chosen, tuple(map(chess.Move.from_uci, request.moves))
            turn = ChessRecord(request.start, moves).board().turn
            self._latest = (request, opinion_from(turn, chosen.score, value_of(chosen)))

    def about(self, game: ChessGame) -> Opinion:
        """Seen from white."""
        record = record_told(game)
        if record.ending is not None:
            winner = record.ending.winner
            return Opinion(0 if winner is None else MATE_SCORE if winner else -MATE_SCORE)
        if self._latest is not None:
            request, opinion = self._latest
            known, later = len(request.moves), len(game.moves) - len(request.moves)
            same = request.start == game.start and request.moves == game.moves[:known]
            if same and later <= STALE_PLIES:
                return opinion
        return Opinion(_material(record.board()))


def _material(board: chess.Board) -> int:
    """White's pieces over black's, in hundredths of a pawn."""
    return sum(
        worth * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
        for kind, worth in WORTH.items()
    )
