"""Writes maps as LoLA does: keys in its order, numbers as float32, nothing longer than it must be."""

from collections.abc import Mapping
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
import numpy as np

from ludens.drivers.lola.layout import (
    ACTUATORS,
    SENSORS,
    ActuatorFrame,
    FrameError,
    MapEntry,
    SensorFrame,
    ValueKind,
)


def encode_sensors(frame: SensorFrame) -> bytes:
    """A whole sensor map: 896 bytes when ids and versions are as long as a real robot's."""
    return _SENSORS.write(
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
    """An actuator map with what the frame holds: 786 bytes when it holds everything."""
    joints = {"Position": frame.position_rad, "Stiffness": frame.stiffness, "Sonar": frame.sonar}
    values = {key: array for key, array in {**joints, **frame.lights}.items() if array is not None}
    return _actuators(frozenset(values)).write(values)


FLOAT32_ZERO = b"\xca\x00\x00\x00\x00"  # a tag and four bytes, most significant first
_encode = msgspec.msgpack.encode  # keys, lengths, texts and whole numbers; of floats it knows 64 bits only


class MapWriter:
    """A map of some entries, in their order."""

    def __init__(self, entries: tuple[MapEntry, ...]) -> None:
        self._entries = entries
        self._head = bytes([0x80 | len(entries)])
        self._parts = [
            _NumberForm(tuple(run)) if kind is ValueKind.NUMBER else _PlainArrays(tuple(run))
            for kind, run in groupby(entries, key=attrgetter("kind"))
        ]

    def write(self, values: Mapping[str, Any]) -> bytes:
        """The map with these arrays, by key."""
        for entry in self._entries:
            count = len(values[entry.key])
            if count != entry.count:
                raise FrameError(
                    f"'{entry.key}' holds {count} values; LoLA's map has place for {entry.count}."
                )
        return self._head + b"".join([part.write(values) for part in self._parts])


class _NumberForm:
    """Arrays of float32 that follow each other."""

    def __init__(self, entries: tuple[MapEntry, ...]) -> None:
        self._keys = [entry.key for entry in entries]
        text, places = b"", list[int]()
        for entry in entries:
            text += _array_head(entry)
            for _ in range(entry.count):
                places += range(len(text) + 1, len(text) + 5)
                text += FLOAT32_ZERO
        self._form = np.frombuffer(text, dtype=np.uint8)
        self._places = np.array(places)

    def write(self, values: Mapping[str, Any]) -> bytes:
        numbers = np.concatenate([values[key] for key in self._keys])
        with np.errstate(over="ignore"):  # beyond float32 there is infinity, which whoever reads it refuses
            packed = numbers.astype(">f4")
        filled = self._form.copy()
        filled[self._places] = packed.view(np.uint8)
        return filled.tobytes()


class _PlainArrays:
    """Arrays of texts, switches or whole numbers, which take as many bytes as they need."""

    def __init__(self, entries: tuple[MapEntry, ...]) -> None:
        self._heads = [(entry.key, _array_head(entry)) for entry in entries]

    def write(self, values: Mapping[str, Any]) -> bytes:
        return b"".join([head + self._array(values[key]) for key, head in self._heads])

    @staticmethod
    def _array(values: Any) -> bytes:
        plain = values.tolist() if isinstance(values, np.ndarray) else values
        return b"".join(map(_encode, plain))


def _array_head(entry: MapEntry) -> bytes:
    """The key and the beginning of its array."""
    empty_slots = [None] * entry.count  # a nil is one byte: cut off, the head of the array is left
    return _encode(entry.key) + _encode(empty_slots)[: -entry.count]


_SENSORS = MapWriter(SENSORS)


@cache
def _actuators(keys: frozenset[str]) -> MapWriter:
    return MapWriter(tuple(entry for entry in ACTUATORS if entry.key in keys))
