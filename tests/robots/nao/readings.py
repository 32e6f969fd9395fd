"""Readings of a NAO for tests: what its servos report while it stands as told."""

import numpy as np
from numpy.typing import NDArray

from ludens.messages import CalibratedJoints
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics.stance import stance


def standing_joints(time_s: float = 0.0, **changed_rad: float) -> CalibratedJoints:
    """The reading of a robot that stands ready, some joints elsewhere."""
    position_rad: NDArray[np.float64] = stance()
    for joint, angle_rad in changed_rad.items():
        position_rad[INDEX[joint]] = angle_rad
    count = len(JOINTS)
    return CalibratedJoints(
        time_s=time_s,
        position_rad=position_rad,
        stiffness=np.ones(count),
        current_a=np.full(count, 0.1),
        temperature_c=np.full(count, 40.0),
        status=np.zeros(count, dtype=np.int64),
    )
