"""What one picture shows of the table: marked pieces, and places where something else is."""

from ludens.games.chess.see.module import PieceEyes, PieceEyesParameters

__all__ = ["PieceEyes", "PieceEyesParameters"]
