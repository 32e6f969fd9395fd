"""The game at the table for people who look on."""

from ludens.games.morris.show.game_view import GameView

__all__ = ["GameView"]
