"""Arms by damped least squares: what can be reached is reached, limits are kept, the rest is told."""

import numpy as np
import pytest
from hypothesis import given, settings

from ludens.robots.nao import HIGHEST_RAD, LOWEST_RAD, mirrored
from ludens.robots.nao.kinematics import LEFT_ARM, RIGHT_ARM, Posture, solve_arm
from tests.robots.nao.postures import postures


@pytest.mark.parametrize(("left", "joints", "grip"), [(True, LEFT_ARM, "LGrip"), (False, RIGHT_ARM, "RGrip")])
@settings(max_examples=40)
@given(position_rad=postures)
def test_reachable_grips_are_reached(left, joints, grip, position_rad):
    wanted = Posture(position_rad).torso_from(grip)
    solution = solve_arm(wanted.translation, left=left)
    assert solution.error_m < 1e-3
    assert np.all(solution.position_rad >= LOWEST_RAD[joints])
    assert np.all(solution.position_rad <= HIGHEST_RAD[joints])
    reached = position_rad.copy()
    reached[joints] = solution.position_rad
    error_m = np.linalg.norm(Posture(reached).torso_from(grip).translation - wanted.translation)
    assert error_m == pytest.approx(solution.error_m, abs=1e-9)


@settings(max_examples=40)
@given(postures)
def test_point_and_direction_are_reached_from_nearby(position_rad):
    wanted = Posture(position_rad).torso_from("LGrip")
    start_rad = position_rad[LEFT_ARM] + 0.1
    solution = solve_arm(
        wanted.translation, left=True, pointing_in_torso=wanted.rotation[:, 0], start_rad=start_rad
    )
    assert solution.error_m < 2e-3
    assert solution.error_rad < 0.04


def test_far_points_are_told_and_pointed_at():
    solution = solve_arm(np.array([1.0, 0.1, 0.1]), left=True)
    assert 0.7 < solution.error_m < 0.8
    assert solution.error_rad == 0.0


def test_both_arms_mirror_each_other():
    point = np.array([0.15, 0.12, 0.05])
    posture = np.zeros(25)
    posture[LEFT_ARM] = solve_arm(point, left=True).position_rad
    image = np.zeros(25)
    image[RIGHT_ARM] = solve_arm(point * (1, -1, 1), left=False).position_rad
    np.testing.assert_allclose(mirrored(posture)[RIGHT_ARM], image[RIGHT_ARM], atol=1e-6)
