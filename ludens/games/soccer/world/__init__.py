"""Worlds of soccer: the field with robots and ball in physics, and pictures of it for training."""

from ludens.games.soccer.world.match import SoccerMatch, SoccerMatchOptions

__all__ = ["SoccerMatch", "SoccerMatchOptions"]
