"""The experiments of morris: levels and players against each other, the judge, the humanoid's body."""

from ludens.games.morris.experiments.grasp import GRASP
from ludens.games.morris.experiments.grasp_truth import GRASP_TRUTH
from ludens.games.morris.experiments.in_hand import IN_HAND
from ludens.games.morris.experiments.judge import JUDGE
from ludens.games.morris.experiments.levels import LEVELS
from ludens.games.morris.experiments.match import MATCH
from ludens.games.morris.experiments.place import PLACE
from ludens.games.morris.experiments.place_truth import PLACE_TRUTH
from ludens.games.morris.experiments.state import STATE

__all__ = ["GRASP", "GRASP_TRUTH", "IN_HAND", "JUDGE", "LEVELS", "MATCH", "PLACE", "PLACE_TRUTH", "STATE"]
