import math

import numpy as np
import pytest

from ludens.estimation.rolling_path import RollingPathFit
from ludens.geometry import Pose2

SPEED_MPS, HEADING_RAD, DECELERATION_MPS2 = 0.45, 2.2, 0.06


def ball(time_s: float) -> tuple[float, float]:
    way_m = SPEED_MPS * time_s - 0.5 * DECELERATION_MPS2 * time_s**2
    return 2.0 + way_m * math.cos(HEADING_RAD), -0.6 + way_m * math.sin(HEADING_RAD)


def fit_to(
    seconds: float, *, noise: np.random.Generator | None = None, yaw_radps: float = 0.0
) -> RollingPathFit:
    fit = RollingPathFit(remembered_s=5.0, deceleration_mps2=0.12, deceleration_sigma_mps2=0.05)
    for n in range(round(10 * seconds) + 1):
        time_s = 0.1 * n
        look(fit, time_s, ball(time_s), Pose2(0.0, 0.0, yaw_radps * time_s), noise)
    return fit


def look(
    fit: RollingPathFit,
    time_s: float,
    place_m: tuple[float, float],
    pose: Pose2,
    noise: np.random.Generator | None,
) -> None:
    x_m, y_m = pose.inverse().apply(*place_m)
    error_m, error_rad = (0.0, 0.0) if noise is None else noise.normal(0.0, (0.02, 0.005))
    fit.add(
        time_s,
        pose,
        range_m=math.hypot(x_m, y_m) + error_m,
        bearing_rad=math.atan2(y_m, x_m) + error_rad,
        range_sigma_m=0.02,
        bearing_sigma_rad=0.005,
    )


@pytest.mark.parametrize("yaw_radps", [0.0, 0.8])
def test_the_path_is_in_the_odometry_frame_however_the_robot_turns(yaw_radps: float):
    path = fit_to(4.0, yaw_radps=yaw_radps).path
    assert path is not None
    assert (path.x_m, path.y_m) == pytest.approx(ball(4.0), abs=0.01)
    assert path.speed_mps == pytest.approx(SPEED_MPS - 4.0 * DECELERATION_MPS2, abs=0.02)
    assert math.atan2(path.velocity_y_mps, path.velocity_x_mps) == pytest.approx(HEADING_RAD, abs=0.02)


def test_friction_is_learnt_from_a_long_look_and_left_to_the_prior_by_a_short_one():
    short, long = fit_to(0.5).path, fit_to(4.0).path
    assert short is not None
    assert long is not None
    assert short.deceleration_mps2 == pytest.approx(0.12, abs=0.01)
    assert long.deceleration_mps2 == pytest.approx(DECELERATION_MPS2, abs=0.01)


def test_the_speed_is_as_wrong_as_it_says():
    errors = []
    for seed in range(40):
        path = fit_to(1.0, noise=np.random.default_rng(seed)).path
        assert path is not None
        truth = SPEED_MPS - DECELERATION_MPS2
        error_mps = math.hypot(
            path.velocity_x_mps - truth * math.cos(HEADING_RAD),
            path.velocity_y_mps - truth * math.sin(HEADING_RAD),
        )
        errors.append(error_mps / path.speed_sigma_mps)
    assert 0.5 < np.sqrt(np.mean(np.square(errors))) < 1.6


def test_a_bounce_ends_the_path_and_a_new_one_is_found():
    fit = fit_to(1.5)
    turned = ball(1.5)
    for n in range(1, 16):
        place_m = (turned[0] + 0.03 * n, turned[1])
        look(fit, 1.5 + 0.1 * n, place_m, Pose2.identity(), None)
    assert fit.path is not None
    assert fit.path.velocity_x_mps > 0.2


@pytest.mark.parametrize("rolls_s", [1.3, 1.5])
def test_a_ball_that_was_held_at_first_is_not_taken_for_one_that_gains_speed(rolls_s: float):
    fit = RollingPathFit(remembered_s=2.5, deceleration_mps2=0.1, deceleration_sigma_mps2=0.05)
    for n in range(round(10 * (1.2 + rolls_s)) + 1):
        rolled_s = max(0.1 * n - 1.2, 0.0)
        range_m = 2.0 - 0.5 * rolled_s + 0.065 * rolled_s**2
        sigmas = {"range_sigma_m": 0.025 * range_m, "bearing_sigma_rad": 0.008}
        fit.add(0.1 * n, Pose2.identity(), range_m=range_m, bearing_rad=0.0, **sigmas)
    assert fit.path is not None
    assert fit.path.speed_mps == pytest.approx(0.5 - 0.13 * rolls_s, abs=0.06)


def test_a_glimpse_shows_no_path():
    assert fit_to(0.2).path is None


def test_a_ball_does_not_roll_back():
    path = fit_to(1.0).path
    assert path is not None
    rest_s = path.speed_mps / path.deceleration_mps2
    assert path.rolled_m(rest_s) == pytest.approx(path.rolled_m(10.0 * rest_s))
    assert path.rolled_m(0.5 * rest_s) < path.rolled_m(rest_s)
