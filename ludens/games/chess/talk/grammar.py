"""Senses to move requests. Word order is loose on purpose: people are, and languages differ.

What is said next to a word decides its part: a square after "from" is where the piece comes from, a piece
after "takes" is taken, a piece after the square of a pawn is what the pawn becomes. Where words allow two
readings ("put the knight on f3", "the knight on f3"), both are given; the board decides.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache

import chess

from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.lexicon import UNEXPLAINED_COST, Kind, Sense, lexicon
from ludens.games.chess.talk.meaning import MoveRequest, Reading
from ludens.games.chess.talk.senses import Way, ways
from ludens.games.chess.talk.tokens import Token, tokenise

ODD_COST = 2.0  # a word that fits nowhere in the sentence
LAST_RANKS = (0, 7)
MARKS = (Kind.TO, Kind.FROM, Kind.ON, Kind.TAKES, Kind.WITH)


@lru_cache(maxsize=1024)
def readings(text: str, language: Language) -> tuple[Reading, ...]:
    """All ways to read a sentence as a move or part of one, cheapest first. No way: it is none."""
    found: dict[MoveRequest, Reading] = {}
    for way in ways(tokenise(text, language), lexicon(language)):
        for request, odd in _requests(_joined(_after_change_of_mind(way.senses))):
            reading = Reading(request, way.cost + odd, UNEXPLAINED_COST * len(way.unexplained) + odd)
            if request not in found or reading.cost < found[request].cost:
                found[request] = reading
    return tuple(sorted(found.values(), key=lambda reading: reading.cost))


def forbids(tokens: tuple[Token, ...], language: Language) -> bool:
    """Whether a sentence says what should not be done, in so many words: "done" is no slip of "don't"."""
    best = next(iter(ways(tokens, lexicon(language))), Way())
    return any(sense.kind is Kind.NOT and sense.cost == 0.0 for sense in best.senses)


def _after_change_of_mind(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """What follows the last "no, I mean", if anything of a move does."""
    changes = [index for index, sense in enumerate(senses) if sense.kind is Kind.RATHER]
    after = senses[changes[-1] + 1 :] if changes else ()
    telling = (Kind.SQUARE, Kind.RANK, Kind.CASTLE)
    return after if any(sense.kind in telling for sense in after) else senses


def _joined(senses: tuple[Sense, ...]) -> list[Sense]:
    """Fillers gone, a file and a number joined to a square, "the f file" and "the first rank" to one word."""
    joined: list[Sense] = []
    for sense in senses:
        last = joined[-1] if joined else Sense(Kind.FILLER)
        if sense.kind in (Kind.FILLER, Kind.UNEXPLAINED, Kind.RATHER):
            continue
        if sense.kind is Kind.RANK and last.kind is Kind.FILE:
            joined[-1] = Sense(Kind.SQUARE, chess.square(_number(last), _number(sense)))
        elif sense.kind is Kind.BEYOND and last.kind is Kind.FILE:
            joined[-1] = Sense(Kind.OFF_BOARD)
        elif sense.kind is not Kind.FILE_WORD:
            joined.append(sense)
    return joined


def _number(sense: Sense) -> int:
    assert isinstance(sense.value, int)
    return sense.value


@dataclass(slots=True)
class _Slots:
    """What has been filled so far, from left to right."""

    request: MoveRequest = field(default_factory=MoveRequest)
    squares: list[tuple[chess.Square, Kind | None]] = field(default_factory=list)  # with the word before
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
    if not slots.squares or slots.squares[-1][1] is not Kind.TO:
        return []
    return [
        replace(request, takes=False, victim=None, piece=request.victim)
        for request in requests
        if request.piece is None and request.victim is not None
    ]


def _fill(
    slots: _Slots, sense: Sense, mark: Kind | None, *, before: Kind | None, following: Kind | None
) -> None:
    match sense.kind:
        case Kind.PIECE:
            _fill_piece(slots, _number(sense), mark)
        case Kind.SQUARE:
            slots.squares.append((_number(sense), mark))
        case Kind.FILE:
            _fill_file(slots, _number(sense), before=before, following=following)
        case Kind.ORDINAL if following is Kind.RANK_WORD:
            slots.set(origin_rank=_number(sense))
        case Kind.CASTLE:
            slots.set(castling=sense.value or slots.request.half or "either")
        case Kind.SIDE:
            slots.request = replace(slots.request, **_side(slots.request, str(sense.value)))  # type: ignore[arg-type]
        case Kind.OF_SIDE:
            slots.set(half=sense.value)
        case Kind.END if following is Kind.PIECE:
            slots.set(end=sense.value)
        case Kind.TAKES:
            slots.set(takes=True)
        case Kind.PROMOTE:
            slots.request = replace(slots.request, promotes=True)
        case Kind.EN_PASSANT:
            slots.set(en_passant=True)
        case Kind.OFF_BOARD:
            slots.set(off_board=True)
        case Kind.RANK | Kind.ORDINAL | Kind.BEYOND | Kind.END | Kind.NOT:
            slots.odd += ODD_COST
        case _:
            pass


def _side(request: MoveRequest, side: str) -> dict[str, str]:
    """Where "kingside" belongs: to castling, said before or after it."""
    return {"castling": side} if request.castling == "either" else {"half": side}


def _fill_piece(slots: _Slots, piece: chess.PieceType, mark: Kind | None) -> None:
    request = slots.request
    placed = bool(slots.squares)
    if mark is Kind.WITH:
        slots.set(piece=piece)
    elif request.promotes:
        slots.set(promotion=piece)
    elif mark is Kind.TAKES:
        slots.set(victim=piece)
    elif (
        placed
        and request.piece in (None, chess.PAWN)
        and chess.square_rank(slots.squares[-1][0]) in LAST_RANKS
    ):
        slots.set(promotion=piece)
    else:
        slots.set(piece=piece)


def _fill_file(slots: _Slots, file: int, *, before: Kind | None, following: Kind | None) -> None:
    """A letter alone: "the e pawn", "e takes d", "rook a to d1"."""
    if before is Kind.TAKES and following is not Kind.PIECE:
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
        if mark is Kind.FROM:
            return [at_origin]
        if mark is Kind.ON and request.victim is None:
            return [at_target, at_origin]
        return [at_target]
    (first, first_mark), (second, second_mark) = squares
    target_first = first_mark in (Kind.TO, Kind.TAKES) or request.victim is not None
    if second_mark is Kind.FROM or (second_mark is Kind.ON and target_first):
        first, second = second, first
    return [replace(request, origin=first, target=second)]
