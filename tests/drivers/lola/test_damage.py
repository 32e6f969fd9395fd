"""A damaged map is refused with a sentence, or means what it says; the stream itself may break too."""

import struct

import pytest

from ludens.drivers.lola.decoding import decode_actuators, decode_sensors
from ludens.drivers.lola.sensing import frame_of, led_command, messages_of, sonar_of
from ludens.drivers.lola.splitting import MapSplitter
from tests.drivers.lola.independent import actuator_map, pack, sensor_map
from tests.mutations import COUNT, attempt, chance, survives, with_wrong_value

pytestmark = pytest.mark.mutations


def read_sensors(data: bytes) -> None:
    frame = decode_sensors(data)
    frame_of((*messages_of(frame, time_s=0.0), sonar_of(frame, time_s=0.0)))


def read_actuators(data: bytes) -> None:
    led_command(decode_actuators(data).lights, time_s=0.0)


def test_maps_with_flipped_lost_and_foreign_bytes() -> None:
    survives(read_sensors, [pack(sensor_map())])
    survives(read_actuators, [pack(actuator_map())])


def test_a_stream_with_flipped_lost_and_foreign_bytes() -> None:
    def read(data: bytes) -> None:
        splitter = MapSplitter()
        for place in range(0, len(data), 1000):
            for whole in splitter.feed(data[place : place + 1000]):
                read_actuators(whole)

    survives(read, [pack(actuator_map()) * 5])


def test_maps_with_wrong_types_inside() -> None:
    for number in range(COUNT):
        random = chance(number)
        for whole, read in ((sensor_map(), read_sensors), (actuator_map(), read_actuators)):
            try:
                data = pack(with_wrong_value(whole, random))
            except (TypeError, ValueError, OverflowError, AttributeError, AssertionError, struct.error):
                continue  # nothing that MessagePack can say
            attempt(lambda read=read, data=data: read(data), f"map {number}")  # type: ignore[misc]
