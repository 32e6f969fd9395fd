"""What people see of the game in the studio. It costs little while nobody looks; no module hears of it."""

from ludens.games.chess.show.game_view import ChessGameView
from ludens.games.chess.show.table_drawing import TableDrawing

__all__ = ["ChessGameView", "TableDrawing"]
