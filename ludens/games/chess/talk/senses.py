"""Words to sequences of senses: every way to understand a sentence word by word, the cheapest first."""

from dataclasses import dataclass
from functools import lru_cache

from ludens.games.chess.talk.lexicon import MISSPELLED_COST, UNEXPLAINED_COST, Kind, Lexicon, Sense
from ludens.games.chess.talk.tokens import Token

MOST = 24  # ways kept at every word: sentences are short and few words have more than two senses


@dataclass(frozen=True, slots=True)
class Way:
    """One sense for every word; `unexplained` are those that have none."""

    senses: tuple[Sense, ...] = ()
    cost: float = 0.0
    unexplained: tuple[str, ...] = ()

    def then(self, senses: tuple[Sense, ...], word: str = "") -> "Way":
        """This way, gone on."""
        cost = self.cost + sum(sense.cost for sense in senses)
        unexplained = (*self.unexplained, word) if word else self.unexplained
        return Way(self.senses + senses, cost, unexplained)


@lru_cache(maxsize=256)
def ways(tokens: tuple[Token, ...], book: Lexicon) -> tuple[Way, ...]:
    """All ways through a sentence, cheapest first."""
    reached: list[list[Way]] = [[] for _ in range(len(tokens) + 1)]
    reached[0] = [Way()]
    for position in range(len(tokens)):
        here = sorted(reached[position], key=lambda way: way.cost)[:MOST]
        for length, senses, word in _steps(tokens, position, book):
            reached[position + length].extend(way.then(senses, word) for way in here)
    return tuple(sorted(reached[-1], key=lambda way: way.cost)[:MOST])


def _steps(
    tokens: tuple[Token, ...], position: int, book: Lexicon
) -> list[tuple[int, tuple[Sense, ...], str]]:
    """What the words from a position on can be: how many words, which senses, and the word if it has none."""
    token = tokens[position]
    if not isinstance(token, str):
        return [(1, token, "")]
    steps: list[tuple[int, tuple[Sense, ...], str]] = []
    for length in range(1, book.longest + 1):
        words = tokens[position : position + length]
        if len(words) < length or not all(isinstance(word, str) for word in words):
            break
        steps.extend((length, (sense,), "") for sense in book.senses.get(_strings(words), ()))
    if not steps:
        steps = [(1, (sense,), "") for sense in _misspelled(token, book)]
    steps.append((1, (Sense(Kind.UNEXPLAINED, token, UNEXPLAINED_COST),), token))
    return steps


def _strings(words: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if isinstance(word, str))


def _misspelled(word: str, book: Lexicon) -> list[Sense]:
    """Senses of the words that this one may be a slip of: one slip in four letters, two in eight."""
    allowed = len(word) // 4
    if allowed == 0:
        return []
    close = [
        (distance, proper)
        for proper in sorted(book.proper)
        if len(proper) >= 4 and (distance := slips(word, proper)) <= min(allowed, 2)
    ]
    if not close:
        return []
    _, nearest = min(close)
    return [Sense(sense.kind, sense.value, MISSPELLED_COST) for sense in book.senses[(nearest,)]]


@lru_cache(maxsize=4096)
def slips(left: str, right: str) -> int:
    """Letters missing, added, wrong or swapped with their neighbour between two words."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(left, start=1):
        oldest, before, row = before, row, [i, *([0] * len(right))]
        for j, other in enumerate(right, start=1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                row[j] = min(row[j], oldest[j - 2] + 1)
    return row[-1]
