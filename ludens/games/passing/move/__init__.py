"""How the robot moves: behaviours as vectors, and wheels that follow their sum as far as is safe."""

from ludens.games.passing.move.avoid import avoid
from ludens.games.passing.move.behaviours import Behaviours, BehavioursParameters, polar
from ludens.games.passing.move.drive import Drive, DriveParameters

__all__ = ["Behaviours", "BehavioursParameters", "Drive", "DriveParameters", "avoid", "polar"]
