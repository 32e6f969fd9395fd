"""The chess world: an arm at a table with a board, 32 marked pieces, a camera above, and a person's hand."""

import ludens.sim  # noqa: F401 - chooses how MuJoCo draws, before anything here imports it
from ludens.games.chess.world.chess_world import ChessWorld, start_configuration
from ludens.games.chess.world.options import ChessWorldOptions

__all__ = ["ChessWorld", "ChessWorldOptions", "start_configuration"]
