"""The board as coloured text, and lists of good moves: as a table to read, and as values for other programs.

Pieces are letters as well as colours, so that the board can be read without them.
"""

from collections.abc import Sequence

import chess
from rich.table import Table
from rich.text import Text

from ludens.experiments.json_values import Json
from ludens.games.chess.decide.candidates import ChessCandidate, mate_in, opinion
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.language import load_language
from ludens.table.terminal import STYLES

SYMBOLS = {True: "♙♘♗♖♕♔", False: "♟♞♝♜♛♚"}
LIGHT, DARK, LAST = "on grey35", "on grey19", "on dark_green"


def board_text(board: chess.Board, *, below: chess.Color = chess.WHITE, figures: bool = True) -> Text:
    """The board with one side below; the last move's squares are marked. Without `figures` by letters."""
    last = board.move_stack[-1] if board.move_stack else None
    marked = () if last is None else (last.from_square, last.to_square)
    ranks = range(7, -1, -1) if below else range(8)
    files = range(8) if below else range(7, -1, -1)
    text = Text()
    for rank in ranks:
        text.append(f"{rank + 1} ")
        for file in files:
            square = chess.square(file, rank)
            ground = LAST if square in marked else LIGHT if (file + rank) % 2 else DARK
            piece = board.piece_at(square)
            if piece is None:
                text.append(" · " if figures else " . ", style=f"dim {ground}")
            else:
                text.append(
                    f" {_sign(piece, figures=figures)} ",
                    style=f"{STYLES[chess.COLOR_NAMES[piece.color]]} {ground}",
                )
        text.append("\n")
    text.append("   " + "  ".join(chess.FILE_NAMES[file] for file in files))
    return text


def _sign(piece: chess.Piece, *, figures: bool) -> str:
    return SYMBOLS[piece.color][piece.piece_type - 1] if figures else piece.symbol()


def moves_text(board: chess.Board, *, most: int = 12) -> str:
    """The last moves in SAN, numbered: `7. Nf3 d6 8. O-O`."""
    start = board.root()
    words: list[str] = []
    for number, move in enumerate(board.move_stack):
        if start.turn or number == 0:
            words.append(f"{start.fullmove_number}{'.' if start.turn else '...'}")
        words.append(start.san(move))
        start.push(move)
    kept = words[-most:]
    return " ".join(kept if len(kept) == len(words) else ["…", *kept])


def moves_table(board: chess.Board, candidates: Sequence[ChessCandidate]) -> Table:
    """The moves, best first, with what may follow."""
    table = Table(header_style="bold")
    for title in ("", "move", "value", "may go on"):
        table.add_column(title, justify="right" if not title else "left")
    for place, candidate in enumerate(candidates, start=1):
        line = board.variation_san(candidate.line)
        table.add_row(str(place), board.san(candidate.move), opinion(candidate), line)
    return table


def moves_json(board: chess.Board, candidates: Sequence[ChessCandidate]) -> list[Json]:
    """The moves, best first; `score_pawns` is for the side to move, and null where a mate is certain."""
    return [
        {
            "san": board.san(one.move),
            "uci": one.move.uci(),
            "score_pawns": one.score / 100 if one.value is None else None,
            "mate_in": mate_in(one.value),
            "line": [move.uci() for move in one.line],
            "hint": hint_sentence(hint_for(board, one), board.san(one.move), load_language()),
        }
        for one in candidates
    ]
