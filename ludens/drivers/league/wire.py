"""What carries packets: the seam between the league's driver and its two wires, UDP and simulated air."""

import heapq
from collections.abc import Collection, Mapping
from enum import StrEnum
from itertools import count
from typing import NamedTuple, Protocol

import numpy as np

from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.runtime.clock import nanoseconds


class Channel(StrEnum):
    """A kind of packet, each with a port of its own."""

    CONTROL = "control data"
    RETURN = "return data"
    TEAM = "team messages"


class PlayerId(NamedTuple):
    """Who a robot is for the league."""

    team: int
    number: int  # from 1


class Arrival(NamedTuple):
    """A packet that has reached somebody."""

    time_ns: int
    receiver: str  # a robot's name, or `WHOLE_GAME` for the referee
    channel: Channel
    data: bytes
    sender: str  # an address or a name, for sentences and answers


class LeagueWire(Protocol):
    """Carries packets between robots and their referee; may lose, delay and exchange them."""

    def send(self, channel: Channel, data: bytes, *, sender: str, to: str, now_ns: int) -> None:
        """Send a packet of a robot or the referee. `to` is the address of an answer, empty for all."""
        ...

    def next_arrival(self, until_ns: int) -> Arrival | None:
        """Take the first packet that has arrived up to a moment."""
        ...

    def close(self) -> None:
        """Let go of sockets. May be called twice."""
        ...


class SimulatedAir:
    """Packets in simulated time, without sockets: the same draws give the same bytes at the same moments.

    Each receiver loses the share `loss` of packets for itself; the others arrive after up to `most_delay_s`,
    perhaps not in the order in which they were sent. What robots that are `silent` tell their mates reaches
    nobody.
    """

    def __init__(
        self,
        players: Mapping[str, PlayerId],
        *,
        random: np.random.Generator,
        loss: float = 0.2,
        least_delay_s: float = 0.002,
        most_delay_s: float = 0.5,
        silent: Collection[str] = (),
    ) -> None:
        self._players = dict(players)
        self._silent = frozenset(silent)
        self._random = random
        self._loss = loss
        self._delay_ns = nanoseconds(least_delay_s), nanoseconds(most_delay_s)
        self._numbers = count()
        self._flying: list[tuple[int, int, Arrival]] = []

    def send(self, channel: Channel, data: bytes, *, sender: str, to: str, now_ns: int) -> None:
        """Let a packet fly to everybody who listens on its channel."""
        for receiver in self._listeners(channel, sender):
            lost, slow = self._random.random(2)  # drawn for lost packets too, so that options change little
            least_ns, most_ns = self._delay_ns
            due_ns = now_ns + least_ns + round(float(slow) * (most_ns - least_ns))
            is_silent = channel is Channel.TEAM and sender in self._silent
            if lost >= self._loss and not is_silent:
                arrival = Arrival(due_ns, receiver, channel, data, sender)
                heapq.heappush(self._flying, (due_ns, next(self._numbers), arrival))

    def next_arrival(self, until_ns: int) -> Arrival | None:
        """Take the first packet that has arrived up to a moment."""
        if self._flying and self._flying[0][0] <= until_ns:
            return heapq.heappop(self._flying)[2]
        return None

    def close(self) -> None:
        """Let the rest fly away."""
        self._flying.clear()

    def _listeners(self, channel: Channel, sender: str) -> list[str]:
        if channel is Channel.RETURN:
            return [WHOLE_GAME]
        if channel is Channel.CONTROL:
            return list(self._players)
        team = self._players[sender].team
        mates = [name for name, player in self._players.items() if player.team == team and name != sender]
        return [*mates, WHOLE_GAME]  # the referee counts team messages
