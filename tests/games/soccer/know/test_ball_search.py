import math
from typing import Any

import numpy as np
import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.know.ball_search import BallSearchMap, assigned_areas
from ludens.games.soccer.know.free_kick_places import laid_m
from ludens.games.soccer.know.search_grid import SearchGrid, areas, bits_of, cell_of, middle_of
from ludens.games.soccer.know.team_data import CELL_BYTES
from ludens.geometry import Pose2
from ludens.messages.field import BallsSeen
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import BallOrigin, BallSearch, TeamBall, Teammate, Teammates

VIEW = np.array([(0.2, -0.1), (0.2, 0.1), (2.6, 1.5), (3.0, 0.0), (2.6, -1.5)])


def mate(number: int, at: Pose2, time_s: float = 0.0, **more: Any) -> Teammate:
    return Teammate(player=number, heard_s=time_s, told_s=time_s, field_from_robot=at, **more)


def status(set_play: SetPlay = SetPlay.NONE, *, ours: bool = True, state: Any = "playing") -> MatchStatus:
    return MatchStatus(time_s=0.0, state=state, set_play=set_play, own_set_play=ours)


class Searcher:
    """A robot that goes where its map sends it, as fast as ours, and sees what lies before it."""

    def __init__(self, number: int, at: Pose2) -> None:
        self.number, self.at = number, at
        self.map = BallSearchMap()
        self.search: BallSearch | None = None

    def tells(self, time_s: float) -> Teammate:
        told = self.search
        if told is None:
            return mate(self.number, self.at, time_s)
        return mate(
            self.number,
            self.at,
            time_s,
            search_m=told.suggested_m,
            search_since_s=told.since_s,
            looked_at=told.looked_at,
        )

    def step(
        self,
        time_s: float,
        mates: list[Teammate],
        *,
        ball: TeamBall | None = None,
        game: MatchStatus | None = None,
    ) -> BallSearch:
        players = sorted((self.tells(time_s), *mates), key=lambda one: one.player)
        team = Teammates(time_s=time_s, own=self.number, players=tuple(players))
        seen = (BallsSeen(time_s=time_s, balls=(), looked_at_m=VIEW),)
        search = self.map.cycle(CycleTime(time_s=time_s), team, ball, game, seen, ())
        assert search is not None
        self.search = search
        return search

    def walk(self, seconds: float) -> None:
        assert self.search is not None
        goal = self.at.inverse() @ self.search.stand_at
        turn = math.atan2(goal.y_m, goal.x_m) if math.hypot(goal.x_m, goal.y_m) > 0.1 else goal.yaw_rad
        ahead_m = min(0.2 * seconds, math.hypot(goal.x_m, goal.y_m)) if abs(turn) < 0.3 else 0.0
        self.at = self.at @ Pose2(ahead_m, 0.0, min(max(turn, -0.8 * seconds), 0.8 * seconds))


def sees(robot: Searcher, ball_m: tuple[float, float]) -> bool:
    x_m, y_m = robot.at.inverse().apply(*ball_m)
    return 0.2 < x_m < 2.8 and abs(y_m) < 0.5 * x_m


def found_after_s(robots: list[Searcher], ball_m: tuple[float, float]) -> float:
    """Search together; messages come once a second."""
    told: dict[int, Teammate] = {}
    for tick in range(3000):
        time_s = 0.2 * tick
        if any(sees(robot, ball_m) for robot in robots):
            return time_s
        if tick % 5 == 0:
            told = {robot.number: robot.tells(time_s) for robot in robots}
        for robot in robots:
            robot.step(time_s, [one for one in told.values() if one.player != robot.number])
            robot.walk(0.2)
    return math.inf


def test_cells_are_numbered_so_that_places_and_bits_find_them_again():
    for cell in range(216):
        row, column = cell_of(middle_of(cell))
        assert row * 18 + column == cell
    assert cell_of((-99.0, 99.0)) == (11, 0)
    grid = SearchGrid(0.0)
    cells = bits_of(grid.look(VIEW, Pose2(0.0, 0.0, 0.0), 1.0, 0.5))
    other = SearchGrid(0.0)
    other.look_at_cells(cells, 1.0, 0.5)
    assert len(cells) == CELL_BYTES
    assert (grid.probability == other.probability).all()
    assert (grid.seen_s == other.seen_s).all()
    other.look_at_cells(b"short", 2.0, 0.0)
    assert (grid.probability == other.probability).all()


def test_a_look_moves_probability_elsewhere_and_the_ball_moves_on_with_time():
    grid = SearchGrid(0.0)
    grid.believe([(1.1, 0.1)], 0.9)
    here, beside = cell_of((1.1, 0.1)), cell_of((1.6, 0.1))
    before = grid.probability[beside]
    grid.spread(400.0)
    assert grid.probability[beside] > before
    assert grid.probability.sum() == pytest.approx(1.0)
    before = grid.probability[here]
    grid.look(VIEW, Pose2(0.0, 0.0, 0.0), 1.0, 0.2)
    assert grid.probability[here] < 0.8 * before
    assert grid.probability.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("explorers", range(1, 7))
def test_areas_share_the_field_among_so_many(explorers):
    masks = areas(explorers)
    assert len(masks) == explorers
    assert np.any(masks, axis=0).all()
    assert sum(mask.sum() for mask in masks) == 216
    robots = {
        number: mate(number, Pose2(number - 3.0, 0.3 * number, 0.0)) for number in range(1, explorers + 1)
    }
    assert sorted(assigned_areas(robots).values()) == list(range(explorers))


def test_after_a_free_kick_is_called_the_robot_looks_where_the_rules_lay_the_ball():
    assert laid_m(status(SetPlay.GOAL_FREE_KICK)) == ((-3.2, 1.1), (-3.2, -1.1))
    assert laid_m(status(SetPlay.CORNER_KICK, ours=False))[0] == (-4.5, 3.0)
    assert laid_m(status(SetPlay.PUSHING_FREE_KICK)) == ()
    robot = Searcher(2, Pose2(2.0, 0.0, 0.0))
    robot.step(0.0, [], game=status())
    search = robot.step(0.3, [], game=status(SetPlay.GOAL_FREE_KICK))
    assert min(math.dist(search.look_at_m, (-3.2, side * 1.1)) for side in (-1, 1)) < 0.4
    assert search.stand_at.x_m > search.look_at_m[0] + 1.5


def test_where_the_ball_was_last_is_looked_at_first_then_elsewhere():
    robot = Searcher(2, Pose2(-2.0, 0.0, 0.0))
    ball = TeamBall(time_s=0.0, origin=BallOrigin.OWN, place_m=(-2.7, 2.2))
    for tick in range(10):
        assert robot.step(0.2 * tick, [], ball=ball).look_at_m == ball.place_m
    assert math.dist(robot.step(2.2, []).look_at_m, ball.place_m) < 0.5
    targets = []
    for tick in range(12, 250):
        targets.append(robot.step(0.2 * tick, []).look_at_m)
        robot.walk(0.2)
    assert len({cell_of(target) for target in targets}) > 5


def test_all_follow_the_player_whose_map_is_oldest_as_long_as_it_is_heard():
    wise = mate(5, Pose2(3.0, 0.0, 0.0), search_m=((4.0, 2.0),) * 5, search_since_s=100.0)
    robot = Searcher(2, Pose2(-2.0, 0.0, 0.0))
    assert robot.step(0.0, [wise]).look_at_m == (4.0, 2.0)
    assert robot.step(4.0, [wise]).look_at_m != (4.0, 2.0)  # not heard for four seconds
    younger = mate(5, Pose2(3.0, 0.0, 0.0), 30.0, search_m=((4.0, 2.0),) * 5, search_since_s=1.0)
    for tick in range(20, 151):
        search = robot.step(0.2 * tick, [younger])
    assert search.look_at_m != (4.0, 2.0)


def test_a_penalty_breaks_the_map_off():
    robot = Searcher(2, Pose2(-2.0, 0.0, 0.0))
    for tick in range(50):
        search = robot.step(0.2 * tick, [])
    assert search.since_s == pytest.approx(9.8)
    players = (mate(2, robot.at, 10.0, penalised=True),)
    team = Teammates(time_s=10.0, own=2, players=players)
    after = robot.map.cycle(CycleTime(time_s=10.0), team, None, None, (), ())
    assert after is not None
    assert after.since_s == 0.0


@pytest.mark.parametrize("ball_m", [(4.2, 2.7), (-4.2, -2.7), (0.2, 2.9), (4.3, -0.3)])
def test_one_robot_finds_every_ball_and_five_are_quicker(ball_m):
    alone = found_after_s([Searcher(2, Pose2(-3.0, 0.0, 0.0))], ball_m)
    starts = [
        Pose2(-4.0, 0.0, 0.0),
        Pose2(-2.0, 1.0, 0.0),
        Pose2(-2.0, -1.0, 0.0),
        Pose2(0.0, 1.5, 0.0),
        Pose2(0.0, -1.5, 0.0),
    ]
    together = found_after_s([Searcher(number, at) for number, at in enumerate(starts, 1)], ball_m)
    assert alone < 90.0
    assert together < 30.0


def test_no_robot_is_sent_to_where_it_stands_nor_for_long_to_what_it_cannot_see():
    robot = Searcher(2, Pose2(-2.0, 0.3, 0.0))
    ball = TeamBall(time_s=0.0, origin=BallOrigin.OWN, place_m=(-2.2, -0.9))  # beside it, never in its view
    for tick in range(10):
        robot.step(0.2 * tick, [], ball=ball)
    targets = [cell_of(robot.step(2.0 + 0.2 * tick, []).look_at_m) for tick in range(150)]
    assert targets[0] == cell_of(ball.place_m)
    assert targets[-1] != cell_of(ball.place_m)
    assert cell_of((-2.0, 0.3)) not in targets
