"""Legal moves that sound much like another: only a letter differs, by one that is easily confused."""

from dataclasses import replace

import chess

from ludens.games.chess.talk.deciding import MOST_ASKED, Decision, asked_about
from ludens.games.chess.talk.fitting import fit
from ludens.games.chess.talk.language import FILES, Language
from ludens.games.chess.talk.meaning import Ask, MoveRequest, Play, Refuse

MOST = 2  # more would be guessing


def with_moves_alike(decision: Decision, board: chess.Board, language: Language) -> Decision:
    """A decision in which what sounds alike is asked about too, where there is room in the question."""
    understanding = decision.understanding
    meaning = understanding.meaning
    if isinstance(meaning, Refuse) and understanding.request and not decision.others:
        return replace(decision, others=sounding_alike(understanding.request, board, language))
    if not isinstance(meaning, Ask) or meaning.about not in ("sure", "heard"):
        return decision
    asked = [*meaning.moves, *decision.others]
    for move in meaning.moves:
        asked += [
            other for other in sounding_alike(_request(move, board), board, language) if other not in asked
        ]
    first, later = tuple(asked[:MOST_ASKED]), tuple(asked[MOST_ASKED:])
    if len(first) == len(meaning.moves):
        return decision
    return replace(decision, understanding=replace(understanding, meaning=asked_about(first)), others=later)


def sounding_alike(request: MoveRequest, board: chess.Board, language: Language) -> tuple[chess.Move, ...]:
    """What may have been said instead of a request; nothing if too much may."""
    found: dict[chess.Move, None] = {}
    for target in _confused(request.target, language):
        for origin in _confused(request.origin, language):
            meaning = fit(replace(request, target=target, origin=origin), board)
            if isinstance(meaning, Play):
                found[meaning.move] = None
    return tuple(found) if len(found) <= MOST else ()


def _request(move: chess.Move, board: chess.Board) -> MoveRequest:
    return MoveRequest(piece=board.piece_type_at(move.from_square), target=move.to_square)


def _confused(square: chess.Square | None, language: Language) -> list[chess.Square | None]:
    """A square and those whose letter sounds like its own, on the same rank."""
    if square is None:
        return [None]
    letter = FILES[chess.square_file(square)]
    letters = {other for group in language.alike if letter in group for other in group} | {letter}
    return [chess.square(FILES.index(other), chess.square_rank(square)) for other in sorted(letters)]
