"""Robots of one simulation that ask each other over TCP, in simulated time and without sockets.

The lines are those of `team_query`. TCP loses nothing: a lost packet is sent again, so that an answer comes
late; one that would come too late is not waited for.
"""

import heapq
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import numpy as np
from msgspec import structs

from ludens.core.contract.driver import Delivery, Driver, InterposingDriver
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.drivers.league.team_query import (
    ASKS_EVERY_NS,
    GIVES_UP_NS,
    MATES,
    decode_status,
    encode_status,
)
from ludens.drivers.league.wire import PlayerId
from ludens.messages import Message
from ludens.messages.league import TeamMessage

RESENT_AFTER_NS = nanoseconds(0.2)
"""Of a packet that got lost; each further time twice as long."""
LEAST_DELAY_NS = nanoseconds(0.002)


class _Event(NamedTuple):
    """A question that reaches a mate, or its answer that comes back."""

    time_ns: int
    number: int
    asker: str
    mate: str
    line: bytes  # empty: the question


class SimulatedTeamQuery(InterposingDriver):
    """Lets robots of another driver ask their mates; `players` says who is whose."""

    def __init__(
        self,
        driver: Driver,
        players: Mapping[str, PlayerId],
        *,
        random: np.random.Generator,
        loss: float = 0.2,
        most_delay_s: float = 0.1,
    ) -> None:
        super().__init__(driver)
        self.robots = tuple(
            replace(robot, sources=(*robot.sources, MATES)) if robot.name in players else robot
            for robot in driver.robots
        )
        self._players = dict(players)
        self._random, self._loss = random, loss
        self._most_delay_ns = nanoseconds(most_delay_s)
        self._newest: dict[str, TeamMessage] = {}
        self._events: list[_Event] = []
        self._numbers = count()
        self._ask_due_ns = 0

    def command(self, robot: str, command: Message) -> None:
        """Keep what is told to mates, pass the rest on."""
        if isinstance(command, TeamMessage) and robot in self._players:
            player = self._players[robot]
            self._newest[robot] = structs.replace(command, team=player.team, player=player.number)
        else:
            self.driver.command(robot, command)

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        if delivery.time_ns >= self._ask_due_ns:
            self._ask_due_ns = delivery.time_ns + ASKS_EVERY_NS
            self._ask(delivery.time_ns)
        while self._events and self._events[0].time_ns <= delivery.time_ns:
            event = heapq.heappop(self._events)
            if event.line:
                message = decode_status(event.line, time_s=seconds(event.time_ns))
                return Delivery(event.time_ns, event.asker, MATES.name, (message,))
            if event.mate in self._newest:
                line = encode_status(self._newest[event.mate])
                self._send(event.asker, event.mate, line, now_ns=event.time_ns)
        return None

    def _ask(self, now_ns: int) -> None:
        for asker, player in self._players.items():
            for mate, other in self._players.items():
                if mate != asker and other.team == player.team:
                    self._send(asker, mate, b"", now_ns=now_ns)

    def _send(self, asker: str, mate: str, line: bytes, *, now_ns: int) -> None:
        """Let a line travel; one that is lost too often is given up."""
        slow = float(self._random.random()) * (self._most_delay_ns - LEAST_DELAY_NS)
        delay_ns, resent_ns = LEAST_DELAY_NS + round(slow), RESENT_AFTER_NS
        while self._random.random() < self._loss and delay_ns < GIVES_UP_NS:
            delay_ns, resent_ns = delay_ns + resent_ns, 2 * resent_ns
        if delay_ns < GIVES_UP_NS:
            heapq.heappush(self._events, _Event(now_ns + delay_ns, next(self._numbers), asker, mate, line))
