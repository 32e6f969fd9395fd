"""What all packets of the league share: ports, refusals, and who is told of them."""

import logging
import math
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from ludens.core.foreign import ForeignDataError

CONTROL_PORT = 3838
RETURN_PORT = 3939
MONITOR_PORT = 3636
TEAM_PORT_BASE = 10000
"""A team's messages travel on this port plus the team's number."""

logger = logging.getLogger("ludens.league")

T = TypeVar("T")


class PacketError(ForeignDataError):
    """A packet that is refused as a whole; the sentence says why."""


class WrongVersionError(PacketError):
    """A packet of a version that is not understood: everything its sender says will be."""

    def __init__(self, sentence: str, version: int) -> None:
        super().__init__(sentence)
        self.version = version


def check_header(data: bytes, header: bytes, what: str) -> None:
    """Refuse a packet of another kind."""
    if data[:4] != header:
        raise PacketError(f"{what} begins with {header!r}; this packet of {len(data)} bytes does not.")


def check_length(data: bytes, length: int, what: str) -> None:
    """Refuse a packet of another length."""
    if len(data) != length:
        raise PacketError(f"{what} has {length} bytes; this packet has {len(data)}.")


def meaning(table: dict[int, T], number: int, what: str) -> T:
    """The value that a number stands for; refuses numbers that stand for none."""
    if number not in table:
        raise PacketError(f"{what} is {number}; known are {', '.join(map(str, table))}.")
    return table[number]


def checked(number: int, least: int, most: int, what: str) -> int:
    """The number, if it lies within its bounds."""
    if not least <= number <= most:
        raise PacketError(f"{what} is {number}; it must be from {least} to {most}.")
    return number


def check_finite(numbers: tuple[float, ...], what: str) -> None:
    """Refuse NaN and infinities."""
    if not all(map(math.isfinite, numbers)):
        raise PacketError(f"{what} holds a number that is not finite.")


class RefusalLog:
    """Tells the first refused packet of each kind in a sentence, and counts the others.

    A wrong version is told as an error, once for each version: a silent mismatch looks like a robot that does
    not listen.
    """

    def __init__(self, tell: Callable[[str], None] = logger.error) -> None:
        self._tell = tell
        self.counts: Counter[str] = Counter()

    def refuse(self, error: PacketError, *, sender: str) -> None:
        """Note a refused packet."""
        kind = f"version {error.version}" if isinstance(error, WrongVersionError) else "malformed"
        self.counts[kind] += 1
        if self.counts[kind] == 1:
            self._tell(f"A packet from {sender} was refused: {error} Further ones are only counted.")
