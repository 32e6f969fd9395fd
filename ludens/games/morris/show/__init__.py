"""The game at the table for people who look on."""

from ludens.games.morris.show.game_view import MorrisGameView

__all__ = ["MorrisGameView"]
