"""Lists of good moves: as a table to read, and as values for other programs."""

from collections.abc import Sequence

import chess
from rich.table import Table

from ludens.experiments.json_values import Json
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.decide.player import Candidate
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.language import load_language


def moves_table(board: chess.Board, candidates: Sequence[Candidate]) -> Table:
    """The moves, best first, with what may follow."""
    table = Table(header_style="bold")
    for title in ("", "move", "value", "may go on"):
        table.add_column(title, justify="right" if not title else "left")
    for place, candidate in enumerate(candidates, start=1):
        line = board.variation_san(candidate.line)
        table.add_row(str(place), board.san(candidate.move), candidate.opinion(), line)
    return table


def moves_json(board: chess.Board, candidates: Sequence[Candidate]) -> list[Json]:
    """The moves, best first; `score_pawns` is for the side to move, and null where a mate is certain."""
    return [
        {
            "san": board.san(one.move),
            "uci": one.move.uci(),
            "score_pawns": one.score / 100 if one.mate_in is None else None,
            "mate_in": one.mate_in,
            "line": [move.uci() for move in one.line],
            "hint": hint_sentence(hint_for(board, one), board.san(one.move), load_language()),
        }
        for one in candidates
    ]
