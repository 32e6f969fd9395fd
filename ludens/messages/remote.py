"""What a person at the controls wants of a robot: a speed while a stick is held, a motion, a look."""

from typing import Literal

from ludens.messages.message import Message


class RemoteCommand(Message):
    """All that is set at the controls now, told again and again as a gamepad does, changed or not.

    `asked` counts the times a motion was asked for: the same number means the same request, one more means
    once more, also for the same motion.
    """

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0
    motion: str = "walk"  # as in `MotionRequest`
    asked: int = 0
    kick_kind: Literal["forward", "side"] = "forward"
    kick_with_left: bool = True
    kick_strength: float = 1.0
    head_yaw_rad: float = 0.0
    head_pitch_rad: float = 0.0
    takes_over: bool = False  # whether a robot that can play by itself does what the controls say
    posed_rad: tuple[float, ...] = ()  # all joints in the robot's order, held while `motion` is "pose"
