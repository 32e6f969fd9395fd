"""Robots of one simulation ask their mates over TCP, without sockets: late at times, but never lost."""

import numpy as np
import pytest

from ludens.core.contract.driver import Delivery
from ludens.drivers.league.simulated_query import SimulatedTeamQuery
from ludens.drivers.league.wire import PlayerId
from ludens.geometry import Pose2
from ludens.messages.league import TeamMessage
from tests.core.paper_robot import PaperRobot, beats, description

PLAYERS = {"blue1": PlayerId(24, 1), "blue2": PlayerId(24, 2), "red1": PlayerId(5, 1), "red2": PlayerId(5, 2)}
MESSAGE = TeamMessage(
    time_s=0.0, player=9, team=9, field_from_robot=Pose2(1.0, -0.5, 0.25), ball_age_s=0.5, ball_m=(0.75, 0.0)
)


def asking(*, loss: float = 0.0, seed: int = 1) -> SimulatedTeamQuery:
    robots = tuple(description(name, body=(), camera=()) for name in (*PLAYERS, "green1"))
    driver = PaperRobot(beats(600, robot="blue1"), robots)
    return SimulatedTeamQuery(driver, PLAYERS, random=np.random.default_rng(seed), loss=loss)


def heard(driver: SimulatedTeamQuery) -> list[Delivery]:
    found = []
    while (delivery := driver.next_delivery()) is not None:
        if delivery.source == "mates/query":
            found.append(delivery)
    return found


def test_only_mates_hear_what_a_robot_says_of_itself_once_a_second() -> None:
    driver = asking()
    driver.command("blue1", MESSAGE)
    answers = heard(driver)
    assert {answer.robot for answer in answers} == {"blue2"}
    lasted_s = answers[-1].time_ns * 1e-9
    assert len(answers) == pytest.approx(lasted_s, abs=1.5)
    message = answers[0].messages[0]
    assert isinstance(message, TeamMessage)
    assert (message.team, message.player) == (24, 1)
    assert (message.field_from_robot, message.ball_m) == (MESSAGE.field_from_robot, MESSAGE.ball_m)
    assert message.time_s == pytest.approx(answers[0].time_ns * 1e-9)


def test_a_lost_packet_makes_an_answer_late_and_the_same_seed_gives_the_same_moments() -> None:
    def moments(loss: float, seed: int = 1) -> list[int]:
        driver = asking(loss=loss, seed=seed)
        driver.command("red2", MESSAGE)
        return [answer.time_ns for answer in heard(driver)]

    quick, slow = moments(0.0), moments(0.5)
    assert len(slow) >= 0.7 * len(quick)
    assert max(time_ns % 10**9 for time_ns in quick) < 0.25e9 < max(time_ns % 10**9 for time_ns in slow)
    assert moments(0.5) == slow != moments(0.5, seed=2)


def test_robots_of_others_have_no_line_and_their_messages_pass_on() -> None:
    driver = asking()
    sources = {robot.name: [source.name for source in robot.sources] for robot in driver.robots}
    assert "mates/query" in sources["red1"]
    assert "mates/query" not in sources["green1"]
    driver.command("green1", MESSAGE)
    assert isinstance(driver.driver, PaperRobot)
    assert heard(driver) == []
