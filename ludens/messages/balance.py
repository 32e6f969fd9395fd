"""How a legged body stands in the world, as its own sensors tell."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Pose2
from ludens.messages.message import Message

FallState = Literal["upright", "falling", "fallen"]
FallDirection = Literal["forward", "backward", "left", "right"]


class TorsoOrientation(Message):
    """Rotation level_from_torso as (w, x, y, z); level is upright, headed as at the start. Yaw drifts."""

    quaternion: tuple[float, float, float, float]
    rates_radps: tuple[float, float, float]  # in the torso's axes, the gyroscope's bias taken off

    @property
    def up_in_torso(self) -> tuple[float, float, float]:
        """The direction that points up, in the torso's axes."""
        w, x, y, z = self.quaternion
        return (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))


class FallReport(Message):
    """Whether the body stands, falls or lies, and which way it leans."""

    state: FallState
    direction: FallDirection
    lean_rad: float


class LegOdometry(Message, eq=False):
    """Where feet and gyroscope say the torso's shadow on the floor is, relative to the start; it drifts."""

    odometry_from_robot: Pose2
    covariance: NDArray[np.float64]  # 3 × 3: x, y in m², yaw in rad², in the odometry's frame
