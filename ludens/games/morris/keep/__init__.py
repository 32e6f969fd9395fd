"""Who keeps the game at the table: a state machine between the board, the body, the mind and people."""

from ludens.games.morris.keep.module import GameKeeper

__all__ = ["GameKeeper"]
