"""Whether a body's sensors can be believed."""

from typing import Literal

from ludens.messages.message import Message

Axis = Literal["x", "y", "z"]


class BodyHealth(Message):
    """A judgement of one frame of body sensors."""

    frame_is_sound: bool  # if not, it is frozen or absurd as a whole: nothing may be concluded from it
    dead_gyro_axes: tuple[Axis, ...] = ()
    sentences: tuple[str, ...] = ()  # what is wrong, one sentence each; empty in health
