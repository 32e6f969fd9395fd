import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.planning.arm.follow import BEAT_S, LIMITS, follow, posture_at
from ludens.planning.arm.hop import Hop, ToolPose
from ludens.planning.arm.tool import Tool
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.robots.iiwa import ACCELERATION_RADPS2, HIGHEST_RAD, SPEED_RADPS
from ludens.robots.iiwa.kinematics import base_from_flange

TOOL = Tool(length_m=0.11)
SQUARE_M = 0.04875
squares = st.tuples(st.integers(0, 7), st.integers(0, 7)).map(
    lambda at: ToolPose(np.array([0.6 + (at[1] - 3.5) * SQUARE_M, (3.5 - at[0]) * SQUARE_M, 0.02]))
)


@settings(max_examples=20, deadline=None)
@given(start=squares, goal=squares)
def test_from_any_square_to_any_other_the_joints_lead_the_tool_along_the_hop_within_limits(start, goal):
    hop = Hop(start, goal, clear_m=0.055)

    trajectory = follow(
        hop,
        tool=TOOL,
        start_rad=posture_at(start, TOOL).joints_rad,
        goal_elbow_rad=posture_at(goal, TOOL).elbow_rad,
    )

    speed = np.diff(trajectory.joints_rad, axis=0) / BEAT_S
    assert (np.abs(trajectory.joints_rad) <= HIGHEST_RAD).all()
    assert (np.abs(speed) <= SPEED_RADPS).all()
    assert (np.abs(np.diff(speed, axis=0)) / BEAT_S <= ACCELERATION_RADPS2).all()
    assert trajectory.stretches_needed(LIMITS).max() <= 1.0
    way_m, _, _ = hop.sampled(np.linspace(0.0, hop.duration_s, 2001))
    last = len(trajectory.joints_rad) - 1
    passed = []
    for share in (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0):
        flange = base_from_flange(trajectory.joints_rad[round(share * last)])
        away_m = np.linalg.norm(way_m - flange.apply((0.0, 0.0, TOOL.length_m)), axis=1)
        assert away_m.min() < 0.0005  # the places of the way are half a millimetre apart
        assert flange.rotation[2, 2] == pytest.approx(-1.0)
        passed.append(int(away_m.argmin()))
    assert passed == sorted(passed) or start.tip_m.tolist() == goal.tip_m.tolist()  # up and down one line
    assert np.allclose(way_m[[passed[0], passed[-1]]], [start.tip_m, goal.tip_m], atol=1e-6)


def test_only_near_the_stretched_arm_is_the_way_to_a_far_corner_gone_slowly():
    start = ToolPose(np.array([0.42, 0.0, 0.3]))
    goal = TOOL.at(np.array([0.6 + 3.5 * SQUARE_M, 3.5 * SQUARE_M, 0.02]))
    hop = Hop(start, goal, clear_m=0.055)

    trajectory = follow(
        hop,
        tool=TOOL,
        start_rad=posture_at(start, TOOL).joints_rad,
        goal_elbow_rad=posture_at(goal, TOOL).elbow_rad,
    )

    needed = trajectory.stretches_needed(LIMITS)
    assert needed.max() <= 1.0
    assert np.sort(needed)[len(needed) // 2] > 0.7  # elsewhere axes are not idle


def test_between_two_beats_joints_go_straight_and_outside_they_rest():
    start, goal = ToolPose(np.array([0.5, 0.0, 0.02])), ToolPose(np.array([0.6, 0.1, 0.02]))
    trajectory = follow(
        Hop(start, goal, clear_m=0.05),
        tool=TOOL,
        start_rad=posture_at(start, TOOL).joints_rad,
        goal_elbow_rad=0.0,
    )

    assert np.allclose(trajectory.at(-1.0), trajectory.joints_rad[0])
    assert np.allclose(trajectory.at(99.0), trajectory.joints_rad[-1])
    assert np.allclose(trajectory.at(1.5 * BEAT_S), trajectory.joints_rad[1:3].mean(axis=0))


def test_out_of_reach_there_is_a_sentence_and_no_motion():
    far = ToolPose(np.array([1.0, 0.0, 0.02]))
    near = ToolPose(np.array([0.6, 0.0, 0.02]))

    with pytest.raises(ArmPlanError, match="does not reach"):
        posture_at(far, TOOL)
    with pytest.raises(ArmPlanError, match="does not reach"):
        follow(
            Hop(near, far, clear_m=0.05),
            tool=TOOL,
            start_rad=posture_at(near, TOOL).joints_rad,
            goal_elbow_rad=0.0,
        )
