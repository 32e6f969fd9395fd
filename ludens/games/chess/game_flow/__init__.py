"""The flow of a game: whose turn it is, what the arm carries, what is said, what is put right."""

from ludens.games.chess.game_flow.module import ChessGameManager, ChessGameManagerParameters

__all__ = ["ChessGameManager", "ChessGameManagerParameters"]
