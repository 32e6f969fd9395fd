"""Worlds of soccer: physics with pictures, physics with percepts from truth, flat; and training pictures."""

import ludens.sim  # noqa: F401 - chooses how MuJoCo draws, before anything here imports it
from ludens.games.soccer.world.flat_match import FlatMatch
from ludens.games.soccer.world.match import SoccerMatch, SoccerMatchOptions
from ludens.games.soccer.world.truth_match import TruthMatch

__all__ = ["FlatMatch", "SoccerMatch", "SoccerMatchOptions", "TruthMatch"]
