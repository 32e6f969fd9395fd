"""What a person's hand does at the table, one thing after another."""

import math

import numpy as np

from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.games.morris.world.handling import HABITS, NUDGE_M, ManHandling, correction_of

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
