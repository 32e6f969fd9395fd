"""Whether a robot's sensors can be believed."""

from typing import Literal

from ludens.messages.message import Message

Axis = Literal["x", "y", "z"]


class BodyHealth(Message):
    """A judgement of one frame of body sensors."""

    frame_is_sound: bool  # if not, it is frozen or absurd as a whole: nothing may be concluded from it
    dead_gyro_axes: tuple[Axis, ...] = ()
    sentences: tuple[str, ...] = ()  # what is wrong, one sentence each; empty in health


class PictureHealth(Message):
    """A picture that can be used; there is none for a frozen or black one."""

    brightness: float  # mean, 0 to 255


class EyesHealth(Message):
    """Which cameras of a humanoid give pictures that can be used: not silent, not frozen, not black."""

    top_sees: bool = True
    bottom_sees: bool = True
