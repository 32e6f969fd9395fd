"""The walk of a NAO: an inverted pendulum led from foot to foot."""

from ludens.motion.walk.gait import BodyTargets, Gait, GaitPhase
from ludens.motion.walk.module import Walk, standing
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import STILL, Speed
from ludens.motion.walk.to_pose import WalkToPose, WalkToPoseParameters

__all__ = [
    "STILL",
    "BodyTargets",
    "Gait",
    "GaitPhase",
    "Speed",
    "Walk",
    "WalkParameters",
    "WalkToPose",
    "WalkToPoseParameters",
    "standing",
]
