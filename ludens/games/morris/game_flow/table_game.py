"""The game at the table: under the judge's eye, and as it is told to people, to its file and to pages."""

from dataclasses import dataclass, replace

from ludens.games.morris.judge import Supervision
from ludens.games.morris.rules import (
    GameRecord,
    Outcome,
    Position,
    Side,
    Turn,
    apply,
    closed_text,
    fen_of,
    record_from_texts,
    record_texts,
)
from ludens.games.morris.talk.words import Phrasebook, outcome_phrase
from ludens.messages.morris_game import MorrisGame, MorrisOrder


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game under the judge's eye, and whom the robot plays; who is `at_page` is not at the table."""

    supervision: Supervision
    robot: tuple[Side, ...]
    level: str
    at_page: tuple[Side, ...] = ()
    language: str = "en"
    begun_s: float = 0.0

    @classmethod
    def ordered(cls, order: MorrisOrder) -> "TableGame":
        """The ordered game, with the turns that were played before."""
        record = record_from_texts(order.start, order.turns)
        return cls(
            Supervision(record),
            tuple(map(Side, order.robot)),
            order.level,
            tuple(map(Side, order.at_page)),
            order.language,
            order.time_s,
        )

    @property
    def record(self) -> GameRecord:
        """The turns so far."""
        return self.supervision.record

    @property
    def position(self) -> Position:
        """The position that should stand on the board."""
        return self.record.position

    @property
    def is_robots_turn(self) -> bool:
        """Whether the robot is to move."""
        return self.record.side_to_move in self.robot

    @property
    def last_was_robots(self) -> bool:
        """Whether the last turn was decided by the robot."""
        return bool(self.record.turns) and self.record.side_to_move.other in self.robot

    @property
    def turn_owed(self) -> Turn | None:
        """The last turn, if the robot decided it: what its hands owe to the board."""
        return self.record.turns[-1] if self.last_was_robots else None

    def amid_turn(self) -> tuple[Position, ...]:
        """Positions that may stand there during the robot's turn: before it, before the capture, after it."""
        turn = self.turn_owed
        if turn is None:
            return (self.position,)
        before = self.record.positions[-2]
        return before, apply(before, Turn(turn.target, turn.origin)), self.position

    def played(self, turn: Turn) -> "TableGame":
        """The game with one turn more."""
        return replace(self, supervision=replace(self.supervision, record=self.record.play(turn)))

    def closed(self, end: Outcome) -> "TableGame":
        """The game ended by the players."""
        return replace(self, supervision=replace(self.supervision, record=self.record.close(end)))

    def taken_back(self) -> "TableGame":
        """The game as it was when somebody who is not the robot was last to move."""
        record = self.record.undo()
        while record.turns and record.side_to_move in self.robot and record.side_to_move not in self.at_page:
            record = record.undo()
        return replace(self, supervision=replace(self.supervision, record=record, open_verdict=None))

    def message(self, time_s: float, words: Phrasebook) -> MorrisGame:
        """As it is told, in these words."""
        record = self.record
        start, turns = record_texts(record)
        return MorrisGame(
            time_s=time_s,
            start=start,
            turns=turns,
            position=fen_of(record.position),
            turn=record.side_to_move.value,
            robot=tuple(side.value for side in self.robot),
            outcome="" if record.outcome is None else words.say(outcome_phrase(record.outcome)),
            closed=closed_text(record),
            at_page=tuple(side.value for side in self.at_page),
            level=self.level,
            language=self.language,
            begun_s=self.begun_s,
            offences=tuple(
                words.say(*(fault.said for fault in offence.faults)) for offence in self.supervision.offences
            ),
            offence_kinds=tuple(
                tuple(sorted(kind.name for kind in offence.kinds)) for offence in self.supervision.offences
            ),
        )
