"""How a body leans, as its own inertial board reckons it."""

from ludens.messages.message import Message


class TorsoAngles(Message):
    """Lean of the torso against the vertical: roll about x (to the right is positive), pitch about y (ahead).

    The board filters it from gyroscope and accelerometer; it says nothing about the heading.
    """

    roll_rad: float
    pitch_rad: float
