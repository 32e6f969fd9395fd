"""Who is stronger: results add up by team, whichever side it played on."""

from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.decide.role_assigner import RoleAssigner
from ludens.games.soccer.experiments.elo import ELO, SoccerEloOptions, check, elo_trial, result, summarise
from ludens.games.soccer.league_play import league_setup

OWN = """
from ludens.games.soccer.decide.team_player import TeamPlayer
from ludens.games.soccer.league_play import TEAM_PLAYER

WITHOUT_PLAYER = TEAM_PLAYER.without(TeamPlayer)
"""


def test_goals_belong_to_the_team_whichever_side_it_played_on():
    assert result((3, 1), swapped=False)["score"] == 1.0
    swapped = result((3, 1), swapped=True)
    assert (swapped["goals"], swapped["goals_against"], swapped["score"]) == (1, 3, 0.0)
    assert result((2, 2), swapped=True)["score"] == 0.5


def elo(scores: list[float]) -> tuple[float, float]:
    figures = summarise([{"score": score} for score in scores])
    difference, at_least = figures["elo_difference"], figures["elo_at_least"]
    assert isinstance(difference, int)
    assert isinstance(at_least, int)
    return difference, at_least


def test_a_team_that_wins_is_stronger_and_more_matches_are_surer():
    few, surely = elo([1.0] * 4)
    many, more_surely = elo([1.0] * 40)
    assert 0 < few < many
    assert surely < 0 < more_surely
    assert elo([1.0, 0.0, 0.5])[0] == 0


def test_a_team_that_is_not_there_is_refused_in_a_sentence():
    with pytest.raises(LudensError, match="'loan'"):
        check(SoccerEloOptions(against="loan"), "default")
    with pytest.raises(LudensError, match="no file"):
        check(SoccerEloOptions(setup="nowhere.py:TEAM"), "default")


def test_a_team_of_a_file_plays_with_its_own_modules_and_each_player_knows_its_number(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    setup = league_setup(2, flat=True, teams=(f"{file}:WITHOUT_PLAYER", "team"))
    players = [plan for plan in setup.cyclers if plan.name == "body"]
    modules = [{node.module.__name__: node for node in plan.nodes} for plan in players]
    assert ["TeamPlayer" in nodes for nodes in modules] == [False, False, True, True]
    assert [nodes[RoleAssigner.__name__].parameters["player"] for nodes in modules] == [1, 2, 1, 2]
    assert setup.name == "soccer-WITHOUT_PLAYER-against-team-flat"


def test_a_short_match_of_one_a_side_ends_without_a_fault():
    row = elo_trial(TrialRequest(seed=1, noise="default", options=SoccerEloOptions(a_side=1, half_s=1)))
    assert row == {"swapped": True, "goals": 0, "goals_against": 0, "score": 0.5, "faults": 0}
    assert set(ELO.goals(SoccerEloOptions())) == {"elo_at_least", "faults"}
