"""The experiments of morris: levels against each other, and any two players."""

from ludens.games.morris.experiments.levels import LEVELS
from ludens.games.morris.experiments.match import MATCH

__all__ = ["LEVELS", "MATCH"]
