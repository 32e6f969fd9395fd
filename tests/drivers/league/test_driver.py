"""Robots of any driver hear the GameController and their team-mates, through packets that may get lost."""

from typing import Any

import numpy as np
import pytest
from msgspec import structs

from ludens.core.contract.driver import Delivery
from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.errors import LudensError
from ludens.drivers.league.control_data import decode_control
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.packet import RefusalLog
from ludens.drivers.league.udp import LeagueNetwork, UdpPort, UdpWire
from ludens.drivers.league.wire import Arrival, Channel, PlayerId, SimulatedAir
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, RobotReport, TeamMessage
from tests.core.paper_robot import PaperRobot, beats, description, drive
from tests.drivers.league import peer
from tests.mutations import COUNT, chance, mutated

PLAYERS = {"blue1": PlayerId(24, 1), "blue2": PlayerId(24, 2), "red1": PlayerId(5, 1)}
CONTROL = decode_control(peer.SENT_BY_THE_LEAGUE, time_s=0.0)
CLEAR: dict[str, Any] = {"loss": 0.0, "least_delay_s": 0.01, "most_delay_s": 0.01}


def paper(count: int = 200) -> PaperRobot:
    robots = tuple(description(name, body=(), camera=()) for name in PLAYERS)
    return PaperRobot(beats(count, robot="blue1"), robots)


def league(*, seed: int = 1, count: int = 200, **air: Any) -> LeagueDriver:
    wire = SimulatedAir(PLAYERS, random=np.random.default_rng(seed), **{**CLEAR, **air})
    return LeagueDriver(paper(count), wire, PLAYERS, referee=True)


def heard(driver: LeagueDriver, count: int | None = None) -> list[Delivery]:
    found: list[Delivery] = []
    while (delivery := driver.next_delivery()) is not None and (count is None or len(found) < count):
        if delivery.source.endswith("league"):
            found.append(delivery)
    return found


def test_all_robots_hear_the_referee_and_it_hears_their_answers():
    driver = league()
    driver.next_delivery()
    driver.command("blue2", RobotReport(time_s=0.0, player=9, team=9, fallen=True))
    driver.command(WHOLE_GAME, CONTROL)
    deliveries = heard(driver)
    controls = [d for d in deliveries if isinstance(d.messages[0], GameControl)]
    assert [d.robot for d in controls] == list(PLAYERS)
    assert all(d.messages == (structs.replace(CONTROL, time_s=0.03),) for d in controls)
    answers = [d.messages[0] for d in deliveries if d.robot == WHOLE_GAME]
    assert [(a.team, a.player) for a in answers if isinstance(a, RobotReport)] == [(24, 1), (24, 2), (5, 1)]
    assert [d.time_ns for d in deliveries] == sorted(d.time_ns for d in deliveries)


def test_newer_control_data_is_answered_with_the_pose():
    driver = league()
    driver.next_delivery()
    driver.command("blue1", RobotReport(time_s=0.0, player=1, team=24, field_from_robot=Pose2(1.5, 0.0, 0.0)))
    driver.command(WHOLE_GAME, decode_control(peer.control_v18(), time_s=0.0))
    report = next(d.messages[0] for d in heard(driver) if d.robot == WHOLE_GAME)
    assert isinstance(report, RobotReport)
    assert report.field_from_robot == Pose2(1.5, 0.0, 0.0)


def test_team_mates_and_the_referee_hear_a_team_message_under_the_drivers_numbers():
    driver = league()
    driver.next_delivery()
    driver.command("blue1", TeamMessage(time_s=0.0, player=6, team=99, data=b"ball"))
    deliveries = heard(driver)
    assert [(d.robot, d.source) for d in deliveries] == [("blue2", "mates/league"), (WHOLE_GAME, "league")]
    message = deliveries[0].messages[0]
    assert isinstance(message, TeamMessage)
    assert (message.team, message.player, message.data) == (24, 1, b"ball")


def test_a_robot_says_no_more_than_one_message_a_second():
    driver = league(count=155)  # 3.1 s
    messages = 0
    while (delivery := driver.next_delivery()) is not None:
        if delivery.source == "body":
            driver.command("blue1", TeamMessage(time_s=delivery.time_ns * 1e-9, player=1, team=24))
        messages += delivery.source == "mates/league"
    assert messages == 4
    assert driver.unsent["blue1"] == 151


def test_a_team_whose_messages_run_out_says_nothing_more():
    driver = league()
    driver.next_delivery()
    control = decode_control(peer.control_v14(), time_s=0.0)
    poor = tuple(structs.replace(team, message_budget=3) for team in control.teams)
    driver.command(WHOLE_GAME, structs.replace(control, teams=(poor[0], poor[1])))
    assert heard(driver, count=3)
    driver.command("blue1", TeamMessage(time_s=0.1, player=1, team=24))
    assert driver.unsent["blue1"] == 1


def test_the_same_seed_gives_the_same_packets_at_the_same_moments():
    def run(seed: int) -> list[Delivery]:
        driver = league(seed=seed, loss=0.5, most_delay_s=0.3)
        found: list[Delivery] = []
        while (delivery := driver.next_delivery()) is not None:
            if delivery.source == "body":
                driver.command(WHOLE_GAME, structs.replace(CONTROL, packet_number=len(found) % 256))
                for name in PLAYERS:
                    driver.command(name, TeamMessage(time_s=0.0, player=1, team=1, data=name.encode()))
            found.append(delivery)
        return found

    first = run(1)
    assert first == run(1)
    assert first != run(2)
    controls = [d for d in first if d.source == "league" and d.robot == "red1"]
    assert 60 < len(controls) < 140  # half of 200
    assert [d.time_ns for d in first] == sorted(d.time_ns for d in first)


def test_two_robots_with_one_number_hear_each_other_and_nobody_hears_itself():
    players = {"blue1": PlayerId(24, 1), "blue2": PlayerId(24, 1), "red1": PlayerId(24, 3)}
    wire = SimulatedAir(players, random=np.random.default_rng(1), **CLEAR)
    driver = LeagueDriver(paper(), wire, players)
    driver.next_delivery()
    driver.command("blue1", TeamMessage(time_s=0.0, player=1, team=24))
    assert sorted(delivery.robot for delivery in heard(driver)) == ["blue2", "red1"]


def test_what_a_silent_robot_says_reaches_nobody_but_it_hears_the_others():
    driver = league(silent=["blue1"])
    driver.next_delivery()
    driver.command("blue1", TeamMessage(time_s=0.0, player=1, team=24))
    driver.command("blue2", TeamMessage(time_s=0.0, player=2, team=24))
    assert {delivery.robot for delivery in heard(driver)} == {"blue1", WHOLE_GAME}


def test_a_match_on_another_field_is_none_of_our_business():
    driver = league()
    driver.next_delivery()
    teams = tuple(structs.replace(team, number=team.number + 1) for team in CONTROL.teams)
    driver.command(WHOLE_GAME, structs.replace(CONTROL, teams=(teams[0], teams[1])))
    assert heard(driver) == []


def test_other_commands_go_to_the_robot_and_the_game_has_no_body():
    driver = league()
    driver.command("blue1", drive(0.02))
    driver.make_safe(WHOLE_GAME)
    assert driver.driver.log == [drive(0.02)]  # type: ignore[attr-defined]


def test_a_player_that_is_no_robot_is_refused():
    with pytest.raises(LudensError, match="did you mean 'blue1'"):
        LeagueDriver(paper(), SimulatedAir({}, random=np.random.default_rng(1)), {"blu1": PlayerId(24, 1)})


class DamagedWire(SimulatedAir):
    """Delivers prepared packets, one a beat."""

    def __init__(self, packets: list[tuple[Channel, bytes]]) -> None:
        super().__init__(PLAYERS, random=np.random.default_rng(1))
        self.packets = packets

    def next_arrival(self, until_ns: int) -> Arrival | None:
        if not self.packets:
            return None
        channel, data = self.packets.pop()
        return Arrival(until_ns, "blue1", channel, data, "10.1.2.3")


@pytest.mark.mutations
def test_damaged_packets_change_nothing_and_are_told_once_for_each_kind():
    told: list[str] = []
    packets, refused = [], 0
    for number in range(COUNT):
        random = chance(number)
        channel, whole = (
            (Channel.CONTROL, peer.SENT_BY_THE_LEAGUE)
            if number % 2
            else (Channel.TEAM, peer.team_v7(2, 24, data=b"own"))
        )
        packets.append((channel, mutated(whole, random)))
    driver = LeagueDriver(paper(COUNT), DamagedWire(packets), PLAYERS, refusals=RefusalLog(told.append))
    understood = 0
    while (delivery := driver.next_delivery()) is not None:
        understood += delivery.source.endswith("league")
    refused = sum(driver.refusals.counts.values())
    assert refused > 0.5 * COUNT
    assert understood + refused <= COUNT
    assert len(told) == len(driver.refusals.counts)
    assert all(sentence.endswith("counted.") for sentence in told)


NETWORK = LeagueNetwork(control_port=53838, return_port=53939, team_port_base=52000, monitor_port=53636)


def test_over_udp_robots_hear_a_foreign_controller_and_each_other():
    referee = UdpPort("127.0.0.1", NETWORK.return_port)
    wires = [UdpWire({name: PLAYERS[name]}, NETWORK) for name in ("blue1", "blue2")]
    drivers = [
        LeagueDriver(
            PaperRobot(beats(50, robot=name), (description(name, body=(), camera=()),)), wire, wire._players
        )
        for name, wire in zip(("blue1", "blue2"), wires, strict=True)
    ]
    try:
        referee.send(peer.SENT_BY_THE_LEAGUE, NETWORK.everybody, NETWORK.control_port)
        drivers[0].command("blue1", TeamMessage(time_s=0.0, player=1, team=24, data=b"hello"))
        first, second = (heard(driver) for driver in drivers)
        assert [type(d.messages[0]) for d in first] == [GameControl]  # its own message is not heard
        assert [type(d.messages[0]) for d in second] == [GameControl, TeamMessage]
        answers = sorted(data for data, _ in referee.received())
        assert answers == [peer.return_v3(24, 1), peer.return_v3(24, 2)]
    finally:
        referee.close()
        for driver in drivers:
            driver.close()


def test_a_port_that_cannot_be_had_is_told_in_a_sentence():
    with pytest.raises(LudensError, match=r"192\.0\.2\.1"):
        UdpPort("192.0.2.1", 53999)
