"""How the arm moves pieces: a request to carry one becomes trajectories, and contact stops them."""

from ludens.games.chess.move.module import ArmMotion, ArmMotionParameters

__all__ = ["ArmMotion", "ArmMotionParameters"]
