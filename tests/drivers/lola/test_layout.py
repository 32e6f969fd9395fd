"""Our maps against the independent ones: the same bytes, read and written."""

import math
import struct
from contextlib import suppress
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.drivers.lola.decoding import decode_actuators, decode_sensors
from ludens.drivers.lola.encoding import encode_actuators, encode_sensors
from ludens.drivers.lola.layout import ActuatorFrame, FrameError, SensorFrame
from tests.drivers.lola.independent import (
    ACTUATOR_LENGTHS,
    SENSOR_LENGTHS,
    actuator_map,
    pack,
    sensor_map,
    unpack,
)

LIGHTS = ("Chest", "LEar", "REar", "LEye", "REye", "LFoot", "RFoot", "Skull")
float32 = st.floats(width=32, allow_nan=False, allow_infinity=False)


def sensor_frame(values: dict[str, Any]) -> SensorFrame:
    return SensorFrame(
        accelerometer_mps2=np.array(values["Accelerometer"]),
        angles_rad=np.array(values["Angles"]),
        battery=np.array(values["Battery"]),
        current_a=np.array(values["Current"]),
        foot_pressure_kg=np.array(values["FSR"]),
        gyroscope_radps=np.array(values["Gyroscope"]),
        position_rad=np.array(values["Position"]),
        robot_config=tuple(values["RobotConfig"]),
        sonar_m=np.array(values["Sonar"]),
        status=np.array(values["Status"]),
        stiffness=np.array(values["Stiffness"]),
        temperature_c=np.array(values["Temperature"]),
        touch=np.array(values["Touch"]),
    )


def actuator_frame(values: dict[str, Any]) -> ActuatorFrame:
    def array(key: str) -> Any:
        return np.array(values[key]) if key in values else None

    return ActuatorFrame(
        position_rad=array("Position"),
        stiffness=array("Stiffness"),
        lights={key: array(key) for key in LIGHTS if key in values},
        sonar=tuple(values["Sonar"]) if "Sonar" in values else None,
    )


def test_a_sensor_map_is_written_byte_for_byte_in_896_bytes():
    ours = encode_sensors(sensor_frame(sensor_map()))
    assert len(ours) == 896
    assert ours == pack(sensor_map())


def test_an_actuator_map_is_written_byte_for_byte_in_786_bytes():
    ours = encode_actuators(actuator_frame(actuator_map()))
    assert len(ours) == 786
    assert ours == pack(actuator_map())


def test_the_first_bytes_are_those_of_the_description():
    sensors, actuators = (
        encode_sensors(sensor_frame(sensor_map())),
        encode_actuators(actuator_frame(actuator_map())),
    )
    assert sensors[:17] == b"\x8d\xadAccelerometer\x93\xca"
    assert sensors[17:20] == struct.pack(">f", 0.25)[:3]
    assert actuators[:14] == b"\x8b\xa8Position\xdc\x00\x19\xca"


@settings(max_examples=15)
@given(
    values=st.fixed_dictionaries(
        {
            key: st.lists(float32, min_size=count, max_size=count)
            for key, count in SENSOR_LENGTHS.items()
            if key not in ("RobotConfig", "Status")
        }
    ),
    status=st.lists(st.integers(0, 127), min_size=25, max_size=25),
)
def test_any_sensor_map_is_the_same_in_both_codecs(values: dict[str, Any], status: list[int]):
    whole = sensor_map(**values, Status=status)
    ours = encode_sensors(sensor_frame(whole))
    assert ours == pack(whole)
    assert unpack(ours) == (whole, 896)
    assert encode_sensors(decode_sensors(ours)) == ours


@settings(max_examples=40)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            key: st.lists(st.booleans() if key == "Sonar" else float32, min_size=count, max_size=count)
            for key, count in ACTUATOR_LENGTHS.items()
        },
    )
)
def test_any_partial_actuator_map_is_the_same_in_both_codecs(values: dict[str, Any]):
    ours = encode_actuators(actuator_frame(values))
    assert unpack(ours) == (values, len(ours))
    assert encode_actuators(decode_actuators(pack(values))) == ours


def test_float64_and_whole_numbers_are_understood():
    told = decode_actuators(pack({"Position": [1 / 3] * 25, "Stiffness": [1] * 25}, double=True))
    assert told.position_rad is not None
    assert told.stiffness is not None
    assert told.position_rad.tolist() == [1 / 3] * 25
    assert told.stiffness.tolist() == [1.0] * 25
    assert told.sonar is None
    assert not told.lights


def test_order_does_not_matter_and_unknown_keys_are_ignored():
    values = {"Mood": ["cheerful", None], **dict(reversed(sensor_map().items()))}
    assert encode_sensors(decode_sensors(pack(values))) == pack(sensor_map())
    assert decode_actuators(pack({"Tail": [1.0]})).position_rad is None


def test_a_longer_id_or_a_large_status_makes_a_longer_map_that_is_still_understood():
    values = sensor_map(RobotConfig=["B" * 40, "6.0.0", "", "6.10.12"], Status=[70_000] * 25)
    frame = decode_sensors(encode_sensors(sensor_frame(values)))
    assert frame.robot_config == tuple(values["RobotConfig"])
    assert frame.status.tolist() == values["Status"]


def test_numbers_beyond_float32_become_infinite_instead_of_wrong():
    frame = decode_sensors(encode_sensors(sensor_frame(sensor_map(Sonar=[1e300, 0.5]))))
    assert frame.sonar_m.tolist() == [math.inf, 0.5]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"Position": [0.0] * 24}, "'Position' holds 24 values; it must hold 25"),
        ({"Position": ["limp"] * 25}, "'Position' must be an array of 25 values"),
        ({"Position": [[0.0]] * 25}, "'Position' must be an array"),
        ({"Position": [[0.0], 1.0] + [0.0] * 23}, "'Position' must be an array"),
        ({"Stiffness": 1.0}, "'Stiffness' must be an array"),
        ({"Stiffness": None}, "'Stiffness' must be an array"),
        ({"Chest": [None] * 3}, "'Chest' holds a number that is not finite|'Chest' must be an array"),
        ({"Position": [math.nan] * 25}, "'Position' holds a number that is not finite"),
        ({"LEye": [math.inf] * 24}, "'LEye' holds a number that is not finite"),
        ({"Sonar": [True]}, "'Sonar' holds 1 values; it must hold 2"),
    ],
)
def test_a_wrong_actuator_map_is_refused_in_a_sentence(values: dict[str, Any], words: str):
    with pytest.raises(FrameError, match=words):
        decode_actuators(pack(values))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"Position": [0.0] * 25}, "lacks Accelerometer, Angles"),
        (sensor_map(Touch=[0.0] * 13), "'Touch' holds 13 values; it must hold 14"),
        (sensor_map(RobotConfig=[1, 2, 3, 4]), "'RobotConfig' must be an array of 4"),
        (sensor_map(RobotConfig="P00"), "'RobotConfig' must be an array of 4"),
        (sensor_map(Status=[math.nan] * 25), "'Status' must be an array"),
    ],
)
def test_a_wrong_sensor_map_is_refused_in_a_sentence(values: dict[str, Any], words: str):
    with pytest.raises(FrameError, match=words):
        decode_sensors(pack(values))


@pytest.mark.parametrize(
    "data", [b"", b"\x93\x01\x02\x03", b"\xc1", b"\x81\xa1\xff\xc0", pack(actuator_map())[:-1]]
)
def test_what_is_no_map_is_refused_in_a_sentence(data: bytes):
    with pytest.raises(FrameError):
        decode_actuators(data)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes):
    for decode in (decode_actuators, decode_sensors):
        with suppress(FrameError):  # nothing else may be raised
            decode(data)


def test_a_map_nested_too_deeply_is_refused():
    with pytest.raises(FrameError):
        decode_actuators(b"\x81\xa1a" + b"\x91" * 8000 + b"\xc0")


def test_an_array_of_a_wrong_length_is_not_sent():
    with pytest.raises(FrameError, match="'Position' holds 3 values; LoLA's map has place for 25"):
        encode_actuators(ActuatorFrame(position_rad=np.zeros(3)))


def test_a_common_library_reads_our_maps():
    assert msgspec.msgpack.decode(encode_sensors(sensor_frame(sensor_map())))["Sonar"] == [0.5, 0.75]
