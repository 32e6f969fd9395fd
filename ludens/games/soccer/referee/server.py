"""The GameController on the network: control data twice a second, answers, team messages and monitors."""

import logging
import os
import select
from collections.abc import Callable
from threading import Event

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, nanoseconds, seconds
from ludens.drivers.league.control_data import MONITOR_HEADER, MONITOR_REQUEST, encode_control
from ludens.drivers.league.packet import PacketError, RefusalLog
from ludens.drivers.league.return_data import decode_return
from ludens.drivers.league.team_packet import decode_team_message
from ludens.drivers.league.udp import LeagueNetwork, open_ports
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.orders import TimedOrder
from ludens.games.soccer.referee.report import attendance, clocks, headline

PERIOD_NS = nanoseconds(0.5)
MOST_MONITORS = 16

logger = logging.getLogger("ludens.league")


class RefereeServer:
    """Serves robots and monitors until told to stop. Orders come as lines; what is refused is told."""

    def __init__(
        self,
        controller: GameController,
        network: LeagueNetwork,
        *,
        clock: Clock,
        script: list[TimedOrder] | None = None,
        tell: Callable[[str], None] = logger.info,
    ) -> None:
        self.controller = controller
        self.refusals = RefusalLog(tell)
        self._network = network
        self._clock = clock
        self._script = list(script or [])
        self._tell = tell
        self._monitors: list[str] = []
        self._robots: set[str] = set()  # their addresses: no robot may be a monitor
        self._reported: dict[str, str] = {}
        self._due_ns = 0
        teams = (network.team_port_base + team.number for team in controller.match.teams)
        self._out, self._returns, self._requests, *self._teams = open_ports(
            (network.address, 0, False),
            (network.address, network.return_port, False),
            (network.address, network.monitor_port, False),
            *((network.listening, port, True) for port in teams),
        )

    def serve(self, *, stop: Event, lines: int | None = None) -> None:
        """Serve until `stop` is set. `lines` is a handle whose lines are orders, such as standard input's."""
        try:
            pending = b""
            while not stop.is_set():
                self.step()
                wait_s = max(seconds(self._due_ns - self._clock.now_ns()), 0.0)
                handles = [port.fileno() for port in (self._returns, self._requests, *self._teams)]
                ready, _, _ = select.select(handles if lines is None else [*handles, lines], [], [], wait_s)
                if lines is not None and lines in ready:
                    pending, lines = self._read_lines(lines, pending)
        finally:
            self.close()

    def step(self) -> None:
        """Let time pass, take what has come, and send what is due."""
        now_ns = self._clock.now_ns()
        self.controller.advance(now_ns)
        while self._script and self._script[0].time_ns <= now_ns:
            self.order(self._script.pop(0).line)
        self._receive(now_ns)
        self._report(now_ns)
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + PERIOD_NS
            self._broadcast()

    def order(self, line: str) -> None:
        """Do what a line says now, or tell why not; robots hear of it at once."""
        try:
            self.controller.order(line, self._clock.now_ns())
        except LudensError as error:
            self._tell(f"{line.strip()}: {error}")
        else:
            self._due_ns = 0

    def close(self) -> None:
        """Let go of all ports. May be called twice."""
        for port in (self._out, self._returns, self._requests, *self._teams):
            port.close()

    def _report(self, now_ns: int) -> None:
        """Tell what has changed."""
        match, robots = headline(self.controller), attendance(self.controller, now_ns)
        for name, words in (("match", match), ("robots", robots)):
            if self._reported.get(name) != words:
                self._reported[name] = words
                self._tell(f"{clocks(self.controller)}  {words}.")

    def _broadcast(self) -> None:
        data = encode_control(self.controller.packet())
        self._out.send(data, self._network.everybody, self._network.control_port)
        if self._monitors:
            truth = encode_control(self.controller.true_packet(), header=MONITOR_HEADER)
            for host in self._monitors:
                self._out.send(truth, host, self._network.control_port)

    def _receive(self, now_ns: int) -> None:
        for data, (host, _) in self._returns.received():
            try:
                self.controller.heard(decode_return(data, time_s=seconds(now_ns)), now_ns)
            except PacketError as error:
                self.refusals.refuse(error, sender=host)
            else:
                self._robots.add(host)
        for port in self._teams:
            for data, (host, _) in port.received():
                try:
                    self.controller.heard(decode_team_message(data, time_s=seconds(now_ns)), now_ns)
                except PacketError as error:
                    self.refusals.refuse(error, sender=host)
        for data, (host, _) in self._requests.received():
            self._serve_monitor(data, host)

    def _serve_monitor(self, data: bytes, host: str) -> None:
        if data != MONITOR_REQUEST:
            self.refusals.refuse(
                PacketError(f"A monitor asks with {MONITOR_REQUEST!r}, not with {data[:8]!r}."), sender=host
            )
        elif host in self._robots and not host.startswith("127."):
            self._tell(f"{host} plays in this match and may not watch it; its request was refused.")
        elif host not in self._monitors and len(self._monitors) < MOST_MONITORS:
            self._monitors.append(host)
            self._tell(f"{host} watches the match.")

    def _read_lines(self, handle: int, pending: bytes) -> tuple[bytes, int | None]:
        """Carry out whole lines; an end of the input ends the listening, not the match."""
        data = os.read(handle, 4096)
        if not data:
            return b"", None
        *whole, pending = (pending + data).split(b"\n")
        for line in whole:
            self.order(line.decode("utf-8", "replace"))
        return pending, handle
