"""Turning all axes from one posture to another: the tool may be tilted on the way, but never dips low."""

import numpy as np

from ludens.games.chess.move.rest import TOOL
from ludens.geometry import FloatArray
from ludens.planning.arm.follow import BEAT_S
from ludens.planning.arm.joint_trajectory import JointTrajectory
from ludens.planning.arm.profile import ArmPlanError, Limits, Profile
from ludens.robots.iiwa.axes import (
    ACCELERATION_RADPS2,
    JERK_RADPS3,
    SPEED_RADPS,
    is_finite_posture,
    room_to_limits,
)
from ludens.robots.iiwa.kinematics import base_from_flange

GENTLE = 0.6
"""Of the axes' limits: nothing is in a hurry, and the bracket of a plate shall not shake."""
LIMITS = Limits.of(
    (GENTLE * SPEED_RADPS).tolist(), (GENTLE * ACCELERATION_RADPS2).tolist(), (GENTLE * JERK_RADPS3).tolist()
)
LOWEST_M = 0.08
"""Over the table: well above the pieces, which reach up to 0.03 m."""


def turning(start_rad: FloatArray, goal_rad: FloatArray) -> JointTrajectory:
    """Return the way; `ArmPlanError` where an axis or the tool's tip would leave where they may be."""
    goal_rad = np.asarray(goal_rad, dtype=np.float64)
    if not is_finite_posture(goal_rad) or room_to_limits(goal_rad) < 0.0:
        raise ArmPlanError(f"The arm cannot stand so: {np.round(goal_rad, 3).tolist()} rad.")
    profile = Profile(start_rad.tolist(), goal_rad.tolist(), LIMITS)
    beats = max(1, int(np.ceil(profile.duration_s / BEAT_S)))
    postures = np.array([profile.at(beat * BEAT_S) for beat in range(beats + 1)])
    lowest_m = min(tip_height_m(posture) for posture in postures)
    if lowest_m < LOWEST_M:
        raise ArmPlanError(
            f"On this way the gripper would come as low as {lowest_m:.3f} m; it must stay above {LOWEST_M} m."
        )
    return JointTrajectory(postures, BEAT_S)


def can_turn(start_rad: FloatArray, goal_rad: FloatArray) -> bool:
    """Whether there is such a way."""
    try:
        turning(start_rad, goal_rad)
    except ArmPlanError:
        return False
    return True


def tip_height_m(joints_rad: FloatArray) -> float:
    """Return how high over the table the tool's tip is."""
    return float(base_from_flange(joints_rad).apply((0.0, 0.0, TOOL.length_m))[2])
