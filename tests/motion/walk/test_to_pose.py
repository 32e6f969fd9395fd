import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.core.contract.module import CycleTime
from ludens.core.runtime.module_check import check_module
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.messages import LegOdometry, WalkReport, WalkRequest, WalkTarget
from ludens.motion.walk import WalkToPose

CYCLE_S = 0.012


def odometry(pose: Pose2, time_s: float = 0.0) -> LegOdometry:
    return LegOdometry(time_s=time_s, odometry_from_robot=pose, covariance=np.zeros((3, 3)))


def report(*, stands: bool) -> WalkReport:
    return WalkReport(
        time_s=0.0,
        phase="stand" if stands else "step",
        share=0.0,
        left_is_stance=True,
        forward_mps=0.0,
        left_mps=0.0,
        turn_radps=0.0,
    )


def walked(walker: WalkToPose, target: WalkTarget, pose: Pose2, *, seconds: float):
    """A body that moves exactly as it is asked, from its own frame."""
    stands, requests = True, []
    for number in range(round(seconds / CYCLE_S)):
        time_s = number * CYCLE_S
        request = walker.cycle(CycleTime(time_s=time_s), odometry(pose), target, report(stands=stands))
        requests.append(request)
        stands = (request.forward_mps, request.left_mps, request.turn_radps) == (0.0, 0.0, 0.0)
        pose = pose @ Pose2(
            request.forward_mps * CYCLE_S, request.left_mps * CYCLE_S, request.turn_radps * CYCLE_S
        )
    return pose, requests


@settings(max_examples=25, deadline=None)
@given(st.floats(-math.pi, math.pi), st.floats(-math.pi, math.pi), st.booleans())
def test_it_comes_to_any_pose_and_stands_there(bearing_rad: float, yaw_rad: float, precise: bool) -> None:
    goal = Pose2(math.cos(bearing_rad), math.sin(bearing_rad), yaw_rad)
    target = WalkTarget(time_s=0.0, odometry_from_target=goal, precise=precise)
    pose, requests = walked(WalkToPose(), target, Pose2.identity(), seconds=40.0)
    assert pose.distance_m(goal) < (0.007 if precise else 0.021)
    assert abs(wrap(pose.yaw_rad - goal.yaw_rad)) < (0.014 if precise else 0.035)
    assert (requests[-1].forward_mps, requests[-1].turn_radps) == (0.0, 0.0)
    assert ("small" in {request.steps for request in requests}) is precise


def drifted(drift_mps: float) -> float:
    """How far beyond a precise target a body comes at most that drifts forward while it steps."""
    walker, place_m, farthest_m, stands = WalkToPose(), 0.0, -1.0, True
    target = WalkTarget(time_s=0.0, odometry_from_target=Pose2(0.06, 0.0, 0.0), precise=True)
    for number in range(round(8.0 / CYCLE_S)):
        time_s, pose = number * CYCLE_S, Pose2(place_m, 0.0, 0.0)
        request = walker.cycle(CycleTime(time_s=time_s), odometry(pose), target, report(stands=stands))
        most_mps = 0.06 if request.steps == "small" else 0.2
        stands = (request.forward_mps, request.left_mps, request.turn_radps) == (0.0, 0.0, 0.0)
        if not stands:
            place_m += (max(min(request.forward_mps, most_mps), -most_mps) + drift_mps) * CYCLE_S
        farthest_m = max(farthest_m, place_m - 0.06)
    return farthest_m


def test_a_body_that_drifts_forward_is_braked_before_what_is_behind_a_precise_target() -> None:
    assert drifted(0.05) < 0.004
    assert drifted(0.09) < 0.04, "faster than small steps go back"


def test_without_a_target_it_stands() -> None:
    request = WalkToPose().cycle(CycleTime(time_s=0.0), odometry(Pose2(1.0, 0.0, 0.0)), None, None)
    assert request == WalkRequest(time_s=0.0)


def test_a_stop_that_was_too_far_off_is_mended_after_a_rest() -> None:
    walker = WalkToPose()
    target = WalkTarget(time_s=0.0, odometry_from_target=Pose2(0.3, 0.0, 0.0))
    walked(walker, target, Pose2.identity(), seconds=8.0)
    pose, again = walked(walker, target, Pose2(0.25, 0.0, 0.0), seconds=6.0)
    assert max(request.forward_mps for request in again) > 0.02
    assert pose.distance_m(Pose2(0.3, 0.0, 0.0)) < 0.015


def test_it_keeps_the_promises_of_a_module() -> None:
    target = WalkTarget(time_s=0.0, odometry_from_target=Pose2(1.0, 0.5, 0.0))
    examples = [
        {
            "now": CycleTime(time_s=t),
            "odometry": odometry(Pose2.identity()),
            "target": target,
            "walk": report(stands=False),
        }
        for t in (0.0, 0.012)
    ]
    check_module(WalkToPose, examples)
