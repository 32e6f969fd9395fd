"""The course of carrying something: reach, grip, carry, let go, rise; each a motion and what follows it."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ludens.games.chess.move.rest import REST_RAD, TOOL, tip_of
from ludens.geometry import FloatArray
from ludens.messages import CarryRequest
from ludens.planning.arm.follow import follow, posture_at
from ludens.planning.arm.hop import BRISK, Hop, HopLimits, Place
from ludens.planning.arm.joint_trajectory import JointTrajectory
from ludens.planning.arm.profile import ArmPlanError

PRESS_M = 0.002
"""How far the magnet is pushed onto a thing: its spring gives way."""
GRIP_S, SETTLE_S, LET_GO_S = 0.15, 0.12, 0.12
RISE_M = 0.03
"""Above the thing that was put down, before the arm turns to something else."""

HIGHER_M = (0.12, 0.2, 0.3)
"""Where to cross if a lower way is none: close to the base the elbow is bent least up there."""

Deed = Literal["grip", "let go"]


@dataclass(frozen=True, slots=True, eq=False)
class Leg:
    """One motion of a course; then the arm waits, does its deed and waits again."""

    trajectory: JointTrajectory
    state: Literal["reaching", "carrying", "moving"]
    settle_s: float = 0.0
    deed: Deed | None = None
    wait_s: float = 0.0


def course(request: CarryRequest, *, joints_rad: FloatArray, limits: HopLimits = BRISK) -> list[Leg]:
    """Return the legs that carry out a request from a posture; `ArmPlanError` where the arm cannot."""
    legs: list[Leg] = []
    here, present_rad = tip_of(joints_rad), joints_rad
    down_m = np.array([0.0, 0.0, PRESS_M])

    def go(place: Place, clear_m: float) -> JointTrajectory:
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
