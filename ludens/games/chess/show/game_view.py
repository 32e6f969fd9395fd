"""The game for onlookers: the debug streams `board` and `talk`."""

import chess

from ludens.core.contract.declaration import Last, Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.games.chess.rules.record import ChessRecord, record_told
from ludens.games.chess.show.board import Opinion, opinion_from, picture_of, told_move
from ludens.games.chess.talk.commands import usual_phrase
from ludens.games.chess.talk.language import load_language
from ludens.messages import CalibrationReport, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardPicture
from ludens.messages.chess_game import ChessGame
from ludens.messages.chess_talk import UserIntent
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.speech import Reply, Utterance
from ludens.table.engine import value_of
from ludens.table.game_view import GameScreen
from ludens.table.headline import Stage

STAGES: dict[str, Stage] = {
    "calibrating": "preparing",
    "looking": "looking",
    "waiting": "awaiting",
    "listening": "awaiting",
    "asking": "asking",
    "thinking": "thinking",
    "moving": "moving",
    "repairing": "repairing",
    "stopped": "stopped",
    "over": "over",
}
"""What the states of the game's flow stand for."""
OFTEN_SAID = ("hint", "score", "last_move", "options", "help")
WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900}
MATE_SCORE = 30_000
STALE_PLIES = 2
"""So many moves after a thought it still says something: until the engine thinks again."""


class ChessGameView(Module[NoParameters]):
    """Keeps clocks, conversation and who is ahead, and draws the board when somebody looks."""

    budget_s = 0.01

    def start(self) -> None:
        """Begin with nothing."""
        self._screen = GameScreen(self.debug, stages=STAGES)
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
        wanted: UserIntent | None = None,
        calibrating: Last[CalibrationReport] = None,
    ) -> None:
        """Take in what is new; show it."""
        for utterance in heard:
            self._screen.talk.hear(utterance)
        if reply is not None:
            self._screen.talk.reply(reply)
        if wanted is not None and wanted.name == "move":
            self._screen.tell(told_move(chess.Move.from_uci(wanted.move)), now.time_s)
        if announcement is not None:
            self._screen.announce(announcement)
        if calibrating is not None:
            self._screen.progress = progress_of(calibrating)
        if asked is not None:
            self._opinions.ask(asked)
        for engine_reply in engine_replies:
            self._opinions.answer(engine_reply)
            self._pictured = None
        if game is not None:
            if self._game is not None and self._game.moves and not game.moves:
                self._screen.restart_clocks()  # another game
            self._take_in(game, now.time_s)
        turn = None if self._game is None else self._game.turn
        is_news = game is not None
        self._screen.step(now.time_s, state=state, turn=turn, is_news=is_news, picture=self._picture)

    def _take_in(self, game: ChessGame, time_s: float) -> None:
        self._game = game
        self._screen.note_game(time_s, moves=len(game.moves))
        language = load_language(game.language)
        talk = self._screen.talk
        talk.suggestions = tuple(usual_phrase(name, language) for name in OFTEN_SAID)
        talk.language, talk.voice = game.language, language.voice

    def _picture(self) -> BoardPicture:
        assert self._game is not None
        if self._pictured is None or self._pictured[0] is not self._game:
            self._pictured = (self._game, picture_of(self._game, self._opinions.about(self._game)))
        return self._pictured[1]


def progress_of(report: CalibrationReport) -> str:
    """What the arm does to find camera and board, in a sentence."""
    if report.state == "failed":
        return "Camera and board were not found; it is tried again."
    if report.state == "looking at the plate" and report.posture:
        return f"The robot learns where its camera is: posture {report.posture} of {report.postures}."
    return "The robot looks where the board lies."


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
