import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.estimation.leg_odometry import Soles, StepOdometry
from ludens.geometry import Pose2

CYCLE_S = 0.012
poses = st.builds(Pose2, st.floats(-0.05, 0.05), st.floats(-0.03, 0.03), st.floats(-0.2, 0.2))


def walked(steps: list[Pose2]) -> tuple[StepOdometry, Pose2]:
    """A body that moves by each step over its left sole, then its right one, and so on, without slipping."""
    odometry = StepOdometry()
    ground_from_robot = Pose2.identity()
    left, right = Pose2(0.0, 0.05, 0.0), Pose2(0.0, -0.05, 0.0)
    for number, step in enumerate(steps):
        left_stands = number % 2 == 0
        for part in range(11):
            between = ground_from_robot @ Pose2.identity().interpolate(step, part / 10)
            robot_from_ground = between.inverse()
            # The other foot swings to beside the body's next place.
            beside = (ground_from_robot @ step) @ Pose2(0.0, -0.05 if left_stands else 0.05, 0.0)
            if left_stands:
                swing, right_now = beside, right.interpolate(beside, part / 10)
                soles = Soles(robot_from_ground @ left, robot_from_ground @ right_now)
            else:
                swing, left_now = beside, left.interpolate(beside, part / 10)
                soles = Soles(robot_from_ground @ left_now, robot_from_ground @ right)
            odometry.update(
                soles,
                left_n=50.0 if left_stands else 2.0,
                right_n=2.0 if left_stands else 50.0,
                yaw_rad=between.yaw_rad,
                elapsed_s=CYCLE_S,
            )
        ground_from_robot = ground_from_robot @ step
        left, right = (left, swing) if left_stands else (swing, right)
    return odometry, ground_from_robot


@settings(max_examples=30, deadline=None)
@given(st.lists(poses, min_size=1, max_size=8))
def test_without_slipping_it_is_where_the_body_is(steps: list[Pose2]) -> None:
    odometry, truth = walked(steps)
    assert odometry.odometry_from_robot.is_close(truth, tolerance=1e-9)


def test_the_doubt_grows_with_the_way_and_stays_a_covariance() -> None:
    short, _ = walked([Pose2(0.05, 0.0, 0.02)] * 4)
    long, _ = walked([Pose2(0.05, 0.0, 0.02)] * 16)
    for odometry in (short, long):
        np.testing.assert_allclose(odometry.covariance, odometry.covariance.T, atol=1e-15)
        assert np.linalg.eigvalsh(odometry.covariance).min() > 0.0
    assert np.linalg.det(long.covariance) > np.linalg.det(short.covariance)
    assert math.sqrt(long.covariance[0, 0]) < 0.1


def test_in_the_air_it_stays_where_it_was() -> None:
    odometry = StepOdometry()
    for x_m in (0.0, 0.1, 0.2):
        soles = Soles(Pose2(x_m, 0.05, 0.0), Pose2(x_m, -0.05, 0.0))
        odometry.update(soles, left_n=0.0, right_n=0.5, yaw_rad=0.0, elapsed_s=CYCLE_S)
    assert odometry.odometry_from_robot == Pose2.identity()


def test_a_heading_that_flips_in_a_fall_and_back_in_getting_up_is_as_before() -> None:
    odometry = StepOdometry()
    soles = Soles(Pose2(0.0, 0.05, 0.0), Pose2(0.0, -0.05, 0.0))
    for yaw_rad, load_n in (
        (0.0, 25.0),
        (0.1, 0.0),
        (0.1 + math.pi, 0.0),
        (0.1 + math.pi, 25.0),
        (0.1, 25.0),
    ):
        odometry.update(soles, left_n=load_n, right_n=load_n, yaw_rad=yaw_rad, elapsed_s=CYCLE_S)
    assert odometry.odometry_from_robot.yaw_rad == pytest.approx(0.1)


def test_a_foot_becomes_the_support_when_it_carries_nearly_all() -> None:
    odometry = StepOdometry()
    soles = Soles(Pose2(0.0, 0.05, 0.0), Pose2(0.0, -0.05, 0.0))
    loads = ((30, 20, True), (12, 38, True), (6, 44, False), (25, 25, False))
    for left_n, right_n, left_supports in loads:
        odometry.update(soles, left_n=left_n, right_n=right_n, yaw_rad=0.0, elapsed_s=CYCLE_S)
        assert odometry.left_supports is left_supports


def test_the_heading_is_the_gyroscope_s() -> None:
    odometry = StepOdometry()
    soles = Soles(Pose2(0.0, 0.05, 0.0), Pose2(0.0, -0.05, 0.0))
    for yaw_rad in (3.0, 3.1, -3.1):
        odometry.update(soles, left_n=25.0, right_n=25.0, yaw_rad=yaw_rad, elapsed_s=CYCLE_S)
    assert odometry.odometry_from_robot.yaw_rad == pytest.approx(-6.1 + 2 * math.pi)
