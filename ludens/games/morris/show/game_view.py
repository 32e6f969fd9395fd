"""The game for onlookers: the debug streams `board`, `talk` and `table`."""

from dataclasses import dataclass, field
from typing import Annotated

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.show.board import picture_of
from ludens.games.morris.show.table_drawing import table_drawing
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardPicture
from ludens.messages.engine import ConsideredMove, EngineReply
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_game import MorrisGame, PersonAsked
from ludens.messages.morris_table import MenBelieved
from ludens.table.game_view import GameScreen

DECIDING = ("waiting", "thinking", "put right")
MOVING = ("moving", "help")


@dataclass(frozen=True, slots=True)
class MorrisGameViewParameters:
    """Of which board."""

    measures: MorrisMeasures = field(default_factory=MorrisMeasures)


class MorrisGameView(Module[MorrisGameViewParameters]):
    """Keeps clocks and conversation, and draws board and table when somebody looks."""

    budget_s = 0.01

    def start(self) -> None:
        """Begin with nothing."""
        self._screen = GameScreen(self.debug, deciding=DECIDING, moving=MOVING)
        self._game: MorrisGame | None = None
        self._asked: PersonAsked | None = None
        self._best: ConsideredMove | None = None

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
        if announcement is not None:
            self._screen.talk.announce(announcement)
        self._asked = asked or self._asked
        self._game = game or self._game
        for reply in replies:
            self._best = reply.considered[0] if reply.considered else None
            self.debug.value("considered", lambda shown=reply.considered: shown)
        turn = None if self._game is None else self._game.turn
        is_news = game is not None
        if self._screen.step(now.time_s, state=state, turn=turn, is_news=is_news, picture=self._picture):
            self.debug.drawing(
                "table", lambda: table_drawing(believed, place, measures=self.parameters.measures)
            )

    def _picture(self) -> BoardPicture:
        assert self._game is not None
        return picture_of(self._game, self._asked, self._best)
