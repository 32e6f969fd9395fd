"""Trajectories of the arm: carrying (reach, grip, carry, let go, rise), and turning from posture to posture.

While turning, the tool may be tilted, but never dips low.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ludens.games.chess.workcell.arm_setup import REST_RAD, TOOL, tip_of
from ludens.geometry import FloatArray
from ludens.messages import CarryRequest
from ludens.planning.arm.follow import BEAT_S, follow, posture_at
from ludens.planning.arm.hop import BRISK, Hop, HopLimits, ToolPose
from ludens.planning.arm.trajectory import ArmPlanError, JointTrajectory, Limits, MotionProfile
from ludens.robots.iiwa.dimensions import (
    ACCELERATION_RADPS2,
    JERK_RADPS3,
    SPEED_RADPS,
    is_finite_posture,
    room_to_limits,
)
from ludens.robots.iiwa.kinematics import base_from_flange

PRESS_M = 0.002
"""How far the magnet is pushed onto a thing: its spring gives way."""
GRIP_S, SETTLE_S, LET_GO_S = 0.15, 0.12, 0.12
RISE_M = 0.03
"""Above the thing that was put down, before the arm turns to something else."""
HIGHER_M = (0.12, 0.2, 0.3)
"""Where to cross if a lower way is none: close to the base the elbow is bent least up there."""
MagnetAction = Literal["grip", "let go"]
GENTLE = 0.6
"""Of the axes' limits: nothing is in a hurry, and the bracket of a plate shall not shake."""
LIMITS = Limits.of(
    (GENTLE * SPEED_RADPS).tolist(), (GENTLE * ACCELERATION_RADPS2).tolist(), (GENTLE * JERK_RADPS3).tolist()
)
LOWEST_M = 0.08
"""Over the table: well above the pieces, which reach up to 0.03 m."""


@dataclass(frozen=True, slots=True, eq=False)
class Leg:
    """One motion of a course; then the arm waits, acts and waits again."""

    trajectory: JointTrajectory
    phase: Literal["reaching", "carrying", "moving"]
    settle_s: float = 0.0
    action: MagnetAction | None = None
    wait_s: float = 0.0


def course(request: CarryRequest, *, joints_rad: FloatArray, limits: HopLimits = BRISK) -> list[Leg]:
    """Return the legs that carry out a request from a posture; `ArmPlanError` where the arm cannot."""
    legs: list[Leg] = []
    here, present_rad = tip_of(joints_rad), joints_rad
    down_m = np.array([0.0, 0.0, PRESS_M])

    def go(place: ToolPose, clear_m: float) -> JointTrajectory:
        nonlocal here, present_rad
        goal_elbow_rad = posture_at(place, TOOL).elbow_rad
        for height_m in (clear_m, *(higher_m for higher_m in HIGHER_M if higher_m > clear_m)):
            hop = Hop(here, place, clear_m=height_m, limits=limits)
            try:
                trajectory = follow(hop, tool=TOOL, start_rad=present_rad, goal_elbow_rad=goal_elbow_rad)
            except ArmPlanError as error:
                refused = error
                continue
            here, present_rad = place, trajectory.joints_rad[-1]
            return trajectory
        raise refused

    if request.origin_m is not None:
        above = TOOL.at(np.array(request.origin_m) - down_m)
        legs.append(Leg(go(above, request.clear_m), "reaching", SETTLE_S, "grip", GRIP_S))
    if request.target_m is not None:
        yaw_rad = here.yaw_rad + request.turn_rad
        target = TOOL.at(np.array(request.target_m) - down_m, yaw_rad=yaw_rad)
        carried = go(target, request.clear_m + request.thing_m)
        legs.append(Leg(carried, "carrying", SETTLE_S, "let go", LET_GO_S))
        risen = replace(target, tip_m=target.tip_m + np.array([0.0, 0.0, RISE_M]))
        legs.append(Leg(go(risen, 0.0), "moving"))
    if request.origin_m is None and request.target_m is None:
        legs.append(Leg(go(tip_of(REST_RAD), request.clear_m), "moving"))
    return legs


def turning(start_rad: FloatArray, goal_rad: FloatArray) -> JointTrajectory:
    """Return the way; `ArmPlanError` where an axis or the tool's tip would leave where they may be."""
    goal_rad = np.asarray(goal_rad, dtype=np.float64)
    if not is_finite_posture(goal_rad) or room_to_limits(goal_rad) < 0.0:
        raise ArmPlanError(f"The arm cannot stand so: {np.round(goal_rad, 3).tolist()} rad.")
    profile = MotionProfile(start_rad.tolist(), goal_rad.tolist(), LIMITS)
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
