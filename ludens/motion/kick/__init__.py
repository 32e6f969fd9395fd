"""The kick of a NAO: foot and centre of mass led through a few knots, forward or to the side."""

from ludens.motion.kick.attempt import best_place_m
from ludens.motion.kick.module import Kick
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.progress import KickProgress

__all__ = ["Kick", "KickParameters", "KickProgress", "best_place_m"]
