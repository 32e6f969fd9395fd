"""Hints and how a game stands, from our search, in the words of a language."""

import chess

from ludens.games.chess.decide.candidates import ChessCandidate, mate_in, opinion
from ludens.games.chess.decide.hints import Hint, HintCode, hint_for
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.telling import Telling
from ludens.messages.engine import EngineQuery
from ludens.table.search import SearchBudget
from ludens.table.sentences import filled

ADVICE = SearchBudget(nodes=60_000)
COUNTED = (HintCode.MATES, HintCode.HOLDS_OUT)
MATERIAL = ((7, "queen"), (5, "rook"), (3, "piece"), (2, "pawns"), (1, "pawn"))
"""What so many pawns are worth, the most first."""
EVEN_PAWNS = 0.5
"""By less than this nobody is ahead."""


def advise(query: EngineQuery, board: chess.Board) -> tuple[ChessCandidate, str]:
    """A good move, and what the query wants to know of it: a hint, or how the game stands."""
    best = analyse(board, budget=ADVICE).candidates[0]
    telling = Telling(query.language)
    if query.purpose == "hint":
        notation = telling.notation(board, best.move)
        return best, hint_sentence(hint_for(board, best), notation, telling.language)
    return best, score_sentence(board, best, telling.language)


def hint_sentence(hint: Hint, move: str, language: Language) -> str:
    """A hint with its reason, such as `Try Nxe5: it wins a pawn`; `move` is in notation."""
    key = hint.code.name.lower()
    if hint.code in COUNTED and hint.moves == 1:
        key = f"{key}_once"
    words = None if hint.piece is None else language.piece(hint.piece)
    why = language.hints[key].format(
        count=hint.moves,
        material=_material(hint.pawns or 0, language),
        square="" if hint.square is None else chess.square_name(hint.square),
        opinion=opinion(hint.candidate),
        name="" if words is None else words.name,
        the="" if words is None else words.the,
        object="" if words is None else words.object,
    )
    return language.hints["try"].format(move=move, why=why)


def score_sentence(board: chess.Board, best: ChessCandidate, language: Language) -> str:
    """Who is ahead, and by how much."""
    mate = mate_in(best.value)
    if mate is not None:
        return _about(language, "mate", board.turn if mate > 0 else not board.turn, count=abs(mate))
    pawns = (best.score if board.turn else -best.score) / 100
    if abs(pawns) < EVEN_PAWNS:
        return language.hints["even"]
    return _about(language, "ahead", pawns > 0, pawns=f"{abs(pawns):.1f}")


def _about(language: Language, key: str, colour: chess.Color, **values: object) -> str:
    name = language.colour(colour)
    return filled(language.hints[key], {"colour": name, **values})


def _material(pawns: int, language: Language) -> str:
    return next((language.hints[f"material_{name}"] for least, name in MATERIAL if pawns >= least), "")
