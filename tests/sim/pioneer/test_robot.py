from dataclasses import replace

import pytest

from ludens.core.errors import LudensError
from ludens.geometry import Pose2
from ludens.messages import MagnetCommand, Odometry
from ludens.robots.pioneer import LIMITS, load_noise
from ludens.robots.pioneer.noise import MotorNoise


@pytest.mark.parametrize("speed_mps", [0.05, 0.3, 0.8, -0.4])
def test_it_drives_straight_at_the_commanded_speed(make_hall, speed_mps):
    hall = make_hall()
    hall.run(1.0, forward_mps=speed_mps)
    start = hall.pose()
    hall.run(1.0, forward_mps=speed_mps)
    way = start.inverse() @ hall.pose()
    assert way.x_m == pytest.approx(speed_mps, rel=0.01)
    assert abs(way.y_m) < 0.002
    assert abs(way.yaw_rad) < 0.002


@pytest.mark.parametrize("turn_radps", [0.2, 1.0, -2.0])
def test_it_turns_on_the_spot_at_the_commanded_rate(make_hall, turn_radps):
    hall = make_hall()
    hall.run(1.0, turn_radps=turn_radps)
    start = hall.pose()
    hall.run(1.0, turn_radps=turn_radps)
    way = start.inverse() @ hall.pose()
    assert way.yaw_rad == pytest.approx(turn_radps, rel=0.01)
    assert abs(way.x_m) < 0.005
    assert abs(way.y_m) < 0.005


def test_speed_and_acceleration_are_limited_whatever_is_commanded(make_hall):
    hall = make_hall(robot=Pose2(-2.2, 0.0, 0.0))
    hall.run(0.5, forward_mps=50.0)
    after_half_a_second = hall.all_of(Odometry)[-1].forward_mps
    assert after_half_a_second == pytest.approx(0.5 * LIMITS.forward_mps2, abs=0.05)
    hall.run(1.5, forward_mps=50.0)
    assert hall.all_of(Odometry)[-1].forward_mps == pytest.approx(LIMITS.forward_mps, rel=0.01)


def test_without_commands_it_stops_after_half_a_second(make_hall):
    hall = make_hall()
    hall.run(1.0, forward_mps=0.3)
    hall.run(0.4, command=False)
    assert hall.all_of(Odometry)[-1].forward_mps == pytest.approx(0.3, rel=0.02)
    hall.run(0.6, command=False)
    assert abs(hall.all_of(Odometry)[-1].forward_mps) < 0.005


def test_made_safe_it_comes_to_rest_and_goes_on_when_told(make_hall):
    hall = make_hall(robot=Pose2(-2.0, 0.0, 0.0))
    hall.run(1.5, forward_mps=1.0, turn_radps=0.2)
    hall.robot.make_safe(time_ns=hall.physics.time_ns)
    hall.run(1.2, command=False)
    assert abs(hall.all_of(Odometry)[-1].forward_mps) < 0.005
    assert abs(hall.all_of(Odometry)[-1].turn_radps) < 0.01
    hall.run(1.0, forward_mps=0.2)
    assert hall.all_of(Odometry)[-1].forward_mps == pytest.approx(0.2, rel=0.02)


def test_in_the_dead_band_the_wheels_do_not_turn(make_hall):
    noise = replace(load_noise("off"), motors=MotorNoise(deadband_mps=0.02))
    hall = make_hall(noise=noise)
    hall.run(1.0, forward_mps=0.015)
    assert abs(hall.pose().x_m) < 0.001
    hall.run(1.0, forward_mps=0.05)
    assert hall.pose().x_m > 0.03


def test_a_lagging_controller_reaches_the_speed_later(make_hall):
    ways = []
    for lag_s in (0.0, 0.2):
        hall = make_hall(noise=replace(load_noise("off"), motors=MotorNoise(time_constant_s=lag_s)))
        hall.run(1.5, forward_mps=0.5)
        ways.append(hall.pose().x_m)
    assert ways[0] - ways[1] == pytest.approx(0.5 * 0.2, rel=0.1)


def test_unequal_wheels_pull_to_one_side_by_seed(make_hall):
    noise = replace(load_noise("off"), motors=MotorNoise(gain_sigma=0.03))
    yaws = []
    for seed in (1, 1, 2):
        hall = make_hall(noise=noise, seed=seed)
        hall.run(2.0, forward_mps=0.5)
        yaws.append(hall.pose().yaw_rad)
    assert yaws[0] == yaws[1] != yaws[2]
    assert abs(yaws[0]) > 0.001


def test_a_command_for_parts_it_does_not_have_is_refused(make_hall):
    with pytest.raises(LudensError, match="takes BaseVelocityCommand, not MagnetCommand"):
        make_hall().robot.command(MagnetCommand(time_s=0.0, on=True), time_ns=0)
