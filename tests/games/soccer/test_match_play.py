"""`ludens play soccer --players N`: what can be asked for, recorded and replayed, and a person's orders."""

from pathlib import Path
from typing import Any

import pytest

from ludens.cli.main import main
from ludens.core.errors import LudensError
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.league_play import MatchKind, players_of
from ludens.games.soccer.match_page import order_robot, penalise, shift, substitute, touch
from ludens.games.soccer.play import GAME, SoccerPlayOptions, setup_for
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueFieldOptions
from ludens.messages.refereeing import RefereeOrder
from ludens.messages.team import CoachOrder, Role
from ludens.studio.page import MapTouch


@pytest.mark.parametrize(
    ("asked", "setup"),
    [
        ({}, "soccer"),
        ({"flat": True}, "soccer-flat"),
        ({"players": 5}, "soccer-match-5"),
        ({"players": 3, "flat": True, "substitutes": True}, "soccer-match-3-flat-substitutes"),
        ({"players": 2, "vision": True}, "soccer-match-2-vision"),
    ],
)
def test_options_mean_a_setup_whose_robots_are_called_by_team_and_number(asked, setup):
    options = SoccerPlayOptions(**asked)
    assert setup_for(options) == setup
    robots = GAME.setup(setup).robots
    assert len(robots) == 2 * (options.players + options.substitutes) or robots == ("",)
    kind = MatchKind.of(setup)
    assert kind is None or {"blue2", "red2"} <= set(robots)


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"players": 3, "vision": True}, "fewer players"),
        ({"players": 2, "vision": True, "flat": True}, "--flat or --vision"),
        ({"players": 2, "dummies": 3}, "--dummies belongs"),
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
    assert penalise(played, "red2", "pushing") is None
    order_robot(played, "blue1", words="return ROBOT")
    desk = played.field.referee.desk
    assert [order.line for order in played.heard(desk, 2) if isinstance(order, RefereeOrder)] == [
        "penalise 5 2 pushing",
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
