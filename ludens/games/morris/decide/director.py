"""A person chooses the robot's turns, instead of the database: by text, by a number of a list, or by a board.

The first robot that played this game had such a mode, to send it to any point of the board. The director is a
player like any other; whoever runs it hands in how to ask.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludens.core.errors import LudensError
from ludens.games.morris.decide.player import Candidate, Choice, Player, require_game_on
from ludens.games.morris.judge import SeenBoard, judge
from ludens.games.morris.rules import (
    POINT_NAMES,
    GameRecord,
    MorrisError,
    Turn,
    awaits_capture,
    require_legal,
    turn_text,
    turns_from_tokens,
)
from ludens.games.morris.rules.paper_notation import point_from_pair_text

DIRECTED = "director"
"""The level of a robot whose turns a person chooses."""
LISTED = 5
LISTING_WORDS = frozenset({"?", "help", "list"})
PAIR = re.compile(r"\b[0-2]/[0-7]\b")
MOST_NAMED = 6  # turns in one sentence

Ask = Callable[[str], str]  # says something to the person and waits for an answer


class DirectorError(LudensError):
    """What the person said is no turn that can be played; the sentence says why and what can."""


@dataclass(frozen=True, slots=True)
class Director:
    """Asks a person for every turn. `adviser`, if any, makes the list of turns to choose from by number."""

    ask: Ask
    adviser: Player | None = None
    listed: int = LISTED

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """The turn the person says; asks again, with a reason, until it is one."""
        require_game_on(record)
        candidates = self._candidates(record, rng)
        question = _question(record, candidates)
        while True:
            answer = self.ask(question)
            if answer.strip().lower() in LISTING_WORDS:
                question = f"{_named(record.legal_turns(), most=None)}\n{_question(record, candidates)}"
                continue
            try:
                turn = directed_turn(record, answer, candidates)
            except DirectorError as error:
                question = f"{error}\n{_question(record, candidates)}"
                continue
            return Choice(turn, candidates, "A person chose this turn.")

    def _candidates(self, record: GameRecord, rng: np.random.Generator) -> tuple[Candidate, ...]:
        return () if self.adviser is None else self.adviser.choose(record, rng).candidates[: self.listed]


def directed_turn(record: GameRecord, text: str, candidates: Sequence[Candidate] = ()) -> Turn:
    """The turn meant by a text: a number of the list, a turn, or just its target where that is enough.

    Points may be written as square and element too: `1/0` is b2.
    """
    words = PAIR.sub(lambda match: POINT_NAMES[point_from_pair_text(match[0])], text.strip().lower()).split()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return _from_list(int(words[0]), candidates)
    try:
        turns = turns_from_tokens(words)
    except MorrisError as error:
        raise DirectorError(str(error)) from error
    if len(turns) != 1:
        raise DirectorError("Say one turn, for example d6-d5, or d6-d5xb4 when it takes a man.")
    return _meant(record, turns[0])


def turn_on_board(record: GameRecord, wanted: SeenBoard) -> Turn:
    """The turn that leads to the board the person set up or drew."""
    verdict = judge(record, wanted)
    if verdict.turn is None:
        raise DirectorError(f"No turn leads to this board. {verdict}")
    return verdict.turn


def _from_list(number: int, candidates: Sequence[Candidate]) -> Turn:
    if not candidates:
        raise DirectorError("There is no list to choose a number from; say a turn, for example d6-d5.")
    if not 1 <= number <= len(candidates):
        raise DirectorError(f"The list goes from 1 to {len(candidates)}; there is no {number}.")
    return candidates[number - 1].turn


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
        raise DirectorError(f"{turn_text(said)} {reason}: {_named(fitting)}.")
    try:
        require_legal(record.position, said, record.variant)
    except MorrisError as error:
        raise DirectorError(str(error)) from error
    raise DirectorError(f"The game is over. {record.outcome}")


def _named(turns: Sequence[Turn], most: int | None = MOST_NAMED) -> str:
    shown = [turn_text(turn) for turn in turns[:most]]
    return ", ".join(shown) + (", …" if len(turns) > len(shown) else "")


def _question(record: GameRecord, candidates: Sequence[Candidate]) -> str:
    lines = [f"{number}. {_line(candidate)}" for number, candidate in enumerate(candidates, start=1)]
    numbers = "a number, " if candidates else ""
    side = record.side_to_move.value
    return "\n".join([*lines, f"Which turn for {side}? ({numbers}a turn such as d6-d5xb4, or ? for all)"])


def _line(candidate: Candidate) -> str:
    value = "" if candidate.value is None else f" ({candidate.value})"
    return f"{turn_text(candidate.turn)}{value}"
