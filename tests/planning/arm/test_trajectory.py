import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.planning.arm.trajectory import ArmPlanError, Limits, MotionProfile

LIMITS = Limits((1.0, 0.5), (4.0, 3.0), (60.0, 40.0))
places = st.tuples(st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))
BEAT_S = 0.001


@given(start=places, goal=places)
def test_it_leads_from_rest_to_rest_within_limits(start, goal):
    profile = MotionProfile(start, goal, LIMITS)

    times_s = np.arange(-0.01, profile.duration_s + 0.01, BEAT_S)
    way = np.array([profile.at(time_s) for time_s in times_s])
    speed = np.diff(way, axis=0) / BEAT_S
    acceleration = np.diff(speed, axis=0) / BEAT_S
    assert np.allclose(way[0], start)
    assert np.allclose(way[-1], goal)
    assert (np.abs(speed) <= np.array(LIMITS.speed) * 1.001 + 1e-6).all()
    assert (np.abs(acceleration) <= np.array(LIMITS.acceleration) * 1.02 + 1e-3).all()
    assert np.abs(speed[[0, -1]]).max() < 1e-3


def test_it_is_quick_where_nothing_is_in_its_way():
    # By hand: 0.4 m at up to 1 m/s and 4 m/s² takes 0.4/1 + 1/4 s, and a little for the jerk.
    assert MotionProfile([0.0], [0.4], Limits((1.0,), (4.0,), (4000.0,))).duration_s == pytest.approx(
        0.651, abs=1e-3
    )


def test_it_knows_when_a_value_is_passed():
    profile = MotionProfile([0.0], [0.4], Limits((1.0,), (4.0,), (60.0,)))

    time_s = profile.first_time_at(0.1)

    assert time_s is not None
    assert profile.at(time_s)[0] == pytest.approx(0.1)
    assert profile.first_time_at(0.5) is None


@pytest.mark.parametrize("goal", [float("nan"), float("inf")])
def test_numbers_that_are_none_are_refused_with_a_sentence(goal):
    with pytest.raises(ArmPlanError, match="No motion leads from"):
        MotionProfile([0.0], [goal], Limits((1.0,), (4.0,), (60.0,)))
