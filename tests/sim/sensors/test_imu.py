from dataclasses import replace

import mujoco
import numpy as np
import pytest

from ludens.messages import ImuReading
from ludens.robots.pioneer import load_noise
from ludens.robots.sensor_noise import ImuNoise
from ludens.sim.sensors.imu import ImuSensor


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


def test_one_that_looks_reports_the_mean_since_its_last_reading():
    """A knock between two readings counts by its share of the time."""
    spec = mujoco.MjSpec()
    body = spec.worldbody.add_body(name="box")
    body.add_freejoint()
    body.add_geom(size=[0.1, 0.1, 0.1], type=mujoco.mjtGeom.mjGEOM_BOX, mass=1.0)
    site = body.add_site(name="imu")
    for name, kind in (("gyroscope", "GYRO"), ("accelerometer", "ACCELEROMETER")):
        sensor_type = getattr(mujoco.mjtSensor, f"mjSENS_{kind}")
        spec.add_sensor(
            name=f"r/{name}", type=sensor_type, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=site.name
        )
    model = spec.compile()
    data = mujoco.MjData(model)
    sensor = ImuSensor(model, data, robot="r", noise=ImuNoise(), random=np.random.default_rng(0))
    for rate_radps in (0.0, 6.0, 0.0):
        data.qvel[5] = rate_radps
        mujoco.mj_forward(model, data)
        sensor.look(0)
    assert sensor.read(0).angular_velocity_radps[2] == pytest.approx(2.0)
    assert sensor.read(0).angular_velocity_radps[2] == 0.0
