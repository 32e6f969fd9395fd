"""The flow of a game at the table: a behaviour between the board, the body, the engine and people."""

from ludens.games.morris.game_flow.game_manager import GameManager

__all__ = ["GameManager"]
