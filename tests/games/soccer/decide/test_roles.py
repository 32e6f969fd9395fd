"""Who plays the ball, who keeps the goal, who defends: for any team anywhere on the field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ludens.games.soccer.decide.roles import (
    RoleCandidate,
    as_coached,
    assign_roles,
    candidate_of,
    without_absent,
)
from ludens.geometry import Pose2
from ludens.messages.team import Role, Teammate

DEFENDERS = (Role.LEFT_DEFENDER, Role.RIGHT_DEFENDER)

places = st.tuples(st.floats(-4.5, 4.5), st.floats(-3.0, 3.0))
numbers = st.sets(st.integers(1, 5), min_size=1)


def mate(player: int, x_m: float, y_m: float, **facts) -> Teammate:
    pose = Pose2(x_m, y_m, facts.pop("yaw_rad", 0.0))
    return Teammate(player=player, heard_s=0.0, told_s=0.0, field_from_robot=pose, **facts)


def assigned(team: list[Teammate], ball_m, before: tuple[Role, ...] = (), **options) -> tuple[Role, ...]:
    candidates = [candidate_of(one, ball_m, before, lies_s=9.0 * one.fallen) for one in team]
    return assign_roles(candidates, ball_m, **options)


@st.composite
def teams(draw) -> list[Teammate]:
    return [
        mate(
            number,
            *draw(places),
            yaw_rad=draw(st.floats(-3.1, 3.1)),
            fallen=draw(st.booleans()),
            role=draw(st.sampled_from(Role)),
        )
        for number in sorted(draw(numbers))
    ]


@given(teams(), st.none() | places, st.booleans())
def test_every_player_has_one_role_and_no_role_but_support_is_given_twice(team, ball_m, favours_bishop):
    roles = assigned(team, ball_m, favours_bishop=favours_bishop)
    playing = [roles[one.player - 1] for one in team]
    assert playing.count(Role.STRIKER) == 1
    assert Role.NONE not in playing
    assert sum(role is not Role.NONE for role in roles) == len(team)
    assert len(set(playing)) == len(playing)
    assert all(role is not Role.KEEPER for role in roles[1:])


@given(teams(), st.none() | places)
def test_at_the_other_teams_free_kick_number_one_keeps_the_goal(team, ball_m):
    roles = assigned(team, ball_m, guards=True)
    playing = [roles[one.player - 1] for one in team]
    assert playing.count(Role.STRIKER) == 1
    if team[0].player == 1 and len(team) > 1:
        assert roles[0] is Role.KEEPER


@given(teams(), places)
def test_number_one_keeps_the_goal_unless_it_is_the_striker(team, ball_m):
    roles = assigned(team, ball_m)
    if team[0].player == 1:
        assert roles[0] in (Role.KEEPER, Role.STRIKER)
    if roles[0] is not Role.KEEPER and len(team) > 1:
        assert Role.REPLACEMENT_KEEPER in roles


@given(teams(), places)
def test_an_assignment_that_was_made_is_made_again(team, ball_m):
    first = assigned(team, ball_m)
    assert assigned(team, ball_m, first) == first


@given(teams(), places)
def test_defenders_are_more_than_those_ahead_or_as_many(team, ball_m):
    roles = assigned(team, ball_m)
    ahead = sum(role in (Role.SUPPORT, Role.BISHOP) for role in roles)
    assert sum(role in DEFENDERS for role in roles) in (ahead, ahead + 1)


def test_the_one_nearest_to_the_ball_plays_it_and_one_on_the_ground_is_late():
    team = [mate(1, -4.2, 0.0), mate(2, -0.5, 0.0), mate(3, -1.0, 0.0)]
    assert assigned(team, (0.0, 0.0))[1] is Role.STRIKER
    team[1] = structs.replace(team[1], fallen=True)
    assert assigned(team, (0.0, 0.0))[2] is Role.STRIKER


def test_the_striker_stays_it_for_a_little_and_not_for_much():
    team = [mate(2, -1.0, 0.0), mate(3, -1.1, 0.0, role=Role.STRIKER)]
    assert assigned(team, (0.0, 0.0))[2] is Role.STRIKER
    team[1] = mate(3, -2.0, 0.0, role=Role.STRIKER)
    assert assigned(team, (0.0, 0.0))[1] is Role.STRIKER


def test_the_keeper_clears_a_ball_before_its_goal_and_leaves_others_to_others():
    team = [mate(1, -4.2, 0.0), mate(2, -1.5, 1.5)]
    assert assigned(team, (-3.8, 0.2))[0] is Role.STRIKER
    assert assigned(team, (-1.5, 0.0))[:2] == (Role.KEEPER, Role.STRIKER)


def test_a_keeper_that_is_far_away_has_a_replacement_beside_it():
    team = [mate(1, -1.0, 2.5), mate(2, 0.0, 0.0), mate(3, -3.0, 0.0), mate(4, -1.0, 0.0)]
    roles = assigned(team, (0.3, 0.0))
    assert (roles[0], roles[2]) == (Role.KEEPER, Role.REPLACEMENT_KEEPER)


@pytest.mark.parametrize("ball_y_m", [1.0, -1.0])
def test_a_lone_defender_is_on_the_side_of_the_ball(ball_y_m):
    team = [mate(1, -4.2, 0.0), mate(2, 0.0, ball_y_m), mate(3, -3.0, 0.0)]
    expected = Role.LEFT_DEFENDER if ball_y_m > 0.0 else Role.RIGHT_DEFENDER
    assert assigned(team, (0.3, ball_y_m))[2] is expected


def test_while_the_striker_is_away_one_of_the_others_plays_the_ball():
    roles = (Role.KEEPER, Role.LEFT_DEFENDER, Role.STRIKER, Role.SUPPORT)
    assert without_absent(roles, ()) == roles
    assert without_absent(roles, {3}) == (Role.KEEPER, Role.LEFT_DEFENDER, Role.NONE, Role.STRIKER)
    assert without_absent(roles, {3, 4})[1] is Role.STRIKER
    assert without_absent(roles, {2, 3, 4})[0] is Role.STRIKER
    assert set(without_absent(roles, {1, 2, 3, 4})) == {Role.NONE}


def test_who_is_called_by_the_coach_exchanges_roles_with_another():
    roles = (Role.KEEPER, Role.STRIKER, Role.SUPPORT, Role.NONE)
    assert as_coached(roles, {3: Role.STRIKER, 4: Role.KEEPER, 1: Role.NONE}) == (
        Role.KEEPER,
        Role.SUPPORT,
        Role.STRIKER,
        Role.NONE,
    )
    assert as_coached(roles, {3: Role.BISHOP})[2] is Role.BISHOP


def test_nobody_is_no_team():
    assert set(assign_roles([], (0.0, 0.0))) == {Role.NONE}
    alone = RoleCandidate(player=1, field_from_robot=Pose2.identity())
    assert assign_roles([alone], None)[0] is Role.STRIKER
