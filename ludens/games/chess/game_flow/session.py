"""One session at the table: the game, what is known of the pieces, the arm, and what is said."""

from collections import deque
from dataclasses import dataclass

import chess

from ludens.games.chess.game_flow.alerts import Alerts
from ludens.games.chess.game_flow.believed_table import BelievedTable, pushed
from ludens.games.chess.game_flow.person_turn import PersonTurn, Remark
from ludens.games.chess.game_flow.pick_and_place import PickAndPlace
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.game_flow.recovery import RepairAttempts
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.workcell.measures import Measures
from ludens.messages import (
    ArmFailure,
    ArmReport,
    CalibrationReport,
    PiecesBelieved,
    TableCalibration,
    Trouble,
)
from ludens.messages.announcement import Announcement, Audience, Tone
from ludens.messages.board_pieces import BoardGuess
from ludens.messages.engine import EngineQuery, Purpose

MOST_REPEATED = 2
"""How often the same sentence is said in a row."""
AUDIENCES: dict[Tone, Audience] = {
    "answer": "player",
    "refusal": "player",
    "plea": "table",
    "trouble": "table",
}
"""For whom something is meant that is not for everyone."""


class OutgoingMessages:
    """Messages that wait to be sent, one of each kind at a time."""

    def __init__(self) -> None:
        self._said: deque[Announcement] = deque()
        self._questions: deque[EngineQuery] = deque()
        self._guesses: deque[BoardGuess] = deque()
        self._number = 0  # of the last question
        self.move_number = 0  # of the last one for a move
        self.spoke_s = 0.0
        self._last = ""
        self._repeated = 0  # times that the last sentence has been said in a row

    def is_worn_out(self, text: str) -> bool:
        """Whether a sentence has been said so often in a row that nobody listens to it any more."""
        return text == self._last and self._repeated >= MOST_REPEATED

    def say(self, text: str, time_s: float, tone: Tone = "news", audience: Audience = "everyone") -> None:
        """Say something."""
        self.spoke_s = time_s
        self._repeated = self._repeated + 1 if text == self._last else 1
        self._last = text
        self._said.append(Announcement(time_s=time_s, text=text, tone=tone, audience=audience))

    def ask_engine(self, game: PlayedGame, purpose: Purpose, time_s: float) -> int:
        """Have a position thought about; return the number of the question."""
        self._number += 1
        if purpose == "move":
            self.move_number = self._number
        told = game.message(time_s)
        self._questions.append(
            EngineQuery(
                time_s=time_s,
                number=self._number,
                start=told.start,
                moves=told.moves,
                level=game.level,
                purpose=purpose,
                language=game.language,
            )
        )
        return self._number

    def guess(self, base_from_board: tuple[float, ...], time_s: float) -> None:
        """Have the board looked for."""
        self._guesses.append(BoardGuess(time_s=time_s, base_from_board=base_from_board))

    def next_question(self) -> EngineQuery | None:
        """What the engine is asked next."""
        return self._questions.popleft() if self._questions else None

    def next_words(self) -> Announcement | None:
        """What is said next."""
        return self._said.popleft() if self._said else None

    def next_guess(self) -> BoardGuess | None:
        """Where the board may be."""
        return self._guesses.popleft() if self._guesses else None


@dataclass(frozen=True, slots=True)
class Plea:
    """A person was asked for help with what the arm cannot do."""

    board: PieceConfiguration | None  # how it stood then, if it could be read


class GameSession:
    """What all states of the flow share; it knows none of them."""

    def __init__(self, measures: Measures, *, patience_s: float, attempts: int) -> None:
        self.table = BelievedTable(measures)
        self.arm = PickAndPlace(self.table, alert=self._arm_was_hindered)
        self.arm_report: ArmReport | None = None
        self.outgoing = OutgoingMessages()
        self.attempts = RepairAttempts(attempts)
        self.game = PlayedGame()
        self.has_begun = False
        self.is_set_up = False  # whether the pieces have stood as this game has them
        self.chosen: chess.Move | None = None  # what the engine wants to play
        self.moves: tuple[PieceMove, ...] = ()  # that the arm is sent for
        self.plea: Plea | None = None
        self.looks_after_s = 0.0  # older pictures are of no use
        self.person_turn = PersonTurn()
        self.time_s = 0.0
        self._alerts = Alerts(patience_s)
        self._vouched: frozenset[tuple[str, int | None]] = frozenset()  # troubles that a person says are none

    def take_in(
        self,
        arm: ArmReport | None,
        believed: PiecesBelieved | None,
        calibration: TableCalibration | None,
        *,
        time_s: float,
    ) -> None:
        """Take in what is new of the arm and the table."""
        self.time_s, self.arm_report = time_s, arm
        self.arm.update(arm, time_s)
        self.table.take_in(believed, calibration)

    def go_on_as(self, game: PlayedGame) -> None:
        """Play another game, or from another position; the pieces are still to follow."""
        self.game, self.chosen, self.is_set_up = game, None, False

    def take_moves(self) -> tuple[PieceMove, ...]:
        """What the arm is sent for, once."""
        moves, self.moves = self.moves, ()
        return moves

    def take_picture(self) -> bool:
        """Whether there is a picture that was not looked at yet; a camera that sends none is told of once."""
        has_news, self.table.has_news = self.table.has_news, False
        if not has_news and self._alerts.is_newly_blind(self.table, self.time_s):
            self.tell("no_picture", "trouble")
        return has_news

    def notices_push(self) -> bool:
        """Whether the board itself was moved; then all waits until it has been found again."""
        believed = self.table.believed
        if believed is None or believed.time_s < self.looks_after_s:
            return False
        move = pushed(self.table, self.game.belongs)
        if move is None:
            return False
        self.outgoing.guess(self.table.pushed_by(move), self.time_s)
        self.table.forget()
        self.tell("board_moved")
        return True

    def settled(self) -> PieceConfiguration | None:
        """How the pieces stand, if that can be seen, or a person says that all is right."""
        settled = self.table.settled(since_s=self.looks_after_s)
        return self.table.likeliest if settled is None and self.is_vouched_for else settled

    def settled_or_scattered(self) -> PieceConfiguration | None:
        """How the pieces stand; after a while also if some stand at no place."""
        if self.is_vouched_for:
            return self.settled()
        return self.table.settled_or_scattered(since_s=self.looks_after_s, time_s=self.time_s)

    @property
    def is_whole(self) -> bool:
        """Whether every piece stands at a place."""
        return self.is_vouched_for or not self.table.strays()

    @property
    def is_vouched_for(self) -> bool:
        """Whether a person has said that all which is wrong with the newest picture is right."""
        believed, troubles = self.table.believed, _kinds_and_places(self.table.troubles())
        is_new = believed is not None and believed.time_s >= self.looks_after_s
        return is_new and bool(troubles) and troubles <= self._vouched

    def vouch(self) -> None:
        """A person says that the board is right, whatever the picture shows; without light nobody knows."""
        troubles = self.table.troubles()
        is_dark = any(one.kind == "dark" for one in troubles)
        self._vouched = frozenset() if is_dark else _kinds_and_places(troubles)

    def say(self, text: str, tone: Tone = "news", audience: Audience | None = None) -> None:
        """Say something; what was said in vain to those at the table becomes a plea for help."""
        audience = audience or AUDIENCES.get(tone, "everyone")
        if audience == "table" and self.outgoing.is_worn_out(text):
            text, tone = self.game.words.say("still", text=text), "plea"
        self.outgoing.say(text, self.time_s, tone, audience)

    def tell(self, key: str, tone: Tone = "news", **values: object) -> None:
        """Say a sentence of the game's language."""
        self.say(self.game.words.say(key, **values), tone)

    def ask(self, remark: Remark) -> None:
        """Say something, and have a person do something."""
        self.say(remark.text, remark.tone, "table")
        self._alerts.asked(remark)
        self.game = self.game.asking(remark.asked, remark.choices)

    def remind(self, *, is_asking: bool, since_s: float) -> None:
        """Ask again, ever more seldom, while nothing is done."""
        if not is_asking:
            self._alerts.nothing_is_asked()
            return
        quiet_since_s = max(self.outgoing.spoke_s, since_s)
        remark = self._alerts.reminder(quiet_since_s=quiet_since_s, time_s=self.time_s)
        if remark is not None:
            self.say(remark.text, remark.tone, "table")

    def alert_about_board(self, *, persons_turn: bool, since_s: float) -> Remark | None:
        """Say what is wrong with the picture, after a while; return what a person can do about it."""
        remark = self._alerts.about_board(
            self.table,
            self.game,
            quiet_since_s=max(self.outgoing.spoke_s, since_s),
            time_s=self.time_s,
            persons_turn=persons_turn and self.game.mover(self.game.turn) == "hand",
        )
        if remark is None or remark.asked or remark.tone == "plea":
            return remark
        self.say(remark.text, "trouble")
        return None

    def note_readable_board(self) -> None:
        """All is well with the picture; what lies beside the board and disturbs nothing is told once."""
        if not self.is_vouched_for:
            self._vouched = frozenset()
        foreign = self._alerts.about_readable_board(self.table, self.time_s)
        if foreign:
            self.say(self.game.words.troubles(foreign), "trouble")

    def note_calibration(self, report: CalibrationReport) -> None:
        """Say so when camera or board are not found; the reason stands in the report."""
        if self._alerts.has_newly_failed(report):
            self.tell("table_not_found", "trouble")

    def _arm_was_hindered(self, reason: str) -> None:
        self.tell("in_the_way" if reason == ArmFailure.IN_THE_WAY else "arm_cannot", "trouble")


def _kinds_and_places(troubles: tuple[Trouble, ...]) -> frozenset[tuple[str, int | None]]:
    return frozenset((one.kind, one.place) for one in troubles if one.kind != "foreign")
