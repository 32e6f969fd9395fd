"""Reads maps by key: any order, float32 or float64. Ignores unknown keys, refuses wrong ones."""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludens.core.foreign import reading
from ludens.drivers.lola.layout import (
    ACTUATORS,
    LIGHTS,
    SENSORS,
    ActuatorFrame,
    FrameError,
    MapEntry,
    Numbers,
    SensorFrame,
)

_SENSORS = {entry.key: entry for entry in SENSORS}
_ACTUATORS = {entry.key: entry for entry in ACTUATORS}
_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder()


def decode_sensors(data: bytes) -> SensorFrame:
    """A sensor map; every key must be there."""
    with reading("The sensor map", error=FrameError):
        return _sensors(data)


def _sensors(data: bytes) -> SensorFrame:
    given = _map(data)
    missing = [key for key in _SENSORS if key not in given]
    if missing:
        raise FrameError(f"The sensor map lacks {', '.join(missing)}.")

    def numbers(key: str) -> Numbers:
        return _numbers(_SENSORS[key], given[key])

    return SensorFrame(
        accelerometer_mps2=numbers("Accelerometer"),
        angles_rad=numbers("Angles"),
        battery=numbers("Battery"),
        current_a=numbers("Current"),
        foot_pressure_kg=numbers("FSR"),
        gyroscope_radps=numbers("Gyroscope"),
        position_rad=numbers("Position"),
        robot_config=_texts(_SENSORS["RobotConfig"], given["RobotConfig"]),
        sonar_m=numbers("Sonar"),
        status=_counts(_SENSORS["Status"], given["Status"]),
        stiffness=numbers("Stiffness"),
        temperature_c=numbers("Temperature"),
        touch=numbers("Touch"),
    )


def decode_actuators(data: bytes) -> ActuatorFrame:
    """An actuator map, which may be partial. A NaN or an infinite number refuses the whole map."""
    with reading("The actuator map", error=FrameError):
        return _actuators(data)


def _actuators(data: bytes) -> ActuatorFrame:
    given = _map(data)
    entries = {
        key: _finite(key, _numbers(entry, given[key])) for key, entry in _ACTUATORS.items() if key in given
    }
    sonar = entries.get("Sonar")
    return ActuatorFrame(
        position_rad=entries.get("Position"),
        stiffness=entries.get("Stiffness"),
        lights={entry.key: entries[entry.key] for entry in LIGHTS if entry.key in entries},
        sonar=None if sonar is None else (bool(sonar[0]), bool(sonar[1])),
    )


def _map(data: bytes) -> Mapping[Any, Any]:
    try:
        given = _decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # ValueError: a text that is no UTF-8
        raise FrameError(f"This is no MessagePack that can be read: {error}.") from error
    if not isinstance(given, dict):
        raise FrameError(f"A {type(given).__name__} arrived where a map was expected.")
    return given


def _numbers(entry: MapEntry, values: Any) -> Numbers:
    _check_length(entry, values)
    try:
        numbers: Numbers = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise _wrong_kind(entry) from error
    if numbers.shape != (entry.count,):
        raise _wrong_kind(entry)
    return numbers


def _counts(entry: MapEntry, values: Any) -> NDArray[np.int64]:
    numbers = _numbers(entry, values)
    if not (np.abs(numbers) < 2.0**62).all():  # also refuses what is no number
        raise _wrong_kind(entry)
    return numbers.astype(np.int64)


def _texts(entry: MapEntry, values: Any) -> tuple[str, ...]:
    _check_length(entry, values)
    if not all(isinstance(value, str) for value in values):
        raise _wrong_kind(entry)
    return tuple(values)


def _finite(key: str, numbers: Numbers) -> Numbers:
    if not np.isfinite(numbers).all():
        raise FrameError(f"'{key}' holds a number that is not finite.")
    return numbers


def _check_length(entry: MapEntry, values: Any) -> None:
    if not isinstance(values, list):
        raise _wrong_kind(entry)
    if len(values) != entry.count:
        raise FrameError(f"'{entry.key}' holds {len(values)} values; it must hold {entry.count}.")


def _wrong_kind(entry: MapEntry) -> FrameError:
    return FrameError(f"'{entry.key}' must be an array of {entry.count} values ({entry.kind.value}).")
