import pytest

from ludens.core.runtime.module_check import check_module
from ludens.estimation.bumpers import BUMPERS, BumperWatch
from ludens.messages import FootCollision, FootSupport, TouchState

CYCLE_S = 0.012
LEFT, RIGHT = "left foot bumper left", "right foot bumper right"


def felt(presses: list[tuple[float, float, str]], *, seconds: float) -> list[FootCollision]:
    """What is told while bumpers are pressed from, to."""
    watch = BumperWatch()
    told = []
    for cycle in range(round(seconds / CYCLE_S)):
        time_s = cycle * CYCLE_S
        pressed = tuple(name for start_s, end_s, name in presses if start_s <= time_s < end_s)
        told.append(watch.cycle(TouchState(time_s=time_s, pressed=pressed)))
    return told


def steps(names: list[str], *, every_s: float = 0.25, held_s: float = 0.1) -> list[tuple[float, float, str]]:
    return [(1.0 + every_s * n, 1.0 + every_s * n + held_s, name) for n, name in enumerate(names)]


def collided(presses: list[tuple[float, float, str]], *, seconds: float = 6.0) -> bool:
    return any(told.collides for told in felt(presses, seconds=seconds))


@pytest.mark.parametrize("names", [[LEFT, RIGHT, LEFT], [RIGHT, LEFT, RIGHT]])
def test_feet_that_knock_in_turn_are_a_collision(names: list[str]):
    told = felt(steps(names), seconds=6.0)
    during = [one for one in told if one.collides]
    assert {one.side for one in during} == {"both"}
    assert during[0].time_s == pytest.approx(1.5, abs=0.02)
    assert not told[-1].collides  # it passes


def test_one_foot_that_knocks_again_and_again_is_a_collision_on_its_side():
    told = felt(steps([LEFT] * 4, every_s=0.5), seconds=4.0)
    assert {one.side for one in told if one.collides} == {"left"}


@pytest.mark.parametrize("names", [[], [LEFT], [LEFT, RIGHT], [LEFT, LEFT, RIGHT]])
def test_a_stone_on_the_way_is_none(names: list[str]):
    assert not collided(steps(names))


def test_presses_far_apart_are_none():
    assert not collided(steps([LEFT, RIGHT, LEFT, RIGHT, LEFT], every_s=2.0), seconds=12.0)


def test_one_knock_that_bounces_counts_once():
    bounces = [(1.0 + 0.03 * n, 1.0 + 0.03 * n + 0.012, LEFT) for n in range(5)]
    assert not collided(bounces)


def test_a_stuck_bumper_is_named_and_left_out():
    told = felt([(0.0, 20.0, LEFT), *steps([RIGHT], every_s=0.3)], seconds=8.0)
    assert not any(one.collides for one in told)
    assert told[-1].ignored == (LEFT,)


def test_the_foot_without_a_broken_bumper_still_tells():
    knocks = [(5.0 + 0.4 * n, 5.1 + 0.4 * n, RIGHT) for n in range(4)]
    assert collided([(0.0, 20.0, LEFT), *knocks], seconds=8.0)


def test_a_bumper_that_chatters_is_soon_left_out():
    chatter = [(0.06 * n, 0.06 * n + 0.03, LEFT) for n in range(200)]
    told = felt(chatter, seconds=10.0)
    assert told[-1].ignored == (LEFT,)
    assert not told[-1].collides


def test_hands_and_head_are_no_feet():
    assert not collided(steps(["head front", "left hand back", "head front", "right hand back"]))


def test_a_bumper_that_works_again_is_believed_again():
    knocks = steps([LEFT, RIGHT, LEFT])
    late = [(start_s + 12.0, end_s + 12.0, name) for start_s, end_s, name in knocks]
    assert collided([(0.0, 5.0, LEFT), *late], seconds=16.0)


def test_the_module_keeps_its_contract():
    check_module(
        BumperWatch, [{"touch": TouchState(time_s=0.1 * n, pressed=(BUMPERS[n % 4],))} for n in range(9)]
    )


def support(left_n: float, right_n: float) -> FootSupport:
    return FootSupport(
        time_s=0.0,
        feet="both",
        has_contact=left_n + right_n > 5.0,
        left_n=left_n,
        right_n=right_n,
        center_in_left_sole_m=None,
        center_in_right_sole_m=None,
        center_m=None,
    )


@pytest.mark.parametrize(
    ("loads_n", "collides"), [((48.0, 4.0), False), ((4.0, 48.0), True), ((0.0, 0.0), True)]
)
def test_a_bumper_that_sinks_into_the_carpet_under_a_standing_foot_tells_nothing(loads_n, collides):
    watch, told = BumperWatch(), False
    for cycle in range(300):
        time_s = cycle * CYCLE_S
        pressed = (LEFT,) if time_s % 0.5 < 0.1 else ()
        told |= watch.cycle(TouchState(time_s=time_s, pressed=pressed), support(*loads_n)).collides
    assert told == collides
