"""Ten thousand packets of nonsense on each port of the league: nothing crashes, and nothing changes."""

from collections.abc import Callable, Iterator
from contextlib import closing

import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.clock import SimulatedClock
from ludens.core.runtime.run import Run
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.packet import RefusalLog
from ludens.drivers.league.udp import LeagueNetwork, UdpPort, UdpWire
from ludens.drivers.league.wire import PlayerId
from ludens.games.soccer.know.game_control import GameListener
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.server import RefereeServer
from ludens.games.soccer.rules.match import new_match
from tests.core.paper_robot import Notebook, PaperRobot, beats
from tests.drivers.league import peer

NETWORK = LeagueNetwork(control_port=55838, return_port=55939, team_port_base=50000, monitor_port=55636)
PACKETS, TOGETHER = 10_000, 50
SOUND = {
    "control": (peer.SENT_BY_THE_LEAGUE, peer.control_v14(), peer.control_v18()),
    "return": (peer.return_v3(24, 2), peer.return_v4(2, 24)),
    "team": (peer.team_v7(3, 24, data=b"own data"),),
    "monitor": (b"RGTr\0",),
}


def nonsense(kind: str) -> Iterator[bytes]:
    """Yield packets of which each is damaged so that no program may take it for a sound one."""
    random = np.random.default_rng(sum(map(ord, kind)))
    for number in range(PACKETS):
        whole = SOUND[kind][number % len(SOUND[kind])]
        damage = random.integers(5)
        if damage == 0:  # of another program
            yield random.bytes(int(random.integers(1, 300)))
        elif damage == 1:  # begins well, and ends too soon
            yield (whole[:5] + random.bytes(len(whole)))[: int(random.integers(1, len(whole)))]
        elif damage == 2:  # of another kind
            yield bytes((whole[0] ^ 1 << int(random.integers(8)),)) + whole[1:]
        elif damage == 3:  # of a version that nobody has seen
            yield whole[:4] + bytes((int(random.integers(100, 256)),)) + whole[5:]
        elif kind == "team":  # announces more data than follow
            yield whole[:-1]
        else:  # too long
            yield whole + random.bytes(int(random.integers(1, 50)))


def flood(kinds: dict[str, tuple[str, int]], look: Callable[[], object]) -> None:
    """Send the packets of every kind to its address, a few at a time."""
    streams = {kind: nonsense(kind) for kind in kinds}
    with closing(UdpPort("127.0.0.1", 0)) as sender:
        for _ in range(PACKETS // TOGETHER):
            for kind, (host, port) in kinds.items():
                for _ in range(TOGETHER):
                    packet = next(streams[kind])
                    assert packet not in SOUND[kind]
                    sender.send(packet, host, port)
            look()


def test_a_robot_that_is_flooded_plays_the_game_it_played_before():
    players = {"": PlayerId(24, 2)}
    told: list[str] = []
    rounds = PACKETS // TOGETHER
    driver = LeagueDriver(
        PaperRobot(beats(2 * rounds + 10)),
        UdpWire(players, NETWORK),
        players,
        refusals=RefusalLog(told.append),
    )
    setup = Setup("robot", (CyclerPlan("body", "body", (Node(GameListener),)),))
    notebook = Notebook()
    with (
        closing(UdpPort("127.0.0.1", 0)) as referee,
        Run(setup, driver, configuration=Configuration(setup.sections()), observers=[notebook]) as run,
    ):
        run.step()
        referee.send(peer.SENT_BY_THE_LEAGUE, NETWORK.everybody, NETWORK.control_port)
        for _ in range(3):
            run.step()
        known = (notebook.of("MatchStatus")[-1].state, notebook.of("Penalty")[-1].penalised)
        deliveries = len([d for d in notebook.deliveries if d.source.endswith("league")])
        ports = {
            "control": (NETWORK.everybody, NETWORK.control_port),
            "team": (NETWORK.everybody, NETWORK.team_port_base + 24),
        }
        flood(ports, lambda: (run.step(), run.step()))
        assert (notebook.of("MatchStatus")[-1].state, notebook.of("Penalty")[-1].penalised) == known
        assert known == ("set", False)
    assert len([d for d in notebook.deliveries if d.source.endswith("league")]) == deliveries == 1
    assert [fault for fault in notebook.faults if fault.where != "camera"] == []  # the paper robot has none
    assert driver.refusals.counts.total() == 2 * PACKETS
    assert len(told) == len(driver.refusals.counts) < 1000


def test_a_referee_that_is_flooded_goes_on_with_its_match():
    told: list[str] = []
    server = RefereeServer(
        GameController(new_match(24, 5)), NETWORK, clock=SimulatedClock(), tell=told.append
    )
    with closing(server):
        server.step()
        server.order("ready")
        match, robots = server.controller.match, server.controller.attendance
        ports = {
            "return": (NETWORK.address, NETWORK.return_port),
            "team": (NETWORK.everybody, NETWORK.team_port_base + 24),
            "monitor": (NETWORK.address, NETWORK.monitor_port),
        }
        flood(ports, server.step)
        assert server.controller.match == match
        assert robots.of(24, 2, 0) != "alive"
        assert server.refusals.counts.total() == 3 * PACKETS
    assert not any("watches" in words for words in told)
