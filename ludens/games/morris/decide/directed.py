"""A person chooses the robot's turns instead of an engine: by text, by a number of a list, or on the page.

The first robot that played this game had such a mode, to send it to any point of the board. What is said is
delivered as the engine's reply, like a sensor's reading. So it is recorded, and replayed.
"""

import re
from collections.abc import Sequence

from ludens.core.contract.driver import Driver, DriverWrapper
from ludens.core.errors import LudensError
from ludens.core.whole_number import whole_number
from ludens.drivers.engine import ENGINE
from ludens.drivers.inbox import InboxDriver
from ludens.games.morris.decide.candidates import MorrisCandidate
from ludens.games.morris.rules import (
    POINT_NAMES,
    GameRecord,
    MorrisError,
    Turn,
    awaits_capture,
    record_from_texts,
    require_legal,
    turn_text,
    turns_from_tokens,
)
from ludens.games.morris.rules.paper_notation import point_from_pair_text
from ludens.messages import Message
from ludens.messages.engine import EngineQuery, EngineReply

DIRECTED = "director"
"""The level of a robot whose turns a person chooses."""
PAIR = re.compile(r"\b[0-2]/[0-7]\b")
MOST_NAMED = 6  # turns in one sentence


class DirectedTurnError(LudensError):
    """A text that names no turn that can be played; the sentence says why, and what can."""


class DirectedEngine(DriverWrapper):
    """Adds the source `engine` to every robot of another driver; it replies when somebody has told a turn."""

    def __init__(self, driver: Driver) -> None:
        self._replies = InboxDriver(driver, ENGINE, source=ENGINE.name)
        super().__init__(self._replies)
        self._asked: tuple[str, EngineQuery] | None = None

    @property
    def waits(self) -> bool:
        """Whether a robot waits to be told its turn."""
        return self._asked is not None

    def tell(self, text: str) -> str | None:
        """Say what the robot that waits shall play, in words; return a sentence where that is no turn."""
        if self._asked is None:
            return "The robot does not wait to be told its turn now."
        robot, query = self._asked
        try:
            turn = directed_turn(record_from_texts(query.start, query.moves), text)
        except DirectedTurnError as error:
            return str(error)
        self._asked = None
        words = "A person chose this turn."
        self._replies.hand(
            robot, EngineReply(time_s=0.0, number=query.number, move=turn_text(turn), words=words)
        )
        return None

    def command(self, robot: str, command: Message) -> None:
        """Take in a query, or pass a command on."""
        if isinstance(command, EngineQuery):
            self._asked = robot, command
        else:
            self.driver.command(robot, command)


def directed_turn(record: GameRecord, text: str, candidates: Sequence[MorrisCandidate] = ()) -> Turn:
    """The turn meant by a text: a number of the list, a turn, or just its target where that is enough.

    Points may be written as square and element too: `1/0` is b2.
    """
    words = PAIR.sub(lambda match: POINT_NAMES[point_from_pair_text(match[0])], text.strip().lower()).split()
    if len(words) == 1 and (number := whole_number(words[0])) is not None:
        return _from_list(number, candidates)
    try:
        turns = turns_from_tokens(words)
    except MorrisError as error:
        raise DirectedTurnError(str(error)) from error
    if len(turns) != 1:
        raise DirectedTurnError("Say one turn, for example d6-d5, or d6-d5xb4 when it takes a man.")
    return _meant(record, turns[0])


def _from_list(number: int, candidates: Sequence[MorrisCandidate]) -> Turn:
    if not candidates:
        raise DirectedTurnError("There is no list to choose a number from; say a turn, for example d6-d5.")
    if not 1 <= number <= len(candidates):
        raise DirectedTurnError(f"The list goes from 1 to {len(candidates)}; there is no {number}.")
    return candidates[number - 1].move


def _meant(record: GameRecord, said: Turn) -> Turn:
    """The legal turn that was said, or the only one that fits what was left out."""
    legal = record.legal_turns()
    if said in legal:
        return said
    fitting = [
        turn
        for turn in legal
        if turn.target == said.target
        and said.origin in (None, turn.origin)
        and said.captured in (None, turn.captured)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        takes = said.origin == fitting[0].origin and awaits_capture(record.position, said, record.variant)
        reason = "closes a mill: say which man is taken" if takes else "can mean several turns"
        raise DirectedTurnError(f"{turn_text(said)} {reason}: {_named(fitting)}.")
    try:
        require_legal(record.position, said, record.variant)
    except MorrisError as error:
        raise DirectedTurnError(str(error)) from error
    raise DirectedTurnError(f"The game is over. {record.outcome}")


def _named(turns: Sequence[Turn]) -> str:
    shown = [turn_text(turn) for turn in turns[:MOST_NAMED]]
    return ", ".join(shown) + (", …" if len(turns) > len(shown) else "")
