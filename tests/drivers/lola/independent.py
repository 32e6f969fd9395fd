"""A second LoLA, written from the fact sheet on the NAO V6 alone: it shares nothing with our own.

Bytes are written and read tag by tag, so that a mistake in our tables cannot hide in both. It also is the
independent client of the benchmark.
"""

import socket
import struct
from pathlib import Path
from typing import Any

JOINT_COUNT = 25
SENSOR_LENGTHS = {
    "Accelerometer": 3,
    "Angles": 2,
    "Battery": 4,
    "Current": 25,
    "FSR": 8,
    "Gyroscope": 3,
    "Position": 25,
    "RobotConfig": 4,
    "Sonar": 2,
    "Status": 25,
    "Stiffness": 25,
    "Temperature": 25,
    "Touch": 14,
}
ACTUATOR_LENGTHS = {
    "Position": 25,
    "Stiffness": 25,
    "Chest": 3,
    "LEar": 10,
    "REar": 10,
    "LEye": 24,
    "REye": 24,
    "LFoot": 3,
    "RFoot": 3,
    "Skull": 12,
    "Sonar": 2,
}


def pack(value: Any, *, double: bool = False) -> bytes:
    """MessagePack of dicts, lists, strings, small whole numbers, booleans and floats."""
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return struct.pack("B", value) if 0 <= value < 128 else b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value) if double else b"\xca" + struct.pack(">f", value)
    if isinstance(value, str):
        raw = value.encode()
        head = struct.pack("B", 0xA0 + len(raw)) if len(raw) < 32 else b"\xd9" + struct.pack("B", len(raw))
        return head + raw
    if isinstance(value, list):
        count = len(value)
        head = struct.pack("B", 0x90 + count) if count < 16 else b"\xdc" + struct.pack(">H", count)
        return head + b"".join(pack(item, double=double) for item in value)
    if isinstance(value, dict):
        count = len(value)
        head = struct.pack("B", 0x80 + count) if count < 16 else b"\xde" + struct.pack(">H", count)
        return head + b"".join(pack(k) + pack(v, double=double) for k, v in value.items())
    raise TypeError(f"no MessagePack for {value!r}")


def unpack(data: bytes, start: int = 0) -> tuple[Any, int]:
    """The value that begins at `start`, and where it ends. Knows only what LoLA's maps use."""
    tag, at = data[start], start + 1
    if tag < 0x80:
        return tag, at
    if tag < 0x90:
        return _unpack_map(data, at, tag & 0x0F)
    if tag < 0xA0:
        return _unpack_array(data, at, tag & 0x0F)
    if tag < 0xC0:
        end = at + (tag & 0x1F)
        return data[at:end].decode(), end
    if tag in (0xC2, 0xC3):
        return tag == 0xC3, at
    if tag == 0xCA:
        return struct.unpack_from(">f", data, at)[0], at + 4
    if tag == 0xDC:
        return _unpack_array(data, at + 2, struct.unpack_from(">H", data, at)[0])
    raise AssertionError(f"LoLA sends no tag 0x{tag:02x} (at byte {start})")


def _unpack_array(data: bytes, at: int, count: int) -> tuple[list[Any], int]:
    values = []
    for _ in range(count):
        value, at = unpack(data, at)
        values.append(value)
    return values, at


def _unpack_map(data: bytes, at: int, count: int) -> tuple[dict[str, Any], int]:
    pairs: dict[str, Any] = {}
    for _ in range(count):
        key, at = unpack(data, at)
        pairs[key], at = unpack(data, at)
    return pairs, at


def sensor_map(**changes: Any) -> dict[str, Any]:
    """A robot that stands upright and limp, every number its own so that no two can be mistaken."""
    values: dict[str, Any] = {
        "Accelerometer": [0.25, -0.5, -9.3],
        "Angles": [0.015625, -0.03125],
        "Battery": [0.75, 32.0, -1.5, 31.0],
        "Current": [0.125 * index for index in range(25)],
        "FSR": [0.5 + 0.0625 * index for index in range(8)],
        "Gyroscope": [0.0078125, -0.25, 1.5],
        "Position": [0.03125 * (index - 12) for index in range(25)],
        "RobotConfig": ["P0000000000000000001", "6.0.0", "P0000000000000000002", "6.0.0"],
        "Sonar": [0.5, 0.75],
        "Status": [index % 4 for index in range(25)],
        "Stiffness": [0.03125 * index for index in range(25)],
        "Temperature": [30.0 + index for index in range(25)],
        "Touch": [float(index in (0, 4)) for index in range(14)],
    }
    return values | changes


def actuator_map(**changes: Any) -> dict[str, Any]:
    """Everything a robot can be told."""
    values: dict[str, Any] = {
        key: [0.0078125 * index for index in range(count)] for key, count in ACTUATOR_LENGTHS.items()
    }
    return values | {"Sonar": [True, False]} | changes


class IndependentClient:
    """What another team's program does: read 896 bytes, answer one map."""

    def __init__(self, path: Path, *, timeout_s: float = 10.0) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout_s)
        self.socket.connect(str(path))

    def read(self) -> bytes:
        """The next 896 bytes."""
        data = b""
        while len(data) < 896:
            piece = self.socket.recv(896 - len(data))
            if not piece:
                raise ConnectionError("the server closed the connection")
            data += piece
        return data

    def sensors(self) -> dict[str, Any]:
        """The next sensor map."""
        data = self.read()
        values, end = unpack(data)
        assert end == len(data)
        assert isinstance(values, dict)
        return values

    def answer(self, values: dict[str, Any], *, double: bool = False) -> None:
        """Send an actuator map."""
        self.socket.sendall(pack(values, double=double))

    def close(self) -> None:
        self.socket.close()
