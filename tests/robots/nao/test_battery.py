"""The battery's status means the same to every program that reads it."""

import struct

import pytest

from ludens.robots.nao import BATTERY_CHARGING, BATTERY_DISCHARGING


def bits_of_the_float(status: int) -> int:
    """The 32 bits that travel, as one whole number."""
    bits: int = struct.unpack("<I", struct.pack("<f", status))[0]
    return bits


READINGS = {
    "the charge flag of the 16-bit number": lambda status: status & 0x80 != 0,
    "no discharging flag in the 16-bit number": lambda status: status & 0x20 == 0,
    "bit 14 of the float": lambda status: bits_of_the_float(status) >> 14 & 1 == 1,
}
"""How programs for LoLA tell whether the robot is charged."""


@pytest.mark.parametrize("reading", READINGS)
def test_every_known_reading_tells_charging_from_discharging(reading: str) -> None:
    assert READINGS[reading](BATTERY_CHARGING)
    assert not READINGS[reading](BATTERY_DISCHARGING)


def test_the_bits_are_those_that_real_robots_sent() -> None:
    assert bits_of_the_float(BATTERY_DISCHARGING) == 0b11000110111111111010100000000000
    assert bits_of_the_float(BATTERY_CHARGING) == 0b11000110111111101110100000000000
