"""The board as coloured text. Pieces are letters as well as colours, so that it can be read without them."""

import chess
from rich.text import Text

SYMBOLS = {True: "♙♘♗♖♕♔", False: "♟♞♝♜♛♚"}
STYLES = {True: "bold bright_yellow", False: "bold bright_magenta"}
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
                text.append(f" {_sign(piece, figures=figures)} ", style=f"{STYLES[piece.color]} {ground}")
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
