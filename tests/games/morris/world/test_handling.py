"""What a person's hand does at the table, one thing after another."""

import math
from collections.abc import Callable

import numpy as np

from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.games.morris.world.handling import HABITS, NUDGE_M, ManHandling, correction_of, habits_of
from ludens.geometry import Transform3
from ludens.messages.morris_table import SeenMan

TENTH_NS = 100_000_000


def at_table(world: MorrisWorld) -> ManHandling:
    return ManHandling(world, HABITS["perfect"], np.random.default_rng(905))


def run_until_away(world: MorrisWorld, *, most_s: float = 20.0) -> None:
    for _ in range(round(10.0 * most_s)):
        world.advance_to(world.physics.time_ns + TENTH_NS)
        if world.hand.is_away:
            return
    raise AssertionError(f"The hand is still at the table after {most_s:g} s.")


def test_a_nudge_moves_a_man_on_the_board_a_little() -> None:
    world = MorrisWorld(MorrisWorldOptions(render=False, men={0: 0}), seed=905)
    handling = at_table(world)
    before_m = world.men.board_from_man(0).translation
    assert handling.nudge() == 0
    handling.leave()
    run_until_away(world)
    moved_m = math.dist(before_m, world.men.board_from_man(0).translation)
    assert NUDGE_M[0] - 1e-3 < moved_m < NUDGE_M[1] + 1e-3


def test_a_man_that_was_put_away_is_not_nudged_any_more() -> None:
    world = MorrisWorld(MorrisWorldOptions(render=False, men={0: 0}), seed=905)
    handling = at_table(world)
    handling.put_away(0)
    assert handling.nudge() == 0  # planned while it still stood on the board
    handling.leave()
    lies = False
    while not world.hand.is_away:
        world.advance_to(world.physics.time_ns + TENTH_NS // 5)
        assert world.physics.time_ns < 200 * TENTH_NS
        height_m = float(world.men.ground_from_man(0).translation[2])
        lies = lies or (height_m < 0.05 and world.hand.holds is None)
        assert not lies or height_m < 0.05, "it hangs in the air over its tray"
    assert lies


def test_a_hand_puts_a_man_onto_the_real_table_and_not_into_it() -> None:
    world = MorrisWorld(MorrisWorldOptions(noise="off+table-high", render=False), seed=907)
    at_table(world).correct((correction_of((0, -1, 3)),))
    at_table(world).leave()
    run_until_away(world)
    assert world.true_state()[3] == 0
    assert math.isclose(world.men.ground_from_man(0).translation[2], 0.232 + 0.0125, abs_tol=5e-4)


def test_of_two_men_at_a_point_the_farther_one_is_a_stray_and_can_be_taken_away() -> None:
    options = MorrisWorldOptions(render=False, men={14: 0}, noise="off")
    world = MorrisWorld(options, seed=909)
    x_m, y_m = world.measures.points_m()[14].tolist()
    world.arrange({14: 0}, [SeenMan(x_m - 0.0245, y_m, 0.0, 1)])  # it fell beside the white one, not onto it
    assert world.true_state()[14] is None
    at_table(world).correct((correction_of((1, -1, -1)),))
    at_table(world).leave()
    run_until_away(world)
    assert world.true_state()[14] == 0


class HeldOut:
    """A hand that only remembers where it was to hold a man."""

    def give(self, _man: int, place: Callable[[], Transform3], **_: object) -> None:
        self.place = place()


def test_a_man_is_held_out_beside_the_fingers_and_turned_as_far_as_the_noise_says() -> None:
    off_m, turned_rad = {}, {}
    for noise in ("off", "off+handed-over-badly"):
        world = MorrisWorld(MorrisWorldOptions(noise=noise, render=False), seed=908)
        world.hand = hand = HeldOut()  # type: ignore[assignment]
        handling = ManHandling(world, habits_of("perfect", world.variation), np.random.default_rng(1))
        off, turned = [], []
        for _ in range(60):
            handling.hand_over(0, "left")
            grip_from_man = world.ground_from_grip("left").inverse() @ hand.place
            off.append(grip_from_man.translation)
            turned.append(grip_from_man.rpy())
        off_m[noise], turned_rad[noise] = np.std(off), np.std(turned)
    assert off_m["off"] < 0.0015
    assert turned_rad["off"] < 1e-6
    assert math.isclose(off_m["off+handed-over-badly"], 0.005, rel_tol=0.2)
    assert math.isclose(turned_rad["off+handed-over-badly"], math.radians(10.0), rel_tol=0.2)
