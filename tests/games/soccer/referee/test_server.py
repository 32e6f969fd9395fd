"""The headless GameController serves robots of another team's program, and survives whatever it is sent."""

import socket
from collections.abc import Iterator

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import SimulatedClock
from ludens.core.runtime.run import Run
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.udp import LeagueNetwork, UdpPort, UdpWire
from ludens.drivers.league.wire import PlayerId
from ludens.games.soccer.know.game_control import GameListener
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.orders import TimedOrder
from ludens.games.soccer.referee.server import RefereeServer
from ludens.games.soccer.rules.match import SECOND_NS, new_match
from tests.core.paper_robot import Notebook, PaperRobot, beats
from tests.drivers.league import peer
from tests.mutations import COUNT, chance, mutated

NETWORK = LeagueNetwork(control_port=54838, return_port=54939, team_port_base=51000, monitor_port=54636)


class Hall:
    """A server in simulated time, one foreign robot, and what the server told."""

    def __init__(self) -> None:
        self.clock, self.told = SimulatedClock(), []  # type: ignore[var-annotated]
        script = [TimedOrder(0, "ready"), TimedOrder(2 * SECOND_NS, "gaol 24")]
        self.server = RefereeServer(
            GameController(new_match(24, 5)), NETWORK, clock=self.clock, script=script, tell=self.told.append
        )
        self.robot = peer.ForeignRobot(
            team=5, player=3, control_port=NETWORK.control_port, return_port=NETWORK.return_port
        )

    def at(self, time_s: float) -> None:
        self.clock.advance_to(round(time_s * SECOND_NS))
        self.server.step()

    def close(self) -> None:
        self.server.close()
        self.robot.close()


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


def test_a_foreign_robot_follows_a_game_and_is_shown_alive_late_and_offline(hall: Hall):
    hall.at(0.0)
    assert peer.read_control(hall.robot.listen())["state"] == 1
    hall.at(0.4)
    assert hall.server.controller.attendance.of(5, 3, SECOND_NS) == "alive"
    for order in ("set", "play", "penalise 5 3 pushing"):
        hall.server.order(order)
    hall.at(0.41)  # told at once, not half a second later
    read = peer.read_control(hall.robot.listen())
    assert (read["state"], read["kicking_team"], read["packet"]) == (2, 24, 1)  # play is not told yet
    assert read["teams"][1]["players"][2] == (2, 45)
    hall.at(15.5)
    assert peer.read_control(hall.robot.listen())["state"] == 3
    hall.at(15.6)
    hall.at(17.7)
    hall.at(19.8)
    words = " ".join(hall.told)
    assert "3 alive (pushing)" in words
    assert "3 late (pushing)" in words
    assert words.index("3 late (pushing)") < words.rindex("3 offline (pushing)")
    assert "gaol 24: There is no order 'gaol'" in words


def test_control_data_goes_out_twice_a_second(hall: Hall):
    for step in range(100):
        hall.at(0.05 * step)  # five seconds
    packets = 0
    hall.robot.socket.settimeout(0.05)
    try:
        while hall.robot.socket.recv(4096):
            packets += 1
    except TimeoutError:
        pass
    assert 10 <= packets <= 12  # and once for the order of the script


def test_a_monitor_gets_the_truth_under_its_own_header(hall: Hall):
    monitor = UdpPort("127.0.0.1", NETWORK.control_port, shared=True)
    try:
        monitor.send(b"RGTr\0", NETWORK.address, NETWORK.monitor_port)
        hall.at(0.0)
        hall.server.order("set")
        hall.server.order("play")
        hall.at(1.0)
        data, _ = list(monitor.received())[-1]
        assert data[:5] == b"RGTD\x0c"
        assert data[10] == 3  # playing, which robots hear 15 s later
        assert "watches" in " ".join(hall.told)
    finally:
        monitor.close()


def test_a_second_referee_on_the_same_computer_is_told_so(hall: Hall):
    with pytest.raises(LudensError, match=r"54939.*end other programs"):
        RefereeServer(GameController(new_match(1, 2)), NETWORK, clock=hall.clock)


def test_orders_are_read_as_lines_from_a_handle(hall: Hall):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"set\npl")
        pending, handle = hall.server._read_lines(ours.fileno(), b"")
        assert (pending, handle) == (b"pl", None if handle is None else ours.fileno())
        theirs.sendall(b"ay\n\xff\n")
        hall.at(0.0)
        pending, handle = hall.server._read_lines(ours.fileno(), pending)
        theirs.close()
        assert hall.server._read_lines(ours.fileno(), pending) == (b"", None)


@pytest.mark.mutations
def test_damaged_packets_on_every_port_change_nothing(hall: Hall):
    hall.at(0.0)
    before = hall.server.controller.match
    sender = UdpPort("127.0.0.1", 0)
    kinds = (
        (peer.return_v3(5, 3), NETWORK.address, NETWORK.return_port),
        (peer.return_v4(3, 5), NETWORK.address, NETWORK.return_port),
        (b"RGTr\0", NETWORK.address, NETWORK.monitor_port),
        (peer.team_v7(3, 77), NETWORK.everybody, NETWORK.team_port_base + 5),
    )
    try:
        for number in range(COUNT):
            random = chance(number)
            for whole, host, port in kinds:
                sender.send(mutated(whole, random)[:1400], host, port)
            if number % 10 == 9:
                hall.server.step()
    finally:
        sender.close()
    assert sum(hall.server.refusals.counts.values()) > 2 * COUNT
    assert hall.server.controller.match.teams[0] == before.teams[0]
    assert hall.server.controller.match.state == before.state
    assert len(hall.told) < 20 + len(hall.server.refusals.counts)


def test_our_own_robot_follows_our_referee_over_udp(hall: Hall):
    players = {"": PlayerId(24, 2)}
    driver = LeagueDriver(PaperRobot(beats(10)), UdpWire(players, NETWORK), players)
    setup = Setup("robot", (CyclerPlan("body", "body", (Node(GameListener),)),))
    notebook = Notebook()
    with Run(setup, driver, configuration=Configuration(setup.sections()), observers=[notebook]) as run:
        run.run_until(0.05)
        assert notebook.of("MatchStatus")[-1].state == "initial"
        hall.at(0.0)  # ready
        run.run_until(0.1)
        assert notebook.of("MatchStatus")[-1].state == "ready"
        hall.server.order("penalise 24 2 pushing")
        hall.at(0.1)
        run.run_until(0.2)
        hall.at(0.2)
    assert notebook.of("Penalty")[-1].penalised
    assert notebook.faults == []
    assert hall.server.controller.attendance.of(24, 2, SECOND_NS) == "alive"
