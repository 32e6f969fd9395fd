"""What the servo motors of a robot's joints report about themselves."""

import numpy as np
from numpy.typing import NDArray

from ludens.messages.message import Message


class JointReadings(Message, eq=False):
    """One reading of every servo, in the order of the robot's description (NAO: `robots.nao.JOINTS`).

    Positions come from encoders: noisy and in steps. Hands report 0 (closed) to 1 (open) instead of radians.
    """

    position_rad: NDArray[np.float64]
    stiffness: NDArray[np.float64]  # 0 limp to 1 full, as the motor applies it now: a hot one gives less
    current_a: NDArray[np.float64]
    temperature_c: NDArray[np.float64]  # estimated by the board; whole degrees
    status: NDArray[np.int64]  # heat alarm: 0 regular, 1 warm, 2 hot (stiffness is cut), 3 far too hot


class CalibratedJoints(JointReadings, eq=False):
    """The same reading with this robot's known joint offsets taken off: what motions and kinematics use."""


class JointCalibration(Message, eq=False):
    """What is known to be wrong with this robot's joints."""

    offset_rad: NDArray[np.float64]  # reading minus truth, in the robot's order; the joint sender adds it
    damaged: tuple[str, ...]  # joints to be spared: no motion leans on them
