"""The kick of a NAO: foot and centre of mass led through a few knots, forward or to the side."""

from ludens.motion.kick.attempt import best_place_m
from ludens.motion.kick.module import Kick
from ludens.motion.kick.parameters import KickParameters

__all__ = ["Kick", "KickParameters", "best_place_m"]
