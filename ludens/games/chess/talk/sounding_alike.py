"""Legal moves that sound much like another: only a letter differs, by one that is easily confused."""

from dataclasses import replace

import chess

from ludens.games.chess.talk.deciding import MOST_ASKED, Decision, asked_about
from ludens.games.chess.talk.fitting import fit
from ludens.games.chess.talk.language import FILES, Language
from ludens.games.chess.talk.meaning import Ask, MoveRequest, Play, Refuse

MOST = 2  # after a refusal; more would be guessing
# How likely a move was said against the one that was heard: the likeliest legal one, the next, and so on.
ALIKE = (0.15, 0.08, 0.04, 0.02)


def with_moves_alike(decision: Decision, board: chess.Board, language: Language) -> Decision:
    """A decision in which what sounds alike stands in line with what was heard, and is asked about too."""
    understanding = decision.understanding
    meaning = understanding.meaning
    if isinstance(meaning, Refuse) and understanding.request and not decision.others:
        return replace(decision, others=sounding_alike(understanding.request, board, language)[:MOST])
    if not isinstance(meaning, Ask) or meaning.about not in ("sure", "heard"):
        return decision
    chances = decision.chances or dict.fromkeys(meaning.moves, 1.0)
    scores = dict(chances)
    for move, chance in chances.items():
        alike = sounding_alike(_request(move, board), board, language)
        for other, share in zip([other for other in alike if other != move], ALIKE, strict=False):
            scores[other] = scores.get(other, 0.0) + share * chance
    ordered = tuple(sorted(scores, key=lambda move: -scores[move]))
    asked = asked_about(ordered[:MOST_ASKED])
    return replace(decision, understanding=replace(understanding, meaning=asked), others=ordered[MOST_ASKED:])


def sounding_alike(request: MoveRequest, board: chess.Board, language: Language) -> tuple[chess.Move, ...]:
    """What may have been said instead of a request, the likeliest first."""
    found: dict[chess.Move, None] = {}
    for target in _confused(request.target, language):
        for origin in _confused(request.origin, language):
            meaning = fit(replace(request, target=target, origin=origin), board)
            if isinstance(meaning, Play):
                found[meaning.move] = None
    return tuple(found)


def _request(move: chess.Move, board: chess.Board) -> MoveRequest:
    return MoveRequest(piece=board.piece_type_at(move.from_square), target=move.to_square)


def _confused(square: chess.Square | None, language: Language) -> list[chess.Square | None]:
    """A square and those whose letter may have been said instead of its own, on the same rank."""
    if square is None:
        return [None]
    heard = FILES[chess.square_file(square)]
    rank = chess.square_rank(square)
    return [square, *(chess.square(FILES.index(said), rank) for said in language.alike[heard])]
