"""Tables that lean, boards that were printed too large, and markers that were glued on by hand."""

import numpy as np
import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.games.morris.world.table import board_print

MEN = {0: 0, 4: 1, 18: 0, 7: 1}
SECOND = 1_000_000_000


def table(noise: str, seed: int) -> MorrisWorld:
    world = MorrisWorld(MorrisWorldOptions(noise=noise, men=MEN, render=False), seed=seed)
    world.advance_to(SECOND)
    return world


@pytest.mark.parametrize("seed", [11, 12])
def test_men_stand_on_a_table_that_leans_and_stay_where_they_are(seed):
    world = table("off+table-leans", seed)
    lean = np.array(world.measures.table_lean_rad)
    assert 0.001 < np.abs(lean).max() < 0.04
    assert {point: world.men.men[man].colour for point, (man,) in world.men_on_points().items()} == MEN
    normal = world.physics.data.body("table").xmat.reshape(3, 3)[:, 2]
    for point, (man,) in world.men_on_points().items():
        board_m = world.men.board_from_man(man).translation
        assert board_m[:2] == pytest.approx(world.measures.points_m()[point], abs=5e-4)
        assert board_m[2] == pytest.approx(0.5 * world.men.men[man].edge_m, abs=3e-4)
        assert world.men.ground_from_man(man).rotation[:, 2] @ normal > 0.99999
    heights_m = [world.men.ground_from_man(man).translation[2] for (man,) in world.men_on_points().values()]
    assert np.ptp(heights_m) > 0.0004


def test_a_level_table_is_as_robots_are_told():
    assert table("off", 11).measures == MorrisMeasures()


def test_a_board_is_printed_larger_or_smaller_and_its_marker_glued_beside_the_middle():
    told = MorrisMeasures()
    off_m = []
    for seed in (11, 12, 13):
        world = table("off+print-off", seed)
        true = world.measures
        off_m.append(true.squares_m[0] - told.squares_m[0])
        assert true.squares_m[2] / told.squares_m[2] == pytest.approx(true.squares_m[0] / told.squares_m[0])
        plate = world.physics.model.geom("marker").pos
        assert tuple(plate[:2]) == pytest.approx(true.marker_off_m)
        assert np.abs(plate[:2]).max() > 1e-5
        row = board_print(true)[board_print(true).shape[0] // 2 + 150, :, 0]
        middle_px = 0.5 * len(row)
        lines_px = np.flatnonzero(row < 100) - middle_px + 0.5
        stripe_px = true.stripe_width_m * 2000
        outer_px = lines_px[(lines_px > 250) & (lines_px < middle_px - stripe_px - 2)]
        assert outer_px.mean() == pytest.approx(true.squares_m[0] * 2000, abs=1.0)
    assert np.std(off_m) > 2e-4
    assert np.abs(off_m).max() < 0.004
