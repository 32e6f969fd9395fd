"""Worlds of soccer: the field with robots and ball in physics, and pictures of it for training."""

import ludens.sim  # noqa: F401 - chooses how MuJoCo draws, before anything here imports it
from ludens.games.soccer.world.match import SoccerMatch, SoccerMatchOptions

__all__ = ["SoccerMatch", "SoccerMatchOptions"]
