import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ludens.geometry import Transform3
from ludens.robots.iiwa import HIGHEST_RAD
from ludens.robots.iiwa.kinematics import approach, base_from_flange

bends = st.floats(0.1, 0.8).flatmap(lambda size: st.sampled_from([size, -size]))
postures = arrays(np.float64, 7, elements=bends).map(lambda share: share * HIGHEST_RAD)
nudges = arrays(np.float64, 7, elements=st.floats(-0.1, 0.1))


@given(joints_rad=postures, nudge_rad=nudges)
def test_from_nearby_it_reaches_the_place_within_limits(joints_rad, nudge_rad):
    place = base_from_flange(joints_rad)

    found_rad, distance_m, angle_rad = approach(place, start_rad=joints_rad + nudge_rad)

    assert distance_m < 1e-4
    assert angle_rad < 1e-3
    assert (np.abs(found_rad) <= HIGHEST_RAD).all()


def test_out_of_reach_it_comes_as_near_as_the_arm_is_long():
    start_rad = np.array([0.0, 0.8, 0.0, -1.0, 0.0, 0.5, 0.0])
    there = Transform3.from_rpy(pitch_rad=np.pi / 2, translation=(2.0, 0.0, 0.340))

    found_rad, distance_m, _ = approach(there, start_rad=start_rad)

    assert abs(distance_m - (2.0 - 0.926)) < 0.02
    assert (np.abs(found_rad) <= HIGHEST_RAD).all()
