"""The game for people who look on: the debug streams `board`, `talk` and `table`."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import structs

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules import Side
from ludens.games.morris.show.board import picture_of
from ludens.games.morris.show.clocks import Clocks
from ludens.games.morris.show.table_drawing import table_drawing
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardPicture
from ludens.messages.engine import ConsideredMove, EngineReply
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_game import MorrisGame, PersonAsked
from ludens.messages.morris_table import MenBelieved
from ludens.speech.talk_lines import TalkLines

REPEAT_S = 0.25
"""How often those who look on are told again."""


@dataclass(frozen=True, slots=True)
class GameViewParameters:
    """Of which board."""

    measures: MorrisMeasures = field(default_factory=MorrisMeasures)


class GameView(Module[GameViewParameters]):
    """Keeps clocks and the conversation, and draws board and table when somebody looks."""

    budget_s = 0.01

    def start(self) -> None:
        """Begin with nothing."""
        self._clocks = Clocks()
        self._lines = TalkLines()
        self._game: MorrisGame | None = None
        self._asked: PersonAsked | None = None
        self._best: ConsideredMove | None = None
        self._state = ""
        self._told_s: float | None = None

    def cycle(
        self,
        now: CycleTime,
        game: MorrisGame | None,
        asked: PersonAsked | None,
        state: StateReport | None,
        announcement: Announcement | None,
        replies: Since[EngineReply],
        believed: Annotated[MenBelieved | None, under("scan")],
        place: BoardPose | None,
    ) -> None:
        """Take in what is new; show it."""
        said = self._lines.count
        if announcement is not None:
            self._lines.announce(announcement)
        self._state = self._state if state is None else state.state
        self._asked = asked or self._asked
        self._game = game or self._game
        for reply in replies:
            self._best = reply.considered[0] if reply.considered else None
            self.debug.value("considered", lambda shown=reply.considered: shown)
        if self._game is not None:
            self._clocks.pass_time(now.time_s, state=self._state, turn=Side(self._game.turn))
        is_news = game is not None or self._lines.count != said
        if is_news or self._told_s is None or now.time_s - self._told_s >= REPEAT_S:
            self._told_s = now.time_s
            self.debug.value("talk", self._lines.shown)
            self.debug.drawing(
                "table", lambda: table_drawing(believed, place, measures=self.parameters.measures)
            )
            if self._game is not None:
                self.debug.value("board", self._board)

    def _board(self) -> BoardPicture:
        assert self._game is not None
        picture = picture_of(self._game, self._asked, self._best)
        white, black = (
            structs.replace(shown, used_s=self._clocks.used_s[side], clock_runs=self._clocks.running is side)
            for shown, side in zip(picture.sides, Side, strict=True)
        )
        return structs.replace(picture, sides=(white, black))
