import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.planning.arm.hop import Hop, ToolPose
from ludens.planning.arm.trajectory import ArmPlanError

tips = st.tuples(st.floats(0.4, 0.8), st.floats(-0.3, 0.3), st.floats(0.0, 0.2)).map(np.array)
CLEAR_M = 0.06


@given(start_m=tips, goal_m=tips)
def test_it_crosses_only_while_clear_and_ends_where_it_shall(start_m, goal_m):
    hop = Hop(ToolPose(start_m), ToolPose(goal_m, 0.7), clear_m=CLEAR_M)

    places = [hop.at(time_s) for time_s in np.linspace(0.0, hop.duration_s, 200)]

    assert np.allclose(places[0].tip_m, start_m)
    assert np.allclose(places[-1].tip_m, goal_m)
    assert places[-1].yaw_rad == pytest.approx(0.7)
    for place in places:
        away_m = min(
            float(np.hypot(*(place.tip_m - start_m)[:2])), float(np.hypot(*(place.tip_m - goal_m)[:2]))
        )
        assert away_m < 1e-6 or place.tip_m[2] > CLEAR_M - 1e-6


def test_up_across_and_down_overlap():
    start, goal = ToolPose(np.array([0.5, 0.0, 0.0])), ToolPose(np.array([0.5, 0.3, 0.0]))

    hop = Hop(start, goal, clear_m=CLEAR_M)

    one_after_the_other_s = (
        2.0 * Hop(start, start, clear_m=CLEAR_M).duration_s / 2.0 + Hop(start, goal, clear_m=0.0).duration_s
    )
    assert hop.duration_s < one_after_the_other_s - 0.1


def test_with_nothing_in_the_way_it_stays_low():
    hop = Hop(ToolPose(np.array([0.5, 0.0, 0.02])), ToolPose(np.array([0.5, 0.3, 0.02])), clear_m=0.0)

    assert max(hop.at(time_s).tip_m[2] for time_s in np.linspace(0, hop.duration_s, 50)) < 0.0201


def test_from_high_above_it_sinks_while_it_crosses():
    high, low = ToolPose(np.array([0.4, 0.0, 0.3])), ToolPose(np.array([0.7, 0.0, 0.02]))

    for start, goal in ((high, low), (low, high)):
        hop = Hop(start, goal, clear_m=CLEAR_M)
        halfway = next(
            place
            for place in (hop.at(time_s) for time_s in np.linspace(0.0, hop.duration_s, 400))
            if abs(place.tip_m[0] - 0.55) < 0.005
        )
        assert CLEAR_M < halfway.tip_m[2] < 0.25


def test_a_hop_to_where_it_is_takes_no_time():
    place = ToolPose(np.array([0.5, 0.0, 0.02]), 0.3)

    hop = Hop(place, place, clear_m=0.0)

    assert hop.duration_s == 0.0
    assert np.allclose(hop.at(0.0).tip_m, place.tip_m)


def test_a_height_that_is_no_number_is_refused():
    with pytest.raises(ArmPlanError, match="finite height"):
        Hop(ToolPose(np.zeros(3)), ToolPose(np.ones(3)), clear_m=float("nan"))
