import chess
import numpy as np
import pytest

from ludens.games.chess.calibrate.postures import postures, route
from ludens.games.chess.move.trajectories import LOWEST_M, course, tip_height_m, turning
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.games.chess.workcell.measures import PAPER
from ludens.messages import CarryRequest
from ludens.planning.arm.follow import LIMITS
from ludens.planning.arm.trajectory import ArmPlanError

CLEAR_M = 0.038


@pytest.mark.parametrize("square", [chess.D1, chess.E1, chess.A1, chess.H8])
@pytest.mark.parametrize("nearer_m", [0.0, 0.008])
def test_the_arm_comes_home_from_every_square_also_if_the_board_lies_nearer(square, nearer_m):
    middle = PAPER.middle_of(on_square(square))
    assert middle is not None
    top_m = PAPER.base_from_board().apply((*middle, PAPER.piece_height_m)) - np.array([nearer_m, 0.0, 0.0])
    at = (float(top_m[0]), float(top_m[1]), float(top_m[2]))
    put_down = CarryRequest(time_s=0.0, number=1, origin_m=at, target_m=at, thing_m=0.02, clear_m=CLEAR_M)
    there_rad = course(put_down, joints_rad=REST_RAD)[-1].trajectory.joints_rad[-1]

    (home,) = course(CarryRequest(time_s=0.0, number=2, clear_m=CLEAR_M), joints_rad=there_rad)

    assert np.abs(home.trajectory.joints_rad[-1] - REST_RAD).max() < 0.02
    assert home.trajectory.duration_s < 3.0


@pytest.mark.parametrize("seed", [0, 1, 5])  # of the first ones drawn with 5, the last had no way home
def test_the_arm_turns_through_all_calibration_postures_within_limits_and_high_over_the_pieces(seed):
    ordered = route(REST_RAD, postures(np.random.default_rng(seed)))

    assert len(ordered) == 20
    duration_s = 0.0
    for before, after in zip([REST_RAD, *ordered], [*ordered, REST_RAD], strict=True):
        way = turning(before, after)
        assert np.allclose(way.joints_rad[0], before)
        assert np.allclose(way.joints_rad[-1], after)
        assert way.stretches_needed(LIMITS).max() <= 1.0
        assert min(tip_height_m(posture) for posture in way.joints_rad) >= LOWEST_M
        duration_s += way.duration_s
    assert duration_s < 25.0


def test_a_posture_low_over_the_table_or_beyond_an_axis_is_refused_with_a_sentence():
    low = np.array([0.0, 1.05, 0.0, -1.2, 0.0, 1.0, 0.0])
    assert tip_height_m(low) < LOWEST_M
    with pytest.raises(ArmPlanError, match="must stay above"):
        turning(REST_RAD, low)
    with pytest.raises(ArmPlanError, match="cannot stand so"):
        turning(REST_RAD, REST_RAD + 3.2)
