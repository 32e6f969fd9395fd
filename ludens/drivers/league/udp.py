"""The league's ports over UDP. Nothing leaves this computer unless an address of a network is given."""

import socket
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.errors import LudensError
from ludens.drivers.league.packet import CONTROL_PORT, MONITOR_PORT, RETURN_PORT, TEAM_PORT_BASE
from ludens.drivers.league.wire import Arrival, Channel, PlayerId

LOOPBACK = "127.0.0.1"
LOOPBACK_BROADCAST = "127.255.255.255"
BROADCAST = "255.255.255.255"
LONGEST_PACKET = 2048
MOST_AT_ONCE = 64
"""Packets taken from a port at a time: a flood is left to the kernel, which drops it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueNetwork:
    """Where packets go: this computer alone, or the network of one of its addresses."""

    address: str = LOOPBACK  # of this computer
    broadcast: str = ""  # by default that of the loopback device, or everybody in the network
    control_port: int = CONTROL_PORT
    return_port: int = RETURN_PORT
    monitor_port: int = MONITOR_PORT
    team_port_base: int = TEAM_PORT_BASE

    @property
    def everybody(self) -> str:
        """The address that reaches all robots."""
        if self.broadcast:
            return self.broadcast
        return LOOPBACK_BROADCAST if self.address.startswith("127.") else BROADCAST

    @property
    def listening(self) -> str:
        """What a socket binds to that shall hear broadcasts: on Linux, their address or any."""
        return LOOPBACK_BROADCAST if self.address.startswith("127.") else ""


class UdpPort:
    """One bound socket that never waits. Broadcasts may be heard by several programs: then it is `shared`."""

    def __init__(self, address: str, port: int, *, shared: bool = False) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        if shared:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self._socket.setblocking(False)
        try:
            self._socket.bind((address, port))
        except OSError as error:
            self._socket.close()
            where = f"{address or 'all addresses'}, port {port}"
            raise LudensError(
                f"The league's packets cannot be received at {where}: {error.strerror}. Give an address of "
                "this computer, and end other programs that use the port."
            ) from error

    def fileno(self) -> int:
        """The handle to wait on."""
        return self._socket.fileno()

    def received(self) -> Iterator[tuple[bytes, tuple[str, int]]]:
        """Take what has come: packets with the addresses of their senders."""
        for _ in range(MOST_AT_ONCE):
            try:
                data, (host, port) = self._socket.recvfrom(LONGEST_PACKET)
            except OSError:  # nothing more, or an answer that somebody no longer wants
                return
            yield data, (host, port)

    def send(self, data: bytes, host: str, port: int) -> None:
        """Send a packet; what cannot be sent is lost, as on any network."""
        with suppress(OSError):
            self._socket.sendto(data, (host, port))

    def close(self) -> None:
        """Let go of the port. May be called twice."""
        self._socket.close()


def open_ports(*places: tuple[str, int, bool]) -> list[UdpPort]:
    """Ports at these addresses (shared or not), all of them or none."""
    ports: list[UdpPort] = []
    try:
        for address, port, shared in places:
            ports.append(UdpPort(address, port, shared=shared))
    except LudensError:
        for opened in ports:
            opened.close()
        raise
    return ports


class UdpWire:
    """The wire of robots that run in this program: they hear control data and the messages of their team.

    Whoever watches the game as a whole hears all team messages.
    """

    def __init__(self, players: Mapping[str, PlayerId], network: LeagueNetwork | None = None) -> None:
        self._players = dict(players)
        self._network = network if network is not None else LeagueNetwork()
        teams = sorted({player.team for player in players.values()})
        listening, base = self._network.listening, self._network.team_port_base
        self._out, self._control, *ports = open_ports(
            (self._network.address, 0, False),
            (listening, self._network.control_port, True),
            *((listening, base + team, True) for team in teams),
        )
        self._teams = dict(zip(teams, ports, strict=True))
        self._come: deque[Arrival] = deque()
        self._looked_ns = -1

    def send(self, channel: Channel, data: bytes, *, sender: str, to: str, now_ns: int) -> None:
        """Send an answer to its address, a team message to the whole team."""
        if channel is Channel.RETURN:
            self._out.send(data, to, self._network.return_port)
        elif channel is Channel.TEAM:
            port = self._network.team_port_base + self._players[sender].team
            self._out.send(data, self._network.everybody, port)
        else:
            self._out.send(data, self._network.everybody, self._network.control_port)

    def next_arrival(self, until_ns: int) -> Arrival | None:
        """Take a packet that has come; it arrives now, once for each robot that listens."""
        if not self._come and until_ns > self._looked_ns:  # once a moment: a flood must not hold it up
            self._looked_ns = until_ns
            self._come.extend(self._read(until_ns))
        return self._come.popleft() if self._come else None

    def _read(self, now_ns: int) -> Iterator[Arrival]:
        for data, (host, _) in self._control.received():
            for name in self._players:
                yield Arrival(now_ns, name, Channel.CONTROL, data, host)
        for team, port in self._teams.items():
            for data, (host, _) in port.received():
                yield Arrival(now_ns, WHOLE_GAME, Channel.TEAM, data, host)
                for name, player in self._players.items():
                    if player.team == team:
                        yield Arrival(now_ns, name, Channel.TEAM, data, host)

    def close(self) -> None:
        """Let go of all ports. May be called twice."""
        for port in (self._control, *self._teams.values(), self._out):
            port.close()
