"""Sentences to move requests. Word order is loose on purpose: people are, and languages differ.

First every word gets its senses; all paths through the sentence are tried, the cheapest first. Then what is
said next to a word decides its part: a square after "from" is where the piece comes from, a piece after
"takes" is taken, a piece after the square of a pawn is what the pawn becomes. Where words allow two readings
("put the knight on f3", "the knight on f3"), both are given; the board decides.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache

import chess

from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.lexicon import (
    MISSPELLED_COST,
    UNEXPLAINED_COST,
    Lexicon,
    Sense,
    Token,
    WordKind,
    lexicon,
    tokenise,
)
from ludens.games.chess.talk.meaning import MoveReading, MoveRequest

MOST = 24  # ways kept at every word: sentences are short and few words have more than two senses
ODD_COST = 2.0  # a word that fits nowhere in the sentence
LAST_RANKS = (0, 7)
MARKS = (WordKind.TO, WordKind.FROM, WordKind.ON, WordKind.TAKES, WordKind.WITH)


@dataclass(frozen=True, slots=True)
class SensePath:
    """One sense for every word; `unexplained` are those that have none."""

    senses: tuple[Sense, ...] = ()
    cost: float = 0.0
    unexplained: tuple[str, ...] = ()

    def then(self, senses: tuple[Sense, ...], word: str = "") -> "SensePath":
        """This way, gone on."""
        cost = self.cost + sum(sense.cost for sense in senses)
        unexplained = (*self.unexplained, word) if word else self.unexplained
        return SensePath(self.senses + senses, cost, unexplained)


@lru_cache(maxsize=256)
def ways(tokens: tuple[Token, ...], book: Lexicon) -> tuple[SensePath, ...]:
    """All ways through a sentence, cheapest first."""
    reached: list[list[SensePath]] = [[] for _ in range(len(tokens) + 1)]
    reached[0] = [SensePath()]
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
    steps.append((1, (Sense(WordKind.UNEXPLAINED, token, UNEXPLAINED_COST),), token))
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


@lru_cache(maxsize=1024)
def readings(text: str, language: Language) -> tuple[MoveReading, ...]:
    """All ways to read a sentence as a move or part of one, cheapest first. No way: it is none."""
    found: dict[MoveRequest, MoveReading] = {}
    for way in ways(tokenise(text, language), lexicon(language)):
        for request, odd in _requests(_joined(_after_change_of_mind(way.senses))):
            reading = MoveReading(request, way.cost + odd, UNEXPLAINED_COST * len(way.unexplained) + odd)
            if request not in found or reading.cost < found[request].cost:
                found[request] = reading
    return tuple(sorted(found.values(), key=lambda reading: reading.cost))


def forbids(tokens: tuple[Token, ...], language: Language) -> bool:
    """Whether a sentence says what should not be done, in so many words: "done" is no slip of "don't"."""
    best = next(iter(ways(tokens, lexicon(language))), SensePath())
    return any(sense.kind is WordKind.NOT and sense.cost == 0.0 for sense in best.senses)


def _after_change_of_mind(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """What follows the last "no, I mean", if anything of a move does."""
    changes = [index for index, sense in enumerate(senses) if sense.kind is WordKind.RATHER]
    after = senses[changes[-1] + 1 :] if changes else ()
    telling = (WordKind.SQUARE, WordKind.RANK, WordKind.CASTLE)
    return after if any(sense.kind in telling for sense in after) else senses


def _joined(senses: tuple[Sense, ...]) -> list[Sense]:
    """Fillers gone, a file and a number joined to a square, "the f file" and "the first rank" to one word."""
    joined: list[Sense] = []
    for sense in senses:
        last = joined[-1] if joined else Sense(WordKind.FILLER)
        if sense.kind in (WordKind.FILLER, WordKind.UNEXPLAINED, WordKind.RATHER):
            continue
        if sense.kind is WordKind.RANK and last.kind is WordKind.FILE:
            joined[-1] = Sense(WordKind.SQUARE, chess.square(_number(last), _number(sense)))
        elif sense.kind is WordKind.BEYOND and last.kind is WordKind.FILE:
            joined[-1] = Sense(WordKind.OFF_BOARD)
        elif sense.kind is not WordKind.FILE_WORD:
            joined.append(sense)
    return joined


def _number(sense: Sense) -> int:
    assert isinstance(sense.value, int)
    return sense.value


@dataclass(slots=True)
class _Slots:
    """What has been filled so far, from left to right."""

    request: MoveRequest = field(default_factory=MoveRequest)
    squares: list[tuple[chess.Square, WordKind | None]] = field(default_factory=list)  # with the word before
    odd: float = 0.0

    def set(self, **values: object) -> None:
        """Fill a slot; one that is full already makes the sentence odd."""
        for name in values:
            if getattr(self.request, name):
                self.odd += ODD_COST
        self.request = replace(self.request, **values)  # type: ignore[arg-type]


def _requests(senses: list[Sense]) -> list[tuple[MoveRequest, float]]:
    """The requests that a sequence of senses makes, each with the cost of words that do not fit."""
    slots = _Slots()
    for index, sense in enumerate(senses):
        mark = senses[index - 1].kind if index else None
        following = senses[index + 1].kind if index + 1 < len(senses) else None
        _fill(slots, sense, mark if mark in MARKS else None, before=mark, following=following)
    if slots.request == MoveRequest() and not slots.squares:
        return []
    requests = _with_squares(slots)
    return [(request, slots.odd) for request in (*requests, *_brought(requests, slots))]


def _brought(requests: list[MoveRequest], slots: _Slots) -> list[MoveRequest]:
    """The other sense of "take the pawn to c4": nothing is taken, a piece is brought there."""
    if not slots.squares or slots.squares[-1][1] is not WordKind.TO:
        return []
    return [
        replace(request, takes=False, victim=None, piece=request.victim)
        for request in requests
        if request.piece is None and request.victim is not None
    ]


def _fill(
    slots: _Slots, sense: Sense, mark: WordKind | None, *, before: WordKind | None, following: WordKind | None
) -> None:
    match sense.kind:
        case WordKind.PIECE:
            _fill_piece(slots, _number(sense), mark)
        case WordKind.SQUARE:
            slots.squares.append((_number(sense), mark))
        case WordKind.FILE:
            _fill_file(slots, _number(sense), before=before, following=following)
        case WordKind.ORDINAL if following is WordKind.RANK_WORD:
            slots.set(origin_rank=_number(sense))
        case WordKind.CASTLE:
            slots.set(castling=sense.value or slots.request.half or "either")
        case WordKind.SIDE:
            slots.request = replace(slots.request, **_side(slots.request, str(sense.value)))  # type: ignore[arg-type]
        case WordKind.OF_SIDE:
            slots.set(half=sense.value)
        case WordKind.END if following is WordKind.PIECE:
            slots.set(end=sense.value)
        case WordKind.TAKES:
            slots.set(takes=True)
        case WordKind.PROMOTE:
            slots.request = replace(slots.request, promotes=True)
        case WordKind.EN_PASSANT:
            slots.set(en_passant=True)
        case WordKind.OFF_BOARD:
            slots.set(off_board=True)
        case WordKind.RANK | WordKind.ORDINAL | WordKind.BEYOND | WordKind.END | WordKind.NOT:
            slots.odd += ODD_COST
        case _:
            pass


def _side(request: MoveRequest, side: str) -> dict[str, str]:
    """Where "kingside" belongs: to castling, said before or after it."""
    return {"castling": side} if request.castling == "either" else {"half": side}


def _fill_piece(slots: _Slots, piece: chess.PieceType, mark: WordKind | None) -> None:
    request = slots.request
    placed = bool(slots.squares)
    if mark is WordKind.WITH:
        slots.set(piece=piece)
    elif request.promotes:
        slots.set(promotion=piece)
    elif mark is WordKind.TAKES:
        slots.set(victim=piece)
    elif (
        placed
        and request.piece in (None, chess.PAWN)
        and chess.square_rank(slots.squares[-1][0]) in LAST_RANKS
    ):
        slots.set(promotion=piece)
    else:
        slots.set(piece=piece)


def _fill_file(slots: _Slots, file: int, *, before: WordKind | None, following: WordKind | None) -> None:
    """A letter alone: "the e pawn", "e takes d", "rook a to d1"."""
    if before is WordKind.TAKES and following is not WordKind.PIECE:
        slots.set(target_file=file)
    else:
        slots.set(origin_file=file)


def _with_squares(slots: _Slots) -> list[MoveRequest]:
    """Squares to their parts: the marked ones first, of the others the last is the target."""
    request, squares = slots.request, slots.squares
    if len(squares) > 2:
        slots.odd += ODD_COST * (len(squares) - 2)
        squares = squares[-2:]
    if not squares:
        return [request]
    if len(squares) == 1:
        square, mark = squares[0]
        at_target, at_origin = replace(request, target=square), replace(request, origin=square)
        if mark is WordKind.FROM:
            return [at_origin]
        if mark is WordKind.ON and request.victim is None:
            return [at_target, at_origin]
        return [at_target]
    (first, first_mark), (second, second_mark) = squares
    target_first = first_mark in (WordKind.TO, WordKind.TAKES) or request.victim is not None
    if second_mark is WordKind.FROM or (second_mark is WordKind.ON and target_first):
        first, second = second, first
    return [replace(request, origin=first, target=second)]
