"""One sentence in one position: everything it may mean, weighed by the board.

While a question is open a sentence is the answer to it, or a new subject.
"""

from dataclasses import dataclass, replace
from typing import Literal

import chess

from ludens.games.chess.talk.commands import read_command
from ludens.games.chess.talk.fitting import fit
from ludens.games.chess.talk.grammar import forbids, readings
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.lexicon import tokenise, words_of
from ludens.games.chess.talk.meaning import (
    YES_OR_NO,
    Ask,
    Command,
    Incomplete,
    Meaning,
    MoveReading,
    MoveRequest,
    Nonsense,
    Play,
    Question,
    Refuse,
)

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


def _weighed(reading: MoveReading, board: chess.Board) -> Understanding:
    meaning = fit(reading.request, board)
    extra = {Refuse: ILLEGAL_COST, Incomplete: INCOMPLETE_COST, Nonsense: NONSENSE_DOUBT}.get(
        type(meaning), 0.0
    )
    return Understanding(meaning, reading.cost + extra, reading.doubt, reading.request)


def understand_answer(text: str, question: Question, board: chess.Board, language: Language) -> Understanding:
    """What a sentence means just after a question."""
    if question.about in YES_OR_NO:
        return understand(text, board, language)
    chosen = _choice(text, question, language)
    if chosen is not None:
        return _settled(chosen, question, board)
    command = read_command(text, language)
    if command is not None:
        denied = command.name == "no" and question.about != "heard"
        return Understanding(Command(name="cancel") if denied else command)
    found = readings(text, language)
    for reading in found:
        if reading.doubt > found[0].doubt:
            continue  # would leave out words that the best reading explains
        answer = _answer(reading.request, question, board)
        if answer is not None:
            return replace(answer, cost=reading.cost, doubt=reading.doubt)
    subject = understand(text, board, language)
    if isinstance(subject.meaning, Command) or (subject.request and _is_whole(subject.request)):
        return subject
    return Understanding(Nonsense())


def _choice(text: str, question: Question, language: Language) -> chess.Move | None:
    """Which one an answer such as "the first" or "the left one" means: in the order they were asked about, or
    from a to h.
    """
    if question.about not in ("origin", "castling", "heard"):
        return None
    said, choices = " ".join(words_of(text)), language.choices
    for index, phrases in enumerate((choices.first, choices.second, choices.third)):
        if said in phrases and index < len(question.moves):
            return question.moves[index]
    if question.about == "heard":
        return None
    by_file = sorted(question.moves, key=lambda move: chess.square_file(move.from_square))
    if chess.square_file(by_file[0].from_square) == chess.square_file(by_file[-1].from_square):
        return None
    if said in choices.left:
        return by_file[0]
    return by_file[-1] if said in choices.right else None


def _answer(request: MoveRequest, question: Question, board: chess.Board) -> Understanding | None:
    if question.about == "target":
        return _completed(request, question, board)
    if question.about == "promotion":
        left = [move for move in question.moves if move.promotion in (request.promotion, request.piece)]
        left = left if request.target in (None, question.moves[0].to_square) else []
    elif question.about == "castling":
        side = request.half or request.castling
        left = [move for move in question.moves if side == _side(move)]
    elif question.about == "heard":
        left = [move for move in question.moves if _leads_to(request, move, board)]
    else:
        left = [move for move in question.moves if _points_at(request, move, board)]
    if len(left) == 1:
        return _settled(left[0], question, board)
    if left and len(left) < len(question.moves):
        about: Literal["origin", "heard"] = "heard" if question.about == "heard" else "origin"
        return Understanding(Ask(tuple(left), about), request=question.request)
    return None


def _leads_to(request: MoveRequest, move: chess.Move, board: chess.Board) -> bool:
    """Whether an answer names the end of a move that may have been said: its square, its file, its piece."""
    return (
        request != MoveRequest()
        and request.origin in (None, move.from_square)
        and request.target in (None, move.to_square)
        and request.origin_file
        in (None, chess.square_file(move.to_square), chess.square_file(move.from_square))
        and request.piece in (None, board.piece_type_at(move.from_square))
        and request.promotion in (None, move.promotion)
        and request.castling is None
        and not request.off_board
    )


def _points_at(request: MoveRequest, move: chess.Move, board: chess.Board) -> bool:
    """Whether an answer names the piece that a candidate moves: its square, its file, its rank, its kind."""
    named = request.origin if request.origin is not None else request.target
    if request.origin is not None and request.target not in (None, move.to_square):
        return False
    return (
        request != MoveRequest()
        and named in (None, move.from_square)
        and request.piece in (None, board.piece_type_at(move.from_square))
        and request.origin_file in (None, chess.square_file(move.from_square))
        and request.origin_rank in (None, chess.square_rank(move.from_square))
        and request.target_file in (None, chess.square_file(move.from_square))
        and request.castling is None
        and not request.off_board
    )


def _side(move: chess.Move) -> str:
    return "king" if chess.square_file(move.to_square) > chess.square_file(move.from_square) else "queen"


def _settled(move: chess.Move, question: Question, board: chess.Board) -> Understanding:
    """A choice that was made; a pawn's may lead to the next question."""
    known = question.request or MoveRequest()
    request = MoveRequest(origin=move.from_square, target=move.to_square, promotion=known.promotion)
    if question.about in ("promotion", "heard"):
        request = replace(request, promotion=move.promotion)
    return Understanding(fit(request, board), request=request)


def _completed(request: MoveRequest, question: Question, board: chess.Board) -> Understanding | None:
    """The other half of a move."""
    known = question.request or MoveRequest()
    if request.target is None and request.victim is None and request.castling is None:
        return None
    if request.origin is not None or request.piece not in (None, known.piece):
        return None
    whole = replace(
        known,
        target=request.target,
        takes=request.takes,
        victim=request.victim,
        promotion=request.promotion,
        en_passant=request.en_passant,
        castling=request.castling,
    )
    meaning = fit(whole, board)
    return (
        Understanding(meaning, request=whole)
        if isinstance(meaning, Play | Ask | Refuse | Incomplete)
        else None
    )


def _is_whole(request: MoveRequest) -> bool:
    """Whether a request stands on its own, so that it cannot have been meant as an answer."""
    placed = request.target is not None or request.victim is not None
    return request.castling is not None or (
        placed and (request.piece is not None or request.origin is not None)
    )
