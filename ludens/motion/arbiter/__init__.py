"""Which motion has the body: what was asked for, unless a fall, a penalty or damage says otherwise.

A motion is a module that reads `MotionWeights` and produces `WantedJoints` under its own name, such as
`walk/WantedJoints`. The arbiter gives it the body when `MotionRequest` asks for that name; the blender mixes
what motions want into one command. Neither has a list: a new motion is a module and a line in a setup.
"""

from ludens.motion.arbiter.arbiter import MotionArbiter, MotionArbiterParameters
from ludens.motion.arbiter.chest_button import ChestButton
from ludens.motion.arbiter.joint_blender import JointBlender

__all__ = ["ChestButton", "JointBlender", "MotionArbiter", "MotionArbiterParameters"]
