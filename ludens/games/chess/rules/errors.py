"""What can be wrong with a position, a move or its notation: always a sentence."""

import chess


class ChessError(ValueError):
    """Something in a game of chess that cannot be; the sentence says what and what was expected."""


class NoPieceError(ChessError):
    """A position needs a piece that nobody has."""

    def __init__(self, piece: chess.Piece, square: chess.Square) -> None:
        name = f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}"
        where = chess.square_name(square)
        super().__init__(f"This position cannot be set up: there is no piece for the {name} on {where}.")
        self.piece = piece
        self.square = square


class ChessNotationError(ChessError):
    """Text that is no position, move or game."""
