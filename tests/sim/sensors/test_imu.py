from dataclasses import replace

import numpy as np
import pytest

from ludens.messages import ImuReading
from ludens.robots.pioneer import load_noise
from ludens.robots.sensor_noise import ImuNoise


def test_at_rest_it_feels_gravity_and_no_turn(make_hall):
    hall = make_hall()
    hall.run(1.0)
    last = hall.all_of(ImuReading)[-1]
    assert last.linear_acceleration_mps2 == pytest.approx((0.0, 0.0, 9.81), abs=0.02)
    assert last.angular_velocity_radps == pytest.approx((0.0, 0.0, 0.0), abs=0.005)


def test_it_feels_turning_left_and_speeding_up(make_hall):
    hall = make_hall()
    hall.run(0.4, forward_mps=1.0)
    ahead = np.mean([reading.linear_acceleration_mps2[0] for reading in hall.all_of(ImuReading)[8:]])
    assert ahead == pytest.approx(1.2, abs=0.2)
    hall.run(1.5, turn_radps=0.8)
    assert hall.all_of(ImuReading)[-1].angular_velocity_radps[2] == pytest.approx(0.8, abs=0.02)


def test_noise_scatters_every_reading_and_bias_shifts_them_all(make_hall):
    figures = ImuNoise(gyro_sigma_radps=0.02, gyro_bias_sigma_radps=0.5)
    hall = make_hall(noise=replace(load_noise("off"), imu=figures))
    hall.run(4.0)
    rates = np.array([reading.angular_velocity_radps for reading in hall.all_of(ImuReading)])[50:]
    assert rates.std(axis=0) == pytest.approx([0.02] * 3, rel=0.25)
    assert np.abs(rates.mean(axis=0)).max() > 0.1
