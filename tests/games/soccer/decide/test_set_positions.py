"""Places for a kick-off: legal, and taken so that the team walks least."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.errors import LudensError
from ludens.games.soccer.decide.roles import RoleCandidate
from ludens.games.soccer.decide.set_positions import (
    assign_set_roles,
    is_legal_in_set,
    load_set_positions,
)
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.team import Role

POSITIONS = load_set_positions()

places = st.tuples(st.floats(-4.5, 4.5), st.floats(-3.0, 3.0))


@st.composite
def teams(draw) -> list[RoleCandidate]:
    return [
        RoleCandidate(player=number, field_from_robot=Pose2(x_m, y_m, 0.0))
        for number in sorted(draw(st.sets(st.integers(1, 5), min_size=1)))
        for x_m, y_m in [draw(places)]
    ]


def way_m(one: RoleCandidate, role: Role, *, kicks_off: bool) -> float:
    place_m = POSITIONS.place(role, kicks_off=kicks_off)
    assert place_m is not None
    return math.dist((one.field_from_robot.x_m, one.field_from_robot.y_m), place_m)


@given(teams(), st.booleans())
def test_everybody_has_a_legal_place_of_its_own_and_no_exchange_would_save_a_step(team, kicks_off):
    roles = assign_set_roles(team, POSITIONS, kicks_off=kicks_off)
    taken = [POSITIONS.place(roles[one.player - 1], kicks_off=kicks_off) for one in team]
    assert len(set(taken)) == len(team)
    assert all(
        place_m is not None and is_legal_in_set(place_m, FIELD_2019, kicks_off=kicks_off) for place_m in taken
    )
    walking = [one for one in team if roles[one.player - 1] is not Role.KEEPER]
    chosen = [roles[one.player - 1] for one in walking]

    def total_m(order) -> float:
        return sum(way_m(one, role, kicks_off=kicks_off) for one, role in zip(walking, order, strict=True))

    assert total_m(chosen) <= min(total_m(order) for order in permutations(chosen)) + 1e-9


@given(teams())
def test_the_goal_is_kept_where_there_is_more_than_one(team):
    roles = assign_set_roles(team, POSITIONS, kicks_off=True)
    keeps = Role.KEEPER if team[0].player == 1 else Role.REPLACEMENT_KEEPER
    assert (keeps in roles) == (len(team) > 1)
    assert Role.STRIKER in roles


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("keeper_m = [0.5, 0.0]\nattack = []\ndefence = []", "own half"),
        ('keeper_m = [-4, 0]\nattack = []\ndefence = [{role = "striker", place_m = [-0.5, 0]}]', "circle"),
        ('keeper_m = [-4, 0]\nattack = []\ndefence = [{role = "goalie", place_m = [-2, 0]}]', "goalie"),
        (
            "keeper_m = [-4, 0]\ndefence = []\n"
            'attack = [{role = "bishop", place_m = [-2, 0]}, {role = "bishop", place_m = [-1, 0]}]',
            "same role",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused_in_a_sentence(text, says):
    with pytest.raises(LudensError, match=says):
        load_set_positions(text.encode())
