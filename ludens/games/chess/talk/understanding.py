"""One sentence in one position: everything it may mean, weighed by the board."""

from dataclasses import dataclass, replace

import chess

from ludens.games.chess.talk.commands import read_command
from ludens.games.chess.talk.fitting import fit
from ludens.games.chess.talk.grammar import forbids, readings
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import (
    Ask,
    Command,
    Incomplete,
    Meaning,
    MoveRequest,
    Nonsense,
    Play,
    Reading,
    Refuse,
)
from ludens.games.chess.talk.tokens import tokenise

# Less than any bent word costs, so that a legal reading wins only among equals: "knight to e5" is never bent
# into a move that can be played.
ILLEGAL_COST = 0.4
INCOMPLETE_COST = 0.3
NONSENSE_DOUBT = 5.0  # two words of which nothing is made
REREAD_COST = 2.0  # two words that were misheard: more of them would be guessing
ASKING_DOUBT = 2.0  # from here on a move is asked about before it is played


@dataclass(frozen=True, slots=True)
class Understanding:
    """What a sentence means, how far its words had to be bent for that, and the request behind it."""

    meaning: Meaning
    cost: float = 0.0
    doubt: float = 0.0
    request: MoveRequest | None = None


def understand(text: str, board: chess.Board, language: Language) -> Understanding:
    """The best reading of a sentence."""
    command = read_command(text, language)
    if command is not None:
        return Understanding(command)
    if forbids(tokenise(text, language), language):
        return Understanding(Command(name="cancel"))
    best: Understanding | None = None
    for reading in readings(text, language):
        if best is not None and reading.cost >= best.cost:
            break  # the board only adds to what words cost, and the next ones cost more
        weighed = _weighed(reading, board)
        best = weighed if best is None or weighed.cost < best.cost else best
    if best is None or best.doubt >= NONSENSE_DOUBT:
        return Understanding(Nonsense(), NONSENSE_DOUBT)
    if isinstance(best.meaning, Play) and best.doubt >= ASKING_DOUBT:
        return replace(best, meaning=Ask((best.meaning.move,), "sure"))
    return best


def other_readings(text: str, board: chess.Board, language: Language) -> tuple[Understanding, ...]:
    """What can be done by another reading of what a recogniser wrote: "alpha d five" for "pawn to d five".

    None of it may be done at once, for the best reading is another; but it can be asked about.
    """
    weighed = [
        _weighed(reading, board)
        for reading in readings(text, language)
        if reading.cost <= REREAD_COST and reading.doubt < ASKING_DOUBT
    ]
    return tuple(one for one in weighed if isinstance(one.meaning, Play | Ask))


def _weighed(reading: Reading, board: chess.Board) -> Understanding:
    meaning = fit(reading.request, board)
    extra = {Refuse: ILLEGAL_COST, Incomplete: INCOMPLETE_COST, Nonsense: NONSENSE_DOUBT}.get(
        type(meaning), 0.0
    )
    return Understanding(meaning, reading.cost + extra, reading.doubt, reading.request)
