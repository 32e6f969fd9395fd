"""The league's field in physics, with the coarse steps and simple hands that ten robots need."""

import pytest

from ludens.games.soccer.world.league_field import LeagueField, LeagueFieldOptions, LeaguePlayer
from ludens.geometry import Pose2
from ludens.messages.refereeing import FieldTruth


def test_robots_stand_in_coarse_physics_and_the_referee_sees_which_one_touches_the_ball() -> None:
    starts = (Pose2(-0.12, 0.05, 0.0), Pose2(-2.0, 0.0, 0.0))
    players = tuple(LeaguePlayer(team=team, number=2, start=start) for team, start in enumerate(starts))
    field = LeagueField(LeagueFieldOptions(players=players, noise="off"), seed=1)
    heights_m = [field.torso_of(robot).translation[2] for robot in range(2)]
    field.advance_to(400_000_000)
    _, sight = field.referee.sources
    (truth,) = sight.capture(400_000_000)
    assert isinstance(truth, FieldTruth)
    assert [robot.torso_height_m for robot in truth.robots] == pytest.approx(heights_m, abs=0.02)
    assert [robot.is_upright for robot in truth.robots] == [True, True]
    assert [robot.touches_ball for robot in truth.robots] == [True, False]
    assert [robot.touches for robot in truth.robots] == [(), ()]
    field.close()
