"""What the keeper of a game wants to tell: sentences, what it asks of the person, questions to the engine."""

from collections import deque

from ludens.games.morris.rules import GameRecord, record_texts
from ludens.messages.announcement import Announcement, Tone
from ludens.messages.engine import EngineQuery
from ludens.messages.manipulation import Hand
from ludens.messages.morris_game import Asking, PersonAsked


class Outbox:
    """Messages that wait to be sent, one of each kind at a time."""

    def __init__(self) -> None:
        self._said: deque[Announcement] = deque()
        self._asked: deque[PersonAsked] = deque()
        self._questions: deque[EngineQuery] = deque()
        self._number = 0
        self.asking: Asking = "nothing"
        self.question_number = 0

    def say(self, text: str, time_s: float, tone: Tone = "news") -> None:
        """Say something."""
        self._said.append(Announcement(time_s=time_s, text=text, tone=tone))

    def ask(
        self,
        asking: Asking,
        text: str,
        time_s: float,
        *,
        hand: Hand = "left",
        colour: int = 0,
        corrections: tuple[tuple[int, int, int], ...] = (),
    ) -> None:
        """Ask the person for something, aloud."""
        self._number += 1
        self.asking = asking
        self._asked.append(
            PersonAsked(
                time_s=time_s,
                number=self._number,
                asking=asking,
                text=text,
                hand=hand,
                colour=colour,
                corrections=corrections,
            )
        )
        if text:
            self.say(text, time_s, "plea")

    def ask_nothing(self, time_s: float) -> None:
        """Take back what was asked."""
        if self.asking != "nothing":
            self.ask("nothing", "", time_s)

    def ask_engine(self, record: GameRecord, level: str, time_s: float) -> None:
        """Have a position thought about."""
        self._number += 1
        self.question_number = self._number
        start, turns = record_texts(record)
        self._questions.append(
            EngineQuery(
                time_s=time_s,
                number=self._number,
                start=start,
                moves=turns,
                level=int(level) if level.isdigit() else 0,  # a person who directs the robot has none
            )
        )

    def next_words(self) -> Announcement | None:
        """What is said next."""
        return self._said.popleft() if self._said else None

    def next_asked(self) -> PersonAsked | None:
        """What the person is asked next."""
        return self._asked.popleft() if self._asked else None

    def next_question(self) -> EngineQuery | None:
        """What the engine is asked next."""
        return self._questions.popleft() if self._questions else None
