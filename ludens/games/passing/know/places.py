"""Where things are on the floor, and where the robot was."""

import math

from ludens.core.contract.time_series import TimeSeries
from ludens.geometry import Pose2
from ludens.messages import (
    ObjectBelief,
    Odometry,
)


def pose_at(odometry: TimeSeries[Odometry], time_s: float) -> Pose2:
    """Where the odometry says the robot was at a time."""
    found = odometry.around(time_s)
    if found is None:
        return Pose2.identity()
    before, after, fraction = found
    if fraction == 0.0:
        return before.odometry_from_robot
    return before.odometry_from_robot.interpolate(after.odometry_from_robot, fraction)


def place_of(belief: ObjectBelief) -> tuple[float, float]:
    """Cartesian place of a belief, in the robot's frame."""
    return belief.range_m * math.cos(belief.bearing_rad), belief.range_m * math.sin(belief.bearing_rad)
