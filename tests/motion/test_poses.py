import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import FloatArray
from ludens.motion.poses import POSES, PoseError, PoseMotion, posture_of, symmetrical
from ludens.robots.nao.joints import HIGHEST_RAD, LOWEST_RAD, SPEED_RADPS, mirrored
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.places import SOLE_BACK_M, SOLE_FRONT_M

shares = st.lists(st.floats(0.0, 1.0), min_size=25, max_size=25).map(np.array)


def between_limits(share: FloatArray) -> FloatArray:
    return LOWEST_RAD + share * (HIGHEST_RAD - LOWEST_RAD)


@pytest.mark.parametrize("name", POSES)
def test_a_pose_keeps_the_limits_and_is_symmetrical(name: str) -> None:
    position_rad = posture_of(name)

    assert (position_rad >= LOWEST_RAD).all()
    assert (position_rad <= HIGHEST_RAD).all()
    np.testing.assert_allclose(mirrored(position_rad), position_rad, atol=1e-9)


@pytest.mark.parametrize("name", POSES)
def test_in_a_pose_the_mass_is_well_within_flat_soles(name: str) -> None:
    body = Posture(posture_of(name))
    left, right = body.torso_from_left_sole, body.torso_from_right_sole

    mass_in_sole = left.inverse().apply(body.center_of_mass_in_torso_m)
    assert -SOLE_BACK_M + 0.04 < mass_in_sole[0] < SOLE_FRONT_M - 0.04
    np.testing.assert_allclose((left.inverse() @ right).rotation, np.eye(3), atol=1e-9)


@given(shares, shares, st.floats(0.1, 1.0))
def test_a_motion_reaches_its_goal_within_speed_and_limits(
    start: FloatArray, goal: FloatArray, speed_share: float
) -> None:
    motion = PoseMotion(between_limits(start), between_limits(goal), speed_share)
    times_s = np.linspace(0.0, motion.duration_s, 101)
    way = np.array([motion.at(time_s) for time_s in times_s])

    np.testing.assert_allclose(way[0], motion.start_rad)
    np.testing.assert_allclose(way[-1], motion.goal_rad, atol=1e-12)
    assert (way >= LOWEST_RAD - 1e-12).all()
    assert (way <= HIGHEST_RAD + 1e-12).all()
    fastest_radps = np.abs(np.diff(way, axis=0)).max(axis=0) / (times_s[1] - times_s[0])
    assert (fastest_radps <= speed_share * SPEED_RADPS * (1.0 + 1e-9)).all()


def test_a_motion_stays_at_its_goal() -> None:
    goal_rad = between_limits(np.full(25, 0.4))
    np.testing.assert_array_equal(PoseMotion(posture_of("stand"), goal_rad).at(99.0), goal_rad)


def test_mistakes_in_poses_are_told() -> None:
    with pytest.raises(PoseError, match="middle and left side, not 'RHipRoll'"):
        symmetrical({"RHipRoll": 0.0})
    with pytest.raises(PoseError, match="no pose 'lie'"):
        posture_of("lie")
    with pytest.raises(PoseError, match="finite postures"):
        _ = PoseMotion(np.full(25, np.nan), posture_of("stand")).duration_s
