"""Places that the rules allow, and ways that do not cross forbidden ground."""

import math

from hypothesis import given
from hypothesis import strategies as st

from ludens.games.soccer.decide.legal_places import (
    area_is_full,
    clear_of,
    clear_of_lane,
    in_own_area,
    is_on_field,
    out_of_own_area,
    way_past_own_area,
    way_round,
)

places = st.tuples(st.floats(-4.5, 4.5), st.floats(-3.0, 3.0))


@given(places, places, st.floats(0.3, 1.2))
def test_a_place_outside_a_disc_is_on_the_field_and_not_farther_than_needed(place_m, centre_m, radius_m):
    moved_m = clear_of(place_m, centre_m, radius_m)
    assert math.dist(moved_m, centre_m) > radius_m - 1e-6
    assert is_on_field(moved_m)
    if math.dist(place_m, centre_m) >= radius_m:
        assert moved_m == place_m


@given(places, places)
def test_who_is_no_keeper_leaves_a_disc_by_another_way_than_into_the_own_area(place_m, centre_m):
    moved_m = clear_of(out_of_own_area(place_m), centre_m, 1.1, enters_area=False)
    assert math.dist(moved_m, centre_m) > 1.1 - 1e-6
    assert is_on_field(moved_m)
    assert not in_own_area(moved_m)


@given(places, places, places)
def test_a_robot_that_follows_the_way_gets_there_and_never_crosses_the_disc(start_m, end_m, centre_m):
    radius_m = 0.75
    start_m, end_m = clear_of(start_m, centre_m, 0.8), clear_of(end_m, centre_m, 1.1)
    at_m = start_m
    for _ in range(2000):
        next_m = way_round(at_m, end_m, centre_m, radius_m)
        away_m = math.dist(at_m, next_m)
        if away_m < 0.02:
            break
        step = min(0.02 / away_m, 1.0)
        at_m = at_m[0] + step * (next_m[0] - at_m[0]), at_m[1] + step * (next_m[1] - at_m[1])
        assert math.dist(at_m, centre_m) > radius_m - 0.03
    assert math.dist(at_m, end_m) < 0.05


@given(places)
def test_the_own_area_is_left_by_the_shortest_way(place_m):
    moved_m = out_of_own_area(place_m)
    assert not in_own_area(moved_m)
    assert math.dist(moved_m, place_m) < 0.9


@given(places, places)
def test_a_robot_that_walks_past_the_own_area_gets_there_and_is_never_in_it(start_m, end_m):
    at_m, end_m = out_of_own_area(start_m), out_of_own_area(end_m)
    for _ in range(2000):
        next_m = way_past_own_area(at_m, end_m)
        away_m = math.dist(at_m, next_m)
        if away_m < 0.02:
            break
        step = min(0.02 / away_m, 1.0)
        at_m = at_m[0] + step * (next_m[0] - at_m[0]), at_m[1] + step * (next_m[1] - at_m[1])
        assert not in_own_area(at_m)
    assert math.dist(at_m, end_m) < 0.05


@given(places, places, st.floats(-3.1, 3.1))
def test_nobody_stands_before_a_striker_that_kicks(place_m, ball_m, direction_rad):
    moved_m = clear_of_lane(place_m, ball_m, direction_rad)
    assert math.dist(moved_m, place_m) < 0.46
    for way_m in (0.5, 1.0, 2.0):
        rolled_m = ball_m[0] + way_m * math.cos(direction_rad), ball_m[1] + way_m * math.sin(direction_rad)
        assert math.dist(moved_m, rolled_m) > 0.44


def test_two_in_the_area_are_enough():
    assert not area_is_full([(-4.2, 0.0), (-3.0, 0.0)])
    assert area_is_full([(-4.2, 0.0), (-4.0, 0.5)])
