"""Where all pieces are, by everything seen so far."""

from ludens.games.chess.know.module import PieceBeliefs, PieceBeliefsParameters

__all__ = ["PieceBeliefs", "PieceBeliefsParameters"]
