"""Who keeps the game: watches the board, thinks or listens, has the pieces moved, and says what is wrong."""

from ludens.games.chess.keep.module import GameKeeper, GameKeeperParameters

__all__ = ["GameKeeper", "GameKeeperParameters"]
