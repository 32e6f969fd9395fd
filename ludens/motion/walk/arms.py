"""Arms beside the body, swinging against the legs."""

from ludens.geometry import FloatArray
from ludens.robots.nao.joints import INDEX

_LEFT, _RIGHT = INDEX["LShoulderPitch"], INDEX["RShoulderPitch"]


def swing_arms(position_rad: FloatArray, *, left_foot_ahead_m: float, swing_radpm: float) -> None:
    """Turn both shoulders in `position_rad`: the arm on the side of the foot that is ahead goes back."""
    turn_rad = swing_radpm * left_foot_ahead_m
    position_rad[_LEFT] += turn_rad
    position_rad[_RIGHT] -= turn_rad
