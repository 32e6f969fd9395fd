import math
from dataclasses import replace

import pytest

from ludens.geometry import Pose2, difference
from ludens.messages import Odometry
from ludens.robots.pioneer import BODY, load_noise
from ludens.robots.pioneer.noise import OdometryNoise


def drift(hall) -> tuple[float, float]:
    """Drive a lap of arcs and straights; return how far odometry is off in metres and radians."""
    start = hall.pose()
    for forward_mps, turn_radps in ((0.4, 0.0), (0.3, 0.8), (0.0, -1.5), (0.4, 0.3), (0.0, 0.0)):
        hall.run(2.0, forward_mps=forward_mps, turn_radps=turn_radps)
    true = start.inverse() @ hall.pose()
    told = hall.all_of(Odometry)[-1].odometry_from_robot
    return math.hypot(true.x_m - told.x_m, true.y_m - told.y_m), abs(difference(true.yaw_rad, told.yaw_rad))


def test_without_noise_odometry_tells_the_truth(make_hall):
    metres, radians = drift(make_hall(robot=Pose2(-1.0, -1.0, 0.3)))
    assert metres < 0.01
    assert radians < 0.01


@pytest.mark.parametrize("seed", range(4))
def test_with_default_noise_it_drifts_but_not_far(make_hall, seed):
    metres, radians = drift(make_hall(robot=Pose2(-1.0, -1.0, 0.3), noise="default", seed=seed))
    assert 0.002 < metres < 0.25
    assert radians < 0.25
    assert metres + radians > 0.005


def test_it_starts_at_its_own_origin_wherever_the_robot_stands(make_hall):
    hall = make_hall(robot=Pose2(1.0, -2.0, 2.0), noise="default")
    hall.run(0.02)
    pose = hall.all_of(Odometry)[0].odometry_from_robot
    assert (pose.x_m, pose.y_m, pose.yaw_rad) == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)


def test_it_counts_whole_ticks(make_hall):
    coarse = replace(load_noise("off"), odometry=OdometryNoise(ticks_per_turn=100.0))
    hall = make_hall(noise=coarse)
    hall.run(2.0, forward_mps=0.2)
    tick_m = 2.0 * math.pi * BODY.wheel_radius_m / 100.0
    for reading in hall.all_of(Odometry):
        ticks = (
            2.0 * reading.odometry_from_robot.x_m / tick_m
        )  # half a tick where only one wheel has moved on
        assert ticks == pytest.approx(round(ticks), abs=1e-3)


def test_slip_makes_it_wander_differently_by_seed(make_hall):
    slippery = replace(load_noise("off"), odometry=OdometryNoise(slip_sigma=0.03))
    drifts = [
        drift(make_hall(robot=Pose2(-1.0, -1.0, 0.3), noise=slippery, seed=seed))[0] for seed in (1, 1, 2)
    ]
    assert drifts[0] == drifts[1] != drifts[2]
    assert min(drifts) > 0.005


def test_speed_is_that_of_the_wheels(make_hall):
    hall = make_hall()
    hall.run(2.0, forward_mps=0.3, turn_radps=0.5)
    last = hall.all_of(Odometry)[-1]
    assert last.forward_mps == pytest.approx(0.3, rel=0.01)
    assert last.turn_radps == pytest.approx(0.5, rel=0.01)
    assert last.time_s == pytest.approx(2.0)
