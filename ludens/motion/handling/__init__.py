"""Hands at a table: reach down, grasp, lift, place, give and take."""

from ludens.motion.handling.module import Handling
from ludens.motion.handling.parameters import HandlingParameters

__all__ = ["Handling", "HandlingParameters"]
