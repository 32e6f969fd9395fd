"""What a body stands on and runs into, as feet and sonars tell."""

from typing import Literal

from ludens.messages.message import Message

SupportingFeet = Literal["none", "left", "right", "both"]
Place2 = tuple[float, float]


class FootSupport(Message):
    """Which feet carry the body, how much, and where the load acts."""

    feet: SupportingFeet
    has_contact: bool  # whether the body stands on anything at all; in the air and lying down it does not
    left_n: float
    right_n: float
    center_in_left_sole_m: Place2 | None  # of pressure, forward and left; None where a foot carries nothing
    center_in_right_sole_m: Place2 | None
    center_m: Place2 | None  # of both feet together: forward and left of the torso's shadow
    dead_cells: tuple[str, ...] = ()  # such as "left foot, front right"; their load is reckoned, not read


class SonarDistances(Message):
    """How far the nearest thing on either side ahead is, filtered; None: no echo that can be trusted."""

    left_m: float | None
    right_m: float | None
    is_silent: bool = False  # whether the sonars have not been heard of for long


class FootCollision(Message):
    """Whether the feet run into something."""

    collides: bool
    side: Literal["left", "right", "both"] | None  # whose bumpers were pressed; None without a collision
    ignored: tuple[str, ...] = ()  # bumpers that are stuck or chatter, by their names
