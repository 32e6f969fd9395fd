"""The world of Nine Men's Morris: a low table with board and men in a room, one or two NAOs at it."""

import ludens.sim  # noqa: F401 - chooses how MuJoCo draws, before anything here imports it
from ludens.games.morris.world.morris_world import MorrisWorld
from ludens.games.morris.world.options import MorrisWorldOptions, station_at

__all__ = ["MorrisWorld", "MorrisWorldOptions", "station_at"]
