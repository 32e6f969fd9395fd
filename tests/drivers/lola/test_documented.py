"""The tables of docs/notes/lola.md say where each value is; a reader with a byte counter finds it there."""

import re
import struct
from pathlib import Path

import pytest

from ludens.drivers.lola.decoding import decode_actuators, decode_sensors
from ludens.drivers.lola.encoding import encode_actuators, encode_sensors
from ludens.robots.nao import JOINTS
from tests.drivers.lola.independent import ACTUATOR_LENGTHS, SENSOR_LENGTHS, actuator_map, pack, sensor_map

PAGE = (Path(__file__).parents[3] / "docs/notes/lola.md").read_text("utf-8")
ROW = re.compile(r"^\| (\d+) \| `(\w+)` \| (\d+) \| (\d+) \|", re.MULTILINE)


@pytest.mark.parametrize(
    ("title", "frame", "values", "lengths"),
    [
        ("**Sensors**", encode_sensors(decode_sensors(pack(sensor_map()))), sensor_map(), SENSOR_LENGTHS),
        (
            "**Actuators**",
            encode_actuators(decode_actuators(pack(actuator_map()))),
            actuator_map(),
            ACTUATOR_LENGTHS,
        ),
    ],
)
def test_every_value_is_where_the_table_says(title, frame, values, lengths):
    table = re.split(r"\n\*\*|\n## ", PAGE.partition(title)[2])[0]
    rows = [(int(at), key, int(count), int(first)) for at, key, count, first in ROW.findall(table)]
    assert [(key, count) for _, key, count, _ in rows] == list(lengths.items())
    for at, key, _, first in rows:
        assert frame[at : at + 1 + len(key)] == bytes([0xA0 + len(key)]) + key.encode()
        value = values[key][0]
        if isinstance(value, float):
            assert frame[first] == 0xCA
            assert struct.unpack(">f", frame[first + 1 : first + 5]) == pytest.approx((value,))
        else:
            assert frame[first : first + len(pack(value))] == pack(value)


def test_the_orders_are_those_of_the_code():
    joints = PAGE.partition("**Joints**: ")[2].partition(". One motor")[0]
    assert tuple(re.split(r",\s+", joints)) == JOINTS
