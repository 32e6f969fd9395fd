"""The game for onlookers: the debug streams `board`, `talk` and `table`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules import turn_from_text
from ludens.games.morris.show.board import MorrisOpinion, board_move, opinion_of, picture_of
from ludens.games.morris.show.table_drawing import table_drawing
from ludens.games.morris.talk.words import words_of
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardPicture
from ludens.messages.engine import EngineReply
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_game import MorrisGame, MorrisIntent, PersonAsked
from ludens.messages.morris_table import CameraCalibrationReport, MenBelieved
from ludens.messages.speech import Reply, Utterance
from ludens.table.game_view import GameScreen
from ludens.table.headline import Stage
from ludens.table.phrase_forms import usual_phrase

STAGES: dict[str, Stage] = {
    "init": "preparing",
    "looking": "looking",
    "waiting": "awaiting",
    "thinking": "thinking",
    "moving": "moving",
    "put right": "asking",
    "help": "needing help",
    "over": "over",
}
"""What the states of the game manager stand for."""
OFTEN_SAID = ("hint", "score", "help")


@dataclass(frozen=True, slots=True)
class MorrisGameViewParameters:
    """Of which board."""

    measures: MorrisMeasures = field(default_factory=MorrisMeasures)


class MorrisGameView(Module[MorrisGameViewParameters]):
    """Keeps clocks and conversation, and draws board and table when somebody looks."""

    budget_s = 0.01

    def start(self) -> None:
        """Begin with nothing."""
        self._screen = GameScreen(self.debug, stages=STAGES)
        self._game: MorrisGame | None = None
        self._asked: PersonAsked | None = None
        self._opinion = MorrisOpinion()
        self._pictured: tuple[tuple[object, ...], BoardPicture] | None = None

    def cycle(
        self,
        now: CycleTime,
        game: MorrisGame | None,
        asked: PersonAsked | None,
        state: StateReport | None,
        announcement: Announcement | None,
        replies: Since[EngineReply],
        heard: Since[Utterance],
        reply: Reply | None,
        wanted: MorrisIntent | None,
        believed: Annotated[MenBelieved | None, under("scan")] = None,
        place: BoardPose | None = None,
        calibrating: Annotated[CameraCalibrationReport | None, under("bottom")] = None,
    ) -> None:
        """Take in what is new; show it."""
        for utterance in heard:
            self._screen.talk.hear(utterance)
        if reply is not None:
            self._screen.talk.reply(reply)
        if wanted is not None and wanted.name == "turn":
            self._screen.tell(board_move(turn_from_text(wanted.turn)), now.time_s)
        if announcement is not None:
            self._screen.announce(announcement)
        self._asked = asked or self._asked
        self._think(replies)
        if game is not None:
            self._take_in(game, now.time_s)
        self._screen.progress = progress_of(calibrating, self._asked)
        turn = None if self._game is None else self._game.turn
        is_news = game is not None
        if self._screen.step(now.time_s, state=state, turn=turn, is_news=is_news, picture=self._picture):
            self.debug.drawing(
                "table", lambda: table_drawing(believed, place, measures=self.parameters.measures)
            )

    def _take_in(self, game: MorrisGame, time_s: float) -> None:
        if self._game is not None and game.begun_s != self._game.begun_s:
            self._screen.restart_clocks()
            self._opinion = MorrisOpinion()
        self._game = game
        self._screen.note_game(time_s, moves=len(game.turns))
        words = words_of(game.language)
        talk = self._screen.talk
        talk.suggestions = tuple(usual_phrase(words.heard.commands[name]) for name in OFTEN_SAID)
        talk.language, talk.voice = game.language, words.voice

    def _think(self, replies: Sequence[EngineReply]) -> None:
        """Take in what the engine thinks of the game before the turn that it has chosen."""
        for reply in replies:
            if reply.purpose == "move" and reply.considered and self._game is not None:
                self._opinion = opinion_of(reply.considered[0], self._game.turn)
                self.debug.value("considered", lambda shown=reply.considered: shown)

    def _picture(self) -> BoardPicture:
        assert self._game is not None
        shown = (self._game, self._asked, self._opinion)
        if self._pictured is None or self._pictured[0] != shown:
            self._pictured = (shown, picture_of(*shown))
        return self._pictured[1]


def progress_of(calibrating: CameraCalibrationReport | None, asked: PersonAsked | None) -> str:
    """What the robot does before the first turn, in a sentence."""
    if calibrating is not None and calibrating.state == "busy":
        return f"The robot learns how its camera sits: picture {calibrating.pictures + 1}."
    if asked is not None and asked.asking == "start":
        return "The robot waits for its front button, to begin."
    if asked is not None and asked.asking == "put right":
        return "The robot learns the colours of the men."
    return ""
