"""Who keeps the game at the table: a state machine between the board, the body, the engine and people."""

from ludens.games.morris.game_flow.module import GameKeeper

__all__ = ["GameKeeper"]
