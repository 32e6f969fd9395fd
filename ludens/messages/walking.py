"""What a walk is asked for, and what it says about itself."""

from typing import Literal

from ludens.geometry import Pose2
from ludens.messages.message import Message

Steps = Literal["usual", "small"]
Arms = Literal["swing", "behind"]
KickInWalk = Literal["none", "forward", "side", "turn"]


class WalkRequest(Message):
    """The speed over the floor that a legged body shall have; all zero means: stand."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0  # positive to the left
    steps: Steps = "usual"  # small ones are slow and exact, for standing at a table
    arms: Arms = "swing"  # behind the back they touch nobody who stands beside
    kick: KickInWalk = "none"  # once, without stopping; "none" in between to kick again
    kick_with_left: bool = True
    kick_strength: float = 1.0  # 0 is a touch, 1 all that a step can give


class WalkTarget(Message):
    """Where a legged body shall come to stand, in the frame of its odometry."""

    odometry_from_target: Pose2
    precise: bool = False  # whether to end with small steps, as near as they can
    arms: Arms = "swing"  # as in `WalkRequest`; they stay so at the target


class WalkReport(Message):
    """What the legs are doing, as commanded: joints follow some hundredths of a second later."""

    phase: str  # "get ready", "stand", "start", "step" or "stop"
    share: float  # of the phase, 0 to 1
    left_is_stance: bool
    forward_mps: float  # the speed being walked now
    left_mps: float
    turn_radps: float
    kick: str = ""  # "wait", "prepare", "kick" and "done" while one is wanted
