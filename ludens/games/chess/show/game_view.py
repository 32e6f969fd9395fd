"""The game for people who look on: the debug streams `board` and `talk`."""

import chess
from msgspec import structs

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.games.chess.show.board import picture_of, side_of
from ludens.games.chess.show.clocks import Clocks
from ludens.games.chess.show.opinions import Opinions
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardPicture
from ludens.messages.chess_game import ChessGame
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.speech import Reply, Utterance
from ludens.speech.talk_lines import TalkLines

REPEAT_S = 0.25
"""How often those who look on are told again."""


class GameView(Module[NoParameters]):
    """Keeps clocks and the conversation, and draws the board when somebody looks."""

    budget_s = 0.01

    def start(self) -> None:
        """Begin with nothing."""
        self._clocks = Clocks()
        self._lines = TalkLines()
        self._opinions = Opinions()
        self._game: ChessGame | None = None
        self._pictured: tuple[ChessGame, BoardPicture] | None = None
        self._state = ""
        self._told_s: float | None = None

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
        said = self._lines.count
        for utterance in heard:
            self._lines.hear(utterance)
        if reply is not None:
            self._lines.reply(reply)
        if announcement is not None:
            self._lines.announce(announcement)
        if state is not None:
            self._state = state.state
        if asked is not None:
            self._opinions.ask(asked)
        for engine_reply in engine_replies:
            self._opinions.answer(engine_reply)
            self._pictured = None
        if game is not None:
            if self._game is not None and (not game.moves and self._game.moves):
                self._clocks = Clocks()  # another game
            self._game = game
        if self._game is not None:
            self._clocks.pass_time(now.time_s, state=self._state, turn=self._game.turn == "white")
        is_news = game is not None or self._lines.count != said
        if is_news or self._told_s is None or now.time_s - self._told_s >= REPEAT_S:
            self._told_s = now.time_s
            self._show()

    def _show(self) -> None:
        self.debug.value("talk", self._lines.shown)
        if self._game is not None:
            self.debug.value("board", self._board)

    def _board(self) -> BoardPicture:
        assert self._game is not None
        if self._pictured is None or self._pictured[0] is not self._game:
            self._pictured = (self._game, picture_of(self._game, self._opinions.about(self._game)))
        picture = self._pictured[1]
        white, black = (
            structs.replace(
                picture.sides[side_of(colour)],
                used_s=self._clocks.used_s[colour],
                clock_runs=self._clocks.running == colour,
            )
            for colour in (chess.WHITE, chess.BLACK)
        )
        return structs.replace(picture, sides=(white, black))
