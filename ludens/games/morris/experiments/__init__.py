"""The experiments of morris: levels against each other, any two players, and the judge."""

from ludens.games.morris.experiments.judge import JUDGE
from ludens.games.morris.experiments.levels import LEVELS
from ludens.games.morris.experiments.match import MATCH

__all__ = ["JUDGE", "LEVELS", "MATCH"]
