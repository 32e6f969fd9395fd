"""The field of 2011 in physics: its goals and ball, and every setup that plays on it finds what it needs."""

import pytest

from ludens.core.contract.graph import check_graph
from ludens.games.soccer.experiments.filters import BOTH
from ludens.games.soccer.experiments.keeper_2011 import GOALIE
from ludens.games.soccer.setups import CLASSIC_2011, STRIKER_2011
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions


@pytest.fixture(scope="module")
def match():
    world = SoccerMatch(SoccerMatchOptions(field="2011"), seed=31)
    yield world
    world.close()


def test_one_goal_is_yellow_the_own_one_blue_and_the_ball_small_and_orange(match):
    model = match.physics.model
    own, other = (model.mat(name).rgba for name in ("own goal", "other goal"))
    assert own[2] > own[1] > own[0]
    assert other[0] > other[1] > other[2]
    assert model.geom("ball").size[0] == pytest.approx(0.0325)
    red, green, blue, _ = model.mat("ball").rgba
    assert red > 2 * green > 4 * blue
    assert model.geom("other goal/left post").pos[0] == pytest.approx(3.0)
    assert match.goal() == 0
    match.ball.place((3.2, 0.1))
    assert match.goal() == 1
    match.ball.place((0.0, 0.0))


@pytest.mark.parametrize("setup", [STRIKER_2011, CLASSIC_2011, BOTH, GOALIE], ids=lambda setup: setup.name)
def test_every_module_has_its_inputs(match, setup):
    check_graph(setup, [robot.description for robot in match.robots])
