import numpy as np
import pytest

from ludens.games.chess.calibrate.poses import postures
from ludens.games.chess.calibrate.route import route
from ludens.games.chess.move.rest import REST_RAD
from ludens.games.chess.move.turning import LOWEST_M, tip_height_m, turning
from ludens.planning.arm.follow import LIMITS
from ludens.planning.arm.profile import ArmPlanError


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
