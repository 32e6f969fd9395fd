import math
from itertools import pairwise

import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.walk.route import Manner, Ring, Route, route_round, side_at
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

MEASURES = MorrisMeasures()
HALF_M = 0.5 * MEASURES.table_width_m


def station(side: int, *, left_m: float = 0.0, back_m: float = 0.1) -> Pose2:
    return MEASURES.board_from_side(side) @ Pose2(-back_m, left_m, 0.0)


def way(start: Pose2, goal: Pose2, *, manner: Manner = "facing") -> Route:
    return route_round(start, goal, half_m=HALF_M, clearance_m=0.2, manner=manner)


@pytest.mark.parametrize("manner", ["facing", "ahead"])
@pytest.mark.parametrize(("start", "goal"), [(0, 1), (0, 3), (3, 0), (2, 0), (1, 3)])
def test_it_leads_round_the_table_the_short_way(start: int, goal: int, manner: Manner) -> None:
    found = way(station(start), station(goal), manner=manner)
    assert found.poses[0] == station(start)
    assert found.poses[-1] == station(goal)
    quarters = min((goal - start) % 4, (start - goal) % 4)
    assert 0.4 * quarters < found.length_m < 0.4 + 0.8 * quarters
    ring = Ring(HALF_M, 0.2)
    least_m = 0.19 if manner == "facing" else 0.14  # straight legs cut the corners
    on_the_way = found.poses[found.away_until : found.up_from + 1]
    assert min(ring.distance_m(pose.x_m, pose.y_m) for pose in on_the_way) > least_m


def test_the_robot_steps_straight_back_and_straight_up() -> None:
    found = way(station(0, left_m=0.1), station(1, left_m=-0.1))
    away, before = found.poses[found.away_until], found.poses[found.up_from]
    assert math.isclose(away.x_m, -0.1, abs_tol=1e-9)
    assert away.yaw_rad == found.poses[0].yaw_rad
    assert math.isclose(before.y_m, station(1, left_m=-0.1).y_m, abs_tol=1e-9)
    assert difference(before.yaw_rad, found.poses[-1].yaw_rad) == 0.0


def test_facing_it_looks_at_the_board_and_poses_lie_close() -> None:
    found = way(station(0), station(1))
    for pose in found.poses[found.away_until + 1 : found.up_from]:
        _, left_m = pose.inverse().apply(0.0, 0.0)
        assert abs(left_m) < 1e-9
    assert max(a.distance_m(b) for a, b in pairwise(found.poses)) <= 0.0201


def test_ahead_it_walks_straight_and_turns_on_the_spot() -> None:
    found = way(station(0), station(1), manner="ahead")
    for first, second in pairwise(found.poses[1:-1]):
        moved_m = first.distance_m(second)
        assert moved_m < 1e-3 or math.isclose(
            math.atan2(second.y_m - first.y_m, second.x_m - first.x_m), second.yaw_rad, abs_tol=1e-6
        )


def test_along_one_side_it_only_steps_back_a_little() -> None:
    found = way(station(0, left_m=-0.1), station(0, left_m=0.1))
    ring = Ring(HALF_M, 0.2)
    farthest_m = max(ring.distance_m(pose.x_m, pose.y_m) for pose in found.poses)
    assert 0.12 < farthest_m < 0.14
    assert all(side_at(pose.x_m, pose.y_m) == 0 for pose in found.poses)
    assert found.length_m < 0.3


def test_a_robot_that_stands_turned_at_its_side_goes_the_long_way_out() -> None:
    turned = station(0, left_m=0.1) @ Pose2(0.0, 0.0, 1.2)
    farthest_m = max(Ring(HALF_M, 0.2).distance_m(p.x_m, p.y_m) for p in way(turned, station(0)).poses)
    assert farthest_m > 0.19


def test_progress_is_told_along_the_way() -> None:
    found = way(station(0), station(1))
    last = found.up_from
    middle = found.nearest(Pose2(0.3, -0.3, 2.4), first=found.away_until, last=last)
    assert found.away_until < middle < last
    ahead = found.ahead(middle, by_m=0.1, last=last)
    assert 0.08 < found.poses[ahead].distance_m(found.poses[middle]) < 0.121
    assert found.ahead(last - 1, by_m=5.0, last=last) == last
