import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.core.errors import LudensError
from ludens.games.passing.world.layout import (
    HELD_M,
    PASSED_SHORT_M,
    Disc,
    ball_stops_at,
    can_line_up,
    distance_to_way_m,
    draw_layout,
    may_walk,
    staging_point,
    wall_gap_m,
)

coordinates = st.floats(-5.0, 5.0)
points = st.tuples(coordinates, coordinates)


@given(point=points, start=points, end=points)
def test_no_point_of_a_way_is_nearer_than_the_distance_to_it(point, start, end):
    distance_m = distance_to_way_m(point, start, end)
    parts = np.linspace(0.0, 1.0, 21)
    on_way = np.outer(1.0 - parts, start) + np.outer(parts, end)
    nearest = np.linalg.norm(on_way - point, axis=1).min()
    assert distance_m <= nearest + 1e-9
    assert nearest <= distance_m + math.dist(start, end) / 20 + 1e-9


def test_the_staging_point_is_a_metre_behind_the_ball_seen_from_the_target():
    assert staging_point((0.0, 1.0), (0.0, -1.0)) == pytest.approx((0.0, 2.0))


@pytest.mark.parametrize(
    ("ball", "target", "obstacles", "fair"),
    [
        ((0.0, 0.0), (1.5, 0.0), (), True),
        ((0.0, 0.0), (0.9, 0.0), (), False),  # target too near
        ((-1.4, 0.0), (2.6, 0.1), (), False),  # too far
        ((-1.6, 0.0), (1.0, 0.0), (), False),  # no room behind the ball
        ((0.0, 0.0), (1.5, 0.0), (Disc(0.7, 0.5, 0.1),), False),  # obstacle beside the way of the ball
        ((0.0, 0.0), (1.5, 0.0), (Disc(0.7, 0.6, 0.1),), True),
        ((0.0, 0.0), (1.5, 0.0), (Disc(-1.0, 0.6, 0.1),), False),  # obstacle where the robot lines up
        ((0.0, 0.0), (1.5, 0.0), (Disc(-1.0, 0.75, 0.1),), True),
    ],
)
def test_what_can_be_lined_up(ball, target, obstacles, fair):
    assert can_line_up(ball, target, obstacles) is fair


def test_a_person_may_walk_where_nothing_is_in_the_way_and_they_can_be_passed_to():
    box = (Disc(2.0, 0.0, 0.2),)
    assert may_walk((2.0, -1.5), (1.0, 1.5), ball=(0.0, 0.0), obstacles=(), wall_m=0.4)
    assert not may_walk((2.0, -1.5), (2.0, 1.5), ball=(0.0, 0.0), obstacles=box, wall_m=0.4)
    assert not may_walk((2.0, -1.5), (2.8, 1.0), ball=(0.0, 0.0), obstacles=(), wall_m=0.4)
    assert not may_walk((1.5, 0.0), (-1.5, 0.0), ball=(0.0, 0.0), obstacles=(), wall_m=0.4)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    radii_m=st.lists(st.floats(0.075, 0.175), max_size=4),
    start=st.sampled_from(["still", "rolling", "passed"]),
)
def test_every_layout_keeps_the_rules(seed, radii_m, start):
    deceleration = 0.06
    layout = draw_layout(
        radii_m=tuple(radii_m),
        robots=1,
        ball=start,
        deceleration_mps2=deceleration,
        target_wall_m=0.4,
        random=np.random.default_rng(seed),
    )
    (pose,) = layout.robots
    robot, ball, target = (pose.x_m, pose.y_m), layout.ball, layout.target
    assert target is not None
    speed = math.hypot(*layout.ball_velocity_mps)
    assert (0.2 <= speed <= 0.5) if start == "rolling" else speed == 0.0
    if start == "passed":
        assert math.dist(ball, target) == pytest.approx(HELD_M)
        assert math.dist(ball, robot) == pytest.approx(math.dist(robot, target) - HELD_M)
        away_x, away_y = robot[0] - target[0], robot[1] - target[1]
        share = 1.0 - PASSED_SHORT_M / math.hypot(away_x, away_y)
        ball = (target[0] + share * away_x, target[1] + share * away_y)
        layout = replace(layout, ball=ball)
    stop = ball_stops_at(layout, deceleration)
    assert math.dist(ball, stop) == pytest.approx(speed**2 / (2 * deceleration))
    for place in (ball, stop):
        assert 1.2 <= math.dist(place, target) <= 4.0
        assert wall_gap_m(staging_point(place, target)) >= 0.55
        assert wall_gap_m(place) >= 0.3
    assert wall_gap_m(target) >= 0.4
    assert wall_gap_m(robot) >= 0.6
    assert math.dist(robot, ball) >= 0.6
    assert math.dist(robot, target) >= 0.8
    assert -math.pi <= pose.yaw_rad <= math.pi
    assert [disc.radius_m for disc in layout.obstacles] == radii_m
    for number, disc in enumerate(layout.obstacles):
        assert wall_gap_m((disc.x_m, disc.y_m)) - disc.radius_m >= 0.75
        assert disc.gap_m(robot) >= 0.6
        assert disc.gap_m(ball) >= 0.6
        assert disc.gap_m(staging_point(ball, target)) >= 0.6
        assert disc.gap_to_way_m(ball, target) >= 0.45
        for other in layout.obstacles[:number]:
            assert disc.gap_m((other.x_m, other.y_m)) - other.radius_m >= 0.75


def test_two_robots_start_apart_and_without_a_target():
    for seed in range(20):
        layout = draw_layout(
            radii_m=(0.1, 0.1),
            robots=2,
            ball="still",
            deceleration_mps2=0.1,
            target_wall_m=0.4,
            random=np.random.default_rng(seed),
        )
        alpha, beta = layout.robots
        assert layout.target is None
        assert math.hypot(alpha.x_m - beta.x_m, alpha.y_m - beta.y_m) >= 1.5


def test_an_overfull_pen_is_refused_with_advice():
    with pytest.raises(LudensError, match="ask for fewer obstacles"):
        draw_layout(
            radii_m=(0.3,) * 12,
            robots=1,
            ball="still",
            deceleration_mps2=0.1,
            target_wall_m=0.4,
            random=np.random.default_rng(1),
        )
