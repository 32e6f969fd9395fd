"""Places of roles on either field: on it, and nearer to each other where it is smaller."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.soccer.decide.legal_places import clear_of, in_own_area, on_field, out_of_own_area
from ludens.games.soccer.decide.set_positions import is_legal_in_set, load_set_positions
from ludens.games.soccer.decide.stations import bishop_place, place_of_role
from ludens.geometry.soccer_field import FIELD_2011, FIELD_2019, FIELDS
from ludens.messages.team import Role

PLACED = [role for role in Role if role not in (Role.NONE, Role.STRIKER)]


@pytest.mark.parametrize("pitch", FIELDS.values(), ids=FIELDS)
@pytest.mark.parametrize("role", PLACED)
@given(ahead=st.floats(-1.0, 1.0), aside=st.floats(-1.0, 1.0))
def test_every_role_has_its_place_on_the_field(role, pitch, ahead, aside):
    ball_m = ahead * pitch.half_length_m, aside * pitch.half_width_m
    place_m = place_of_role(role, ball_m, pitch=pitch)
    assert on_field(place_m, pitch) == pytest.approx(place_m)
    assert not in_own_area(out_of_own_area(place_m, pitch=pitch), pitch=pitch)
    assert math.dist(clear_of(place_m, ball_m, 0.75, pitch=pitch), ball_m) > 0.749


def test_on_the_smaller_field_everything_is_nearer():
    for role in PLACED:
        large_m = place_of_role(role, (1.5, 0.9), pitch=FIELD_2019)
        small_m = place_of_role(role, (1.0, 0.6), pitch=FIELD_2011)
        assert abs(small_m[0]) < abs(large_m[0])


@given(x_m=st.floats(-1.4, 3.0), y_m=st.floats(-2.5, 2.5))
def test_a_bishop_is_beside_the_way_of_shots_and_near_to_where_the_keeper_stops_them(x_m, y_m):
    bishop_m = bishop_place((x_m, y_m))
    goal_rad = math.atan2(-y_m, FIELD_2019.half_length_m - x_m)
    off_m = (bishop_m[1] - y_m) * math.cos(goal_rad) - (bishop_m[0] - x_m) * math.sin(goal_rad)
    assert abs(off_m) > 0.25
    assert math.dist(bishop_m, (4.0, math.copysign(0.6, y_m))) < 1.25


@pytest.mark.parametrize("field", FIELDS)
def test_set_positions_of_every_field_are_legal_on_it(field):
    positions = load_set_positions(field=field)
    for kicks_off in (True, False):
        for place in positions.places(kicks_off=kicks_off):
            assert is_legal_in_set(place.place_m, FIELDS[field], kicks_off=kicks_off)
    assert is_legal_in_set(positions.keeper_m, FIELDS[field], kicks_off=False)
