"""`ludens play soccer --players N`: what can be asked for, recorded and replayed, and a person's orders."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludens.cli.main import main
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.league.udp import LeagueNetwork, UdpPort
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.final_whistle import FinalWhistle
from ludens.games.soccer.league_play import MatchKind, players_of
from ludens.games.soccer.match_page import order_robot, penalise, shift, substitute, touch
from ludens.games.soccer.play import GAME, SoccerPlayOptions, setup_for
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.events import Goal, Ready, Set, Whistle
from ludens.games.soccer.rules.match import Match, MatchTimes, new_match
from ludens.games.soccer.rules.transitions import after
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueFieldOptions
from ludens.messages import Fault
from ludens.messages.refereeing import MatchReport, RefereeOrder
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import CoachOrder, Role
from ludens.studio.page import MapTouch
from tests.drivers.league import peer


@pytest.mark.parametrize(
    ("asked", "setup"),
    [
        ({}, "soccer"),
        ({"flat": True}, "soccer-flat"),
        ({"players": 5, "golden_goal": True}, "soccer-match-5"),
        ({"players": 3, "flat": True, "substitutes": True}, "soccer-match-3-flat-substitutes"),
        ({"players": 2, "vision": True}, "soccer-match-2-vision"),
        ({"players": 1, "flat": True, "wired": True}, "soccer-match-1-flat-wired"),
        ({"players": 2, "red": "lone"}, "soccer-match-2-team-against-lone"),
        ({"game": "2011"}, "soccer-2011-match-2"),
        ({"game": "2011", "vision": True, "red": "team"}, "soccer-2011-match-2-vision-classic-against-team"),
        ({"game": "2011", "players": 0}, "soccer-2011"),
    ],
)
def test_options_mean_a_setup_whose_robots_are_called_by_team_and_number(asked, setup):
    options = SoccerPlayOptions(**asked)
    assert setup_for(options) == setup
    robots = GAME.setup(setup).robots
    kind = MatchKind.of(setup)
    if kind is None:
        assert robots == ("",)
    else:
        assert kind.name == setup
        assert len(robots) == 2 * (kind.a_side + options.substitutes)
        assert {"blue2", "red2"} <= set(robots)


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"players": 3, "vision": True}, "fewer players"),
        ({"players": 2, "vision": True, "flat": True}, "--flat or --vision"),
        ({"players": 2, "dummies": 3}, "--dummies belongs"),
        ({"wired": True}, "--players 5 --wired"),
        ({"game": "2011", "players": 3}, "2 of each team"),
        ({"game": "2011", "wired": True}, "chest buttons"),
        ({"players": 2, "blue": "classic"}, "--game 2011"),
    ],
)
def test_what_does_not_exist_is_said_in_a_sentence(asked, word):
    with pytest.raises(LudensError, match=word):
        setup_for(SoccerPlayOptions(**asked))


def test_a_match_is_recorded_replayed_the_same_and_one_robot_of_it_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "match.mcap")

    def said(*words: str) -> str:
        with pytest.raises(SystemExit):
            main(words)
        return "".join(capsys.readouterr())

    played = said("record", "soccer", "--players=2", "--flat", "--ready=2", "--duration=16", "--out", file)
    assert ", 0 faults" in played
    whole, alone = said("replay", file, "--compare"), said("replay", file, "--compare", "--robot", "red2")
    assert "red2 alone" in alone
    compared = [int(words.split("No difference in ")[1].split()[0]) for words in (whole, alone)]
    assert compared[0] > 3 * compared[1] > 3000
    assert "has no robot 'red7'" in said("replay", file, "--robot", "red7")


@pytest.mark.parametrize(
    ("golden_goal", "result"), [(True, "Blue 0 : 1 red after 3 s."), (False, "Blue 0 : 1 red.")]
)
def test_a_golden_goal_ends_a_match_and_any_other_goal_does_not(golden_goal: bool, result: str) -> None:
    seconds = iter(range(1, 20))
    delivered: Any = SimpleNamespace(
        robots=(),
        next_delivery=lambda: Delivery(next(seconds) * 1_000_000_000, "", "body", ()),
        command=lambda robot, command: None,
    )
    whistle = FinalWhistle(delivered, golden_goal=golden_goal)
    match = new_match(24, 5, times=MatchTimes(hidden_s=0))
    for event in (Ready(), Set(), Whistle()):
        match = after(match, event, 0)

    def scoreboard(match: Match) -> MatchReport:
        control = told(match, is_true=True)
        return MatchReport(time_s=0.0, control=control, attacks_right=0, is_automatic=True)

    whistle.command("", scoreboard(match))
    for _ in range(3):
        assert whistle.next_delivery() is not None
    whistle.command("", scoreboard(after(match, Goal(1), 0)))
    lasts = [whistle.next_delivery() is not None for _ in range(6)]
    assert lasts == ([True, True, False, False, False, False] if golden_goal else [True] * 6)
    assert whistle.result() == result


class Heard:
    """What robots make of packets, as an observer of a run."""

    def __init__(self) -> None:
        self.states: dict[str, str] = {}

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for key, message in outputs:
            if isinstance(message, MatchStatus):
                self.states[key.partition("/")[0]] = message.state

    def on_delivery(self, delivery: Delivery) -> None:
        pass

    def on_fault(self, fault: Fault) -> None:
        raise AssertionError(fault)

    def close(self) -> None:
        pass


def test_a_packet_of_the_leagues_own_program_leads_the_robots_of_a_wired_match() -> None:
    options, heard = SoccerPlayOptions(players=1, flat=True, wired=True), Heard()
    setup = GAME.setup(setup_for(options))
    driver, league = GAME.make_driver(setup, options, 1), UdpPort("127.0.0.1", 0)
    with Run(setup, driver, configuration=Configuration(setup.sections()), seed=1, observers=(heard,)) as run:
        run.run_until(0.3)
        assert heard.states == {"blue2": "initial", "red2": "initial"}
        league.send(peer.SENT_BY_THE_LEAGUE, LeagueNetwork().everybody, LeagueNetwork().control_port)
        run.run_until(0.8)
        assert heard.states == {"blue2": "set", "red2": "set"}
    league.close()


class Played:
    """A run as far as a page's buttons need it."""

    def __init__(self) -> None:
        players = players_of(2)
        self.field = FlatLeagueField(LeagueFieldOptions(players=players, noise="off"), seed=1)
        self.driver = SimulationDriver(self.field)

    def heard(self, source: Any, count: int) -> list[Any]:
        return [source.capture(0)[0] for _ in range(count)]


def test_a_person_is_referee_and_coach_and_has_hands() -> None:
    played: Any = Played()
    assert penalise(played, "red2", "request for pick-up") is None
    order_robot(played, "blue1", words="return ROBOT")
    desk = played.field.referee.desk
    assert [order.line for order in played.heard(desk, 2) if isinstance(order, RefereeOrder)] == [
        "penalise 5 2 pick-up",
        "return 24 1",
    ]
    assert "--substitutes" in str(substitute(played, "blue2"))
    shift(played, "red2", "keeper")
    (order,) = played.heard(played.field.coach.voices[2], 1)
    assert isinstance(order, CoachOrder)
    assert (order.player, order.role) == (2, Role.KEEPER)
    assert played.field.coach.voices[0].capture(0) == ()  # the other team does not hear it
    touch(played, "blue1", MapTouch(handle="red1", from_m=(3.2, 3.0), to_m=(1.0, -2.0)))
    pose = played.field.pose_of(2)
    assert (pose.x_m, pose.y_m) == (1.0, -2.0)
    touch(played, "blue1", MapTouch(handle="", from_m=(9.0, 0.0), to_m=(9.0, 0.0)))
    assert played.field.ball.place_m == (4.8, 0.0)
