"""Hands at a table: reach down, grasp, lift, place, give and take."""

from ludens.manipulation.module import Manipulation
from ludens.manipulation.parameters import ManipulationParameters

__all__ = ["Manipulation", "ManipulationParameters"]
