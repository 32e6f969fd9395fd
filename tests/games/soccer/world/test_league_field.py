"""The league's field in physics, with the coarse steps and simple hands that ten robots need."""

import pytest

from ludens.games.soccer.world.league_field import LeagueField, LeagueFieldOptions, LeaguePlayer
from ludens.geometry import Pose2
from ludens.messages.refereeing import FieldTruth


def test_robots_stand_the_referee_sees_who_touches_the_ball_and_hands_hold_one_that_fell() -> None:
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

    outside = Pose2(-1.0, 3.9, -1.5)
    field.carry(outside, robot=0)
    assert not field.is_carried(0)  # it stood, and is put down at once
    field.push((6.0, 0.0, 0.0), robot=1)
    field.advance_to(2_000_000_000)
    assert not field.stands(1)
    for second, aside_m in ((2, 0.0), (4, 0.5)):  # also out of the hands that hold it still
        place = Pose2(-2.0 + aside_m, 3.9, -1.5)
        field.carry(place, robot=1)
        field.advance_to((second + 2) * 1_000_000_000)
        assert field.is_carried(1)
        assert field.torso_of(1).rotation[2, 2] > 0.98
        assert field.pose_of(1).distance_m(place) < 0.05
    field.close()
