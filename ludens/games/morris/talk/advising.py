"""Hints and how a game stands, from tables or a search, in the words of a language."""

from ludens.games.morris.decide.candidates import MorrisCandidate
from ludens.games.morris.decide.perfect import best_turns
from ludens.games.morris.decide.tables import PositionTables
from ludens.games.morris.rules import GameRecord, Side, closes_mill, turn_text
from ludens.games.morris.talk.words import Phrase, phrase, side, words_of
from ludens.messages.engine import EngineQuery
from ludens.table.search import SearchBudget
from ludens.table.values import Result

ADVICE = SearchBudget(nodes=300_000)
EVEN_MEN = 0.3
"""By less than this nobody is ahead."""


def advise(query: EngineQuery, record: GameRecord, *, tables: PositionTables) -> tuple[MorrisCandidate, str]:
    """A good turn, and what the query wants to know of it: a hint, or how the game stands."""
    best = best_turns(record, count=1, tables=tables, budget=ADVICE)[0]
    said = _hint(record, best) if query.purpose == "hint" else _score(record, best)
    return best, words_of(query.language).say(said)


def _hint(record: GameRecord, best: MorrisCandidate) -> Phrase:
    return phrase("advice.try", turn=turn_text(best.move), why=_why(record, best))


def _why(record: GameRecord, best: MorrisCandidate) -> Phrase:
    if best.value is not None and best.value.result is Result.WIN:
        return phrase("advice.win", count=((best.value.plies or 1) + 1) // 2)
    if best.value is not None:
        return phrase("advice.draw" if best.value.result is Result.DRAW else "advice.loss")
    if closes_mill(record.position, best.move, record.variant):
        return phrase("advice.mill")
    men = best.score / 100
    if abs(men) < EVEN_MEN:
        return phrase("advice.even")
    return phrase("advice.better" if men > 0 else "advice.worse", men=f"{abs(men):.1f}")


def _score(record: GameRecord, best: MorrisCandidate) -> Phrase:
    mover = record.side_to_move
    if best.value is not None:
        if best.value.result is Result.DRAW:
            return phrase("advice.nobody_wins")
        winner: Side = mover if best.value.result is Result.WIN else mover.other
        return phrase("advice.side_wins", side=side(winner))
    men = best.score / 100
    if abs(men) < EVEN_MEN:
        return phrase("advice.about_even")
    return phrase("advice.ahead", side=side(mover if men > 0 else mover.other), men=f"{abs(men):.1f}")
