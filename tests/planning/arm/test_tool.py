import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.chess.workcell.measures import PAPER
from ludens.planning.arm.follow import posture_at
from ludens.planning.arm.tool import EASY_LEANING_RAD, FARTHEST_M, MOST_LEANING_RAD, Tool
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.robots.iiwa.dimensions import SHOULDER_HEIGHT_M, WRIST_TO_FLANGE_M

TOOL = Tool(length_m=0.11)


@given(
    away_m=st.floats(0.3, 0.795),
    bearing_rad=st.floats(-2.0, 2.0),
    up_m=st.floats(0.0, 0.1),
    yaw=st.floats(-3, 3),
)
def test_the_tip_is_where_it_shall_be_and_the_wrist_keeps_off_the_edge_of_reach(
    away_m, bearing_rad, up_m, yaw
):
    tip_m = np.array([away_m * np.cos(bearing_rad), away_m * np.sin(bearing_rad), up_m])

    flange = TOOL.base_from_flange(TOOL.at(tip_m, yaw_rad=yaw))

    assert np.allclose(flange.rotation @ flange.rotation.T, np.eye(3))
    assert np.allclose(flange.apply((0.0, 0.0, TOOL.length_m)), tip_m)
    assert flange.rotation[2, 2] <= -np.cos(MOST_LEANING_RAD)
    wrist_m = flange.apply((0.0, 0.0, -WRIST_TO_FLANGE_M)) - np.array([0.0, 0.0, SHOULDER_HEIGHT_M])
    assert np.linalg.norm(wrist_m) < FARTHEST_M + 1e-9
    assert np.arctan2(-flange.rotation[1, 0], -flange.rotation[0, 0]) == pytest.approx(yaw, abs=0.002)


def test_it_stands_upright_over_most_of_the_board_and_leans_more_where_that_lies_too_far_away():
    tops = PAPER.base_from_board().apply(np.column_stack((PAPER.middles()[:64], np.full(64, 0.02))))
    leans_rad = [TOOL.at(tip_m).lean_rad for tip_m in tops]
    assert 0 < np.count_nonzero(leans_rad) <= 4
    assert max(leans_rad) <= EASY_LEANING_RAD

    places = [TOOL.at(tip_m) for tip_m in tops + np.array([0.012, 0.0, 0.0])]

    assert EASY_LEANING_RAD < max(place.lean_rad for place in places) < MOST_LEANING_RAD
    assert all(posture_at(place, TOOL).room > 0.0 for place in places)


def test_what_is_out_of_reach_however_it_leans_is_refused():
    with pytest.raises(ArmPlanError, match="does not reach"):
        TOOL.at(np.array([0.85, 0.0, 0.02]))
