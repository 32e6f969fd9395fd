"""Writes maps as LoLA does: keys in its order, numbers as float32, nothing longer than it must be."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from ludens.drivers.lola.errors import FrameError
from ludens.drivers.lola.frames import ActuatorFrame, SensorFrame
from ludens.drivers.lola.layout import ACTUATORS, SENSORS, Entry, Kind

FLOAT32_TAG = 0xCA
_FLOAT32 = np.dtype([("tag", "u1"), ("value", ">f4")])  # as it travels: five bytes, most significant first
_encode = msgspec.msgpack.encode  # keys, lengths, texts and whole numbers; of floats it knows 64 bits only


def encode_sensors(frame: SensorFrame) -> bytes:
    """A whole sensor map: 896 bytes when ids and versions are as long as a real robot's."""
    return _map(
        SENSORS,
        {
            "Accelerometer": frame.accelerometer_mps2,
            "Angles": frame.angles_rad,
            "Battery": frame.battery,
            "Current": frame.current_a,
            "FSR": frame.foot_pressure_kg,
            "Gyroscope": frame.gyroscope_radps,
            "Position": frame.position_rad,
            "RobotConfig": frame.robot_config,
            "Sonar": frame.sonar_m,
            "Status": frame.status,
            "Stiffness": frame.stiffness,
            "Temperature": frame.temperature_c,
            "Touch": frame.touch,
        },
    )


def encode_actuators(frame: ActuatorFrame) -> bytes:
    """An actuator map of what the frame tells: 786 bytes when it tells everything."""
    joints = {"Position": frame.position_rad, "Stiffness": frame.stiffness, "Sonar": frame.sonar}
    told = {key: values for key, values in {**joints, **frame.lights}.items() if values is not None}
    return _map(tuple(entry for entry in ACTUATORS if entry.key in told), told)


def _map(entries: Sequence[Entry], values: Mapping[str, Any]) -> bytes:
    parts = [_MAP_HEADS[len(entries)]]
    for entry in entries:
        array = values[entry.key]
        if len(array) != entry.count:
            raise FrameError(
                f"'{entry.key}' holds {len(array)} values; LoLA's map has place for {entry.count}."
            )
        parts.append(_HEADS[entry])
        parts.append(_numbers(array) if entry.kind is Kind.NUMBER else _others(array))
    return b"".join(parts)


def _numbers(values: Any) -> bytes:
    packed = np.empty(len(values), _FLOAT32)
    packed["tag"] = FLOAT32_TAG
    with np.errstate(over="ignore"):  # beyond float32 there is infinity, which whoever reads it refuses
        packed["value"] = values
    return packed.tobytes()


def _others(values: Any) -> bytes:
    plain = values.tolist() if isinstance(values, np.ndarray) else values
    return b"".join(map(_encode, plain))


def _head(entry: Entry) -> bytes:
    """The key and the beginning of its array."""
    empty_slots = [None] * entry.count  # a nil is one byte: cut off, the head of the array is left
    return _encode(entry.key) + _encode(empty_slots)[: -entry.count]


_HEADS = {entry: _head(entry) for entry in (*SENSORS, *ACTUATORS)}
_MAP_HEADS = [bytes([0x80 | count]) for count in range(16)]
