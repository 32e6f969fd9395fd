"""Which plan of roles counts: the newest of the lowest number that leads, from when on it says."""

import pytest

from ludens.games.soccer.decide.role_plans import STALE_S, HeardPlans, is_newer, lead_s, next_plan
from ludens.messages.team import Role, RolePlan

TWO = (Role.KEEPER, Role.STRIKER, Role.SUPPORT)
THREE = (Role.KEEPER, Role.SUPPORT, Role.STRIKER)


def plan(leader: int = 1, number: int = 5, starts_s: float = 0.0, roles=TWO, before=TWO) -> RolePlan:
    return RolePlan(leader=leader, number=number, starts_s=starts_s, roles=roles, before=before)


def leading(heard: HeardPlans, time_s: float, absent: frozenset[int]) -> RolePlan:
    found = heard.leading(time_s, absent)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("number", "than", "newer"), [(6, 5, True), (5, 5, False), (4, 5, False), (2, 250, True), (250, 2, False)]
)
def test_numbers_of_plans_begin_again_after_the_last(number, than, newer):
    assert is_newer(number, than) is newer


def test_a_plan_that_is_passed_on_late_does_not_replace_a_newer_one():
    heard = HeardPlans()
    heard.hear(plan(number=7, roles=THREE), 1.0)
    heard.hear(plan(number=6), 1.2)
    assert leading(heard, 1.3, frozenset()).number == 7
    heard.hear(plan(number=8), 2.0)
    assert leading(heard, 2.1, frozenset()).number == 8


def test_a_leader_that_is_sent_off_or_only_repeated_by_others_leads_no_more():
    heard = HeardPlans()
    heard.hear(plan(), 0.0)
    heard.hear(plan(leader=2, number=200), 0.5)
    assert leading(heard, 1.0, frozenset()).leader == 1
    assert leading(heard, 1.0, frozenset({1})).leader == 2
    for tenth in range(40):
        heard.hear(plan(), 0.1 * tenth)  # passed on, again and again
        heard.hear(plan(leader=2, number=201 + tenth // 10), 0.1 * tenth)
    assert leading(heard, STALE_S + 0.1, frozenset()).leader == 2
    assert heard.leading(1000.0, frozenset()) is None


def test_a_leader_that_starts_again_is_believed_once_its_last_plan_is_old():
    heard = HeardPlans()
    heard.hear(plan(number=90), 0.0)
    heard.hear(plan(number=0, roles=THREE), 1.0)
    assert leading(heard, 1.0, frozenset()).roles == TWO
    heard.hear(plan(number=5, roles=THREE), STALE_S + 1.0)
    assert leading(heard, STALE_S + 1.0, frozenset()).roles == THREE


def test_roles_change_a_moment_after_a_plan_is_told_and_not_before_the_last_change():
    first = next_plan(None, TWO, 10.0, leader=1, number=0, after_s=1.0)
    assert first.roles_at(10.0) == TWO
    change = next_plan(first, THREE, 12.0, leader=1, number=1, after_s=1.0)
    assert (change.roles_at(12.9), change.roles_at(13.0)) == (TWO, THREE)
    back = next_plan(change, TWO, 12.5, leader=1, number=2, after_s=1.0)
    assert (back.roles, back.starts_s, back.number) == (THREE, 13.0, 2)
    taken_over = next_plan(back, THREE, 14.0, leader=2, number=9, after_s=1.0)
    assert (taken_over.leader, taken_over.number, taken_over.roles_at(14.0)) == (2, 9, THREE)


def test_where_much_gets_lost_plans_count_later():
    assert lead_s(0.8) == lead_s(1.0) < lead_s(0.5) < lead_s(0.2)
