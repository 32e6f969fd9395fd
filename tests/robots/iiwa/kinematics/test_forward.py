import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ludens.robots.iiwa import HIGHEST_RAD
from ludens.robots.iiwa.kinematics import base_from_flange, jacobian, link_frames

postures = arrays(np.float64, 7, elements=st.floats(-1.0, 1.0)).map(lambda share: share * HIGHEST_RAD)


def test_all_zero_the_arm_stands_straight_up():
    flange = base_from_flange(np.zeros(7))

    assert np.allclose(flange.translation, (0.0, 0.0, 0.340 + 0.400 + 0.400 + 0.126))
    assert np.allclose(flange.rotation, np.eye(3))


def test_a_bent_elbow_reaches_forward_with_the_flange_down():
    # By hand: upper arm level, forearm straight down from the elbow at x = 0.4, hand below it.
    joints_rad = np.array([0.0, math.pi / 2, 0.0, -math.pi / 2, 0.0, 0.0, 0.0])

    flange = base_from_flange(joints_rad)

    assert np.allclose(flange.translation, (0.400, 0.0, 0.340 - 0.400 - 0.126))
    assert np.allclose(flange.rotation[:, 2], (0.0, 0.0, -1.0))


@given(joints_rad=postures)
def test_the_jacobian_is_the_slope_of_the_forward_kinematics(joints_rad):
    slopes, step = jacobian(joints_rad), 1e-6
    for axis in range(7):
        moved = joints_rad.copy()
        moved[axis] += step
        before, after = base_from_flange(joints_rad), base_from_flange(moved)
        turn = after.rotation @ before.rotation.T
        turned = 0.5 * np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
        assert np.allclose(slopes[:3, axis], (after.translation - before.translation) / step, atol=1e-5)
        assert np.allclose(slopes[3:, axis], turned / step, atol=1e-5)


@given(joints_rad=postures)
def test_links_keep_their_lengths(joints_rad):
    places = link_frames(joints_rad)[:, :3, 3]

    assert np.allclose(np.linalg.norm(places[3] - places[1], axis=-1), 0.400)
    assert np.allclose(np.linalg.norm(places[5] - places[3], axis=-1), 0.400)
    assert np.allclose(np.linalg.norm(places[7] - places[5], axis=-1), 0.126)
