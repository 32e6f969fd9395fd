"""Hints and how a game stands, in the words of a language."""

import chess

from ludens.games.chess.decide.hints import Hint, HintCode
from ludens.games.chess.decide.player import Candidate
from ludens.games.chess.talk.language import Language
from ludens.table.sentences import filled

COUNTED = (HintCode.MATES, HintCode.HOLDS_OUT)
MATERIAL = ((7, "queen"), (5, "rook"), (3, "piece"), (2, "pawns"), (1, "pawn"))
"""What so many pawns are worth, the most first."""
EVEN_PAWNS = 0.5
"""By less than this nobody is ahead."""


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
        opinion=hint.candidate.opinion(),
        name="" if words is None else words.name,
        the="" if words is None else words.the,
        object="" if words is None else words.object,
    )
    return language.hints["try"].format(move=move, why=why)


def score_sentence(board: chess.Board, best: Candidate, language: Language) -> str:
    """Who is ahead, and by how much."""
    if best.mate_in is not None:
        winner = board.turn if best.mate_in > 0 else not board.turn
        return _about(language, "mate", winner, count=abs(best.mate_in))
    pawns = (best.score if board.turn else -best.score) / 100
    if abs(pawns) < EVEN_PAWNS:
        return language.hints["even"]
    return _about(language, "ahead", pawns > 0, pawns=f"{abs(pawns):.1f}")


def _about(language: Language, key: str, colour: chess.Color, **values: object) -> str:
    name = language.colour(colour)
    return filled(language.hints[key], {"colour": name, **values})


def _material(pawns: int, language: Language) -> str:
    return next((language.hints[f"material_{name}"] for least, name in MATERIAL if pawns >= least), "")
