"""A body told in messages and told by LoLA is the same body."""

import numpy as np
import pytest

from ludens.drivers.lola.decoding import decode_sensors
from ludens.drivers.lola.encoding import encode_sensors
from ludens.drivers.lola.sensing import SIMULATED_CONFIG, frame_of, messages_of, sonar_of
from ludens.messages import BatteryState, ImuReading
from tests.drivers.lola.independent import pack, sensor_map, unpack


def test_a_map_becomes_messages_and_the_same_map_again():
    frame = decode_sensors(pack(sensor_map()))
    again = frame_of((*messages_of(frame, time_s=1.0), sonar_of(frame, time_s=1.0)))
    values, size = unpack(encode_sensors(again))
    assert size == 896
    expected = sensor_map(RobotConfig=list(SIMULATED_CONFIG))
    assert values.keys() == expected.keys()
    for key, numbers in expected.items():
        assert values[key] == (numbers if key == "RobotConfig" else pytest.approx(numbers, rel=1e-6)), key


def test_of_two_messages_of_a_kind_the_last_counts():
    still, turning = (
        ImuReading(
            time_s=0.0, angular_velocity_radps=(0.0, 0.0, yaw), linear_acceleration_mps2=(0.0, 0.0, 9.8)
        )
        for yaw in (0.0, 1.0)
    )
    frame = frame_of((still, turning))
    assert frame.gyroscope_radps.tolist() == [0.0, 0.0, 1.0]
    assert frame.accelerometer_mps2.tolist() == [0.0, 0.0, -9.8]


def test_what_was_never_heard_of_reads_as_nothing():
    values, size = unpack(encode_sensors(frame_of(())))
    assert size == 896
    assert not any(np.any(numbers) for key, numbers in values.items() if key != "RobotConfig")


def test_a_battery_whose_status_is_no_number_is_told_without_it():
    frame = decode_sensors(pack(sensor_map(Battery=[0.5, float("nan"), -1.0, 30.0])))
    battery = next(message for message in messages_of(frame, time_s=0.0) if isinstance(message, BatteryState))
    assert battery.status == 0
