"""What an agent of a learning environment says with four numbers, and how long they count."""

import numpy as np
from numpy.typing import NDArray

from ludens.messages import WalkRequest
from ludens.motion.walk.parameters import WalkParameters

STEP_S = 0.1
ACTIONS = 4
OWN = 9
"""Numbers about the agent and the ball; three more for each other robot."""
FAST = WalkParameters()


def asked_walk(action: NDArray[np.float32], *, time_s: float, ball_m: tuple[float, float]) -> WalkRequest:
    """Return what four numbers ask of the legs; a kick is with the foot that is nearer to the ball."""
    forward, left, turn, kick = (min(max(float(part), -1.0), 1.0) for part in action)
    return WalkRequest(
        time_s=time_s,
        forward_mps=forward * FAST.forward_most_mps,
        left_mps=left * FAST.left_most_mps,
        turn_radps=turn * FAST.turn_most_radps,
        kick="forward" if kick > 0.5 else "none",
        kick_with_left=ball_m[1] >= 0.0,
    )
