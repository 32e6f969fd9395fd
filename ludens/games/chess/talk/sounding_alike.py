"""Legal moves that sound much like an illegal one: only a letter differs, by one that is easily confused."""

from dataclasses import replace

import chess

from ludens.games.chess.talk.fitting import fit
from ludens.games.chess.talk.language import FILES, Language
from ludens.games.chess.talk.meaning import MoveRequest, Play

MOST = 2  # more would be guessing


def sounding_alike(request: MoveRequest, board: chess.Board, language: Language) -> tuple[chess.Move, ...]:
    """What may have been said instead of a request that cannot be done; nothing if too much may."""
    found: dict[chess.Move, None] = {}
    for target in _confused(request.target, language):
        for origin in _confused(request.origin, language):
            meaning = fit(replace(request, target=target, origin=origin), board)
            if isinstance(meaning, Play):
                found[meaning.move] = None
    return tuple(found) if len(found) <= MOST else ()


def _confused(square: chess.Square | None, language: Language) -> list[chess.Square | None]:
    """A square and those whose letter sounds like its own, on the same rank."""
    if square is None:
        return [None]
    letter = FILES[chess.square_file(square)]
    letters = {other for group in language.alike if letter in group for other in group} | {letter}
    return [chess.square(FILES.index(other), chess.square_rank(square)) for other in sorted(letters)]
