"""Shared by all parts of a game's behaviour: the game, the robot's actions, sentences and questions."""

from collections import deque
from typing import Literal, TypeVar

from ludens.core.behaviour import BehaviourState
from ludens.core.whole_number import whole_number
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.recovery import OffCentreMen
from ludens.games.morris.game_flow.robot_actions import RobotActions
from ludens.games.morris.game_flow.table_game import TableGame
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.move.stations import TableStations
from ludens.games.morris.rules import record_texts
from ludens.games.morris.talk.words import Phrase, Phrasebook, phrase
from ludens.geometry import Pose2
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement, Audience, Tone
from ludens.messages.engine import EngineQuery, Purpose
from ludens.messages.manipulation import Hand
from ludens.messages.morris_game import Asking, PersonAsked

MessageT = TypeVar("MessageT")
State = Literal["init", "looking", "thinking", "moving", "waiting", "put right", "help", "over"]
FOLLOWERS: dict[State, tuple[State, ...]] = {
    "init": ("looking", "thinking", "waiting", "help", "over"),
    "looking": ("thinking", "moving", "waiting", "put right", "help", "over"),
    "thinking": ("looking", "moving", "help", "over"),
    "moving": ("looking", "waiting", "help", "over"),
    "waiting": ("looking", "help", "over"),
    "put right": ("looking", "help", "over"),
    "help": ("init", "looking", "thinking", "moving", "waiting", "put right", "over"),
    "over": ("looking", "init"),
}
"""The states of a game at the table, and which may follow each."""
AUDIENCES: dict[Tone, Audience] = {"answer": "player", "plea": "table", "trouble": "table"}
TRANSITIONS = tuple((state, following) for state, after in FOLLOWERS.items() for following in after)


class GameTable:
    """A game at a table. `attempts` are made at a job, and `patience_s` is had, before somebody is asked."""

    def __init__(
        self,
        game: TableGame,
        *,
        actions: RobotActions,
        measures: MorrisMeasures,
        words: Phrasebook,
        patience_s: float,
        attempts: int,
        number: int = 0,
    ) -> None:
        self.game, self.actions, self.measures, self.words = game, actions, measures, words
        self.stations = TableStations(measures)
        self.off_centre = OffCentreMen(measures)
        self.seen: TableSeen | None = None
        self.sees_strange = False  # whether something that is no man lies on the board, and was spoken about
        self.hand: Hand = "left"  # that has worked last
        self.unstudied: set[Hand] = set()  # hands that are to be learnt by the first man they hold
        self.helped = 0  # how often somebody had to help
        self.home: Pose2 | None = None  # where it waits, out of another robot's way
        self.knows_start = True  # whether the game began as it says; not before a look, where that decides
        self.attempts, self.patience_s = attempts, patience_s
        self.asking: Asking = "nothing"
        self.query_number = 0
        self.number = number  # of the last request or query; goes on from game to game
        self._said: deque[Announcement] = deque()
        self._asked: deque[PersonAsked] = deque()
        self._queries: deque[EngineQuery] = deque()
        self._states: BehaviourState[State] = BehaviourState(
            tuple(FOLLOWERS), TRANSITIONS, first="init", reason=words.say(phrase("begin.none_ordered"))
        )

    @property
    def state(self) -> State:
        """Present state of the game."""
        return self._states.state

    def enter(self, state: State, *reason: Phrase) -> None:
        """Go to a state."""
        self._states.enter(state, self.actions.time_s, self.words.say(*reason))

    def resume(self, state: State, reason: str) -> None:
        """Go back to a state that was left for a while."""
        self._states.enter(state, self.actions.time_s, reason)

    @property
    def reason(self) -> str:
        """Why it is in its state."""
        return self._states.reason

    def state_report(self) -> StateReport | None:
        """Report of the state for observers, where it is due."""
        return self._states.report(self.actions.time_s)

    def say(
        self, *phrases: Phrase, tone: Tone = "news", audience: Audience | None = None, button: str = ""
    ) -> None:
        """Say something; troubles and pleas are for those at the table, where nobody else is named."""
        text, meant = self.words.say(*phrases), audience or AUDIENCES.get(tone, "everyone")
        self._said.append(
            Announcement(time_s=self.actions.time_s, text=text, tone=tone, audience=meant, button=button)
        )

    def say_text(self, text: str) -> None:
        """Say what somebody else has put into words, as an answer to a player."""
        self._said.append(
            Announcement(time_s=self.actions.time_s, text=text, tone="answer", audience="player")
        )

    def ask_person(
        self,
        asking: Asking,
        *phrases: Phrase,
        hand: Hand = "left",
        colour: int = 0,
        corrections: tuple[tuple[int, int, int], ...] = (),
        button: str = "",
    ) -> None:
        """Ask somebody for something, aloud; a `button` answers it."""
        self.number += 1
        self.asking = asking
        asked = PersonAsked(
            time_s=self.actions.time_s,
            number=self.number,
            asking=asking,
            text=self.words.say(*phrases),
            hand=hand,
            colour=colour,
            corrections=corrections,
        )
        self._asked.append(asked)
        if phrases:
            self.plead(asking, *phrases, button=button)

    def plead(self, asking: Asking, *phrases: Phrase, button: str) -> None:
        """Say what is asked for; for players elsewhere somebody at the table presses the button."""
        audience = self.audience_of(asking)
        meant = button if audience == "table" else ""
        self.say(*phrases, tone="plea", audience=audience, button=meant)

    def audience_of(self, asking: Asking) -> Audience:
        """Whom a request is for: players at a page for their turns, those at the table for the rest."""
        is_theirs = asking == "turn" and self.game.record.side_to_move in self.game.at_page
        return "player" if is_theirs else "table"

    def ask_nothing(self) -> None:
        """Take back what was asked."""
        if self.asking != "nothing":
            self.ask_person("nothing")

    def ask_engine(self, purpose: Purpose = "move") -> int:
        """Have the position thought about; return the number of the query."""
        self.number += 1
        if purpose == "move":
            self.query_number = self.number
        start, turns = record_texts(self.game.record)
        level = whole_number(self.game.level) or 0  # a person who directs has none
        self._queries.append(
            EngineQuery(
                time_s=self.actions.time_s,
                number=self.number,
                start=start,
                moves=turns,
                level=level,
                purpose=purpose,
                language=self.game.language,
            )
        )
        return self.number

    def next_messages(self) -> tuple[EngineQuery | None, Announcement | None, PersonAsked | None]:
        """The messages to send in this cycle: one of each kind at a time."""
        return _next(self._queries), _next(self._said), _next(self._asked)


def _next(waiting: deque[MessageT]) -> MessageT | None:
    return waiting.popleft() if waiting else None
