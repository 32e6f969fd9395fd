import numpy as np
import pytest

from ludens.games.chess.calibrate.affine import fit_correction
from ludens.games.chess.calibrate.board import inner_corners
from ludens.games.chess.workcell.measures import PAPER
from ludens.messages.board_pieces import UNCORRECTED

CORNERS_M = inner_corners(PAPER)


def seen(matrix: np.ndarray, *, seed: int, sigma_m: float = 5e-5) -> np.ndarray:
    noise_m = sigma_m * np.random.default_rng(seed).normal(size=CORNERS_M.shape)
    points_m: np.ndarray = CORNERS_M @ matrix.T + np.array([0.001, -0.0005]) + noise_m
    return points_m


@pytest.mark.parametrize("seed", range(20))
def test_where_only_noise_is_left_the_map_is_not_used(seed):
    turned = np.array([[np.cos(0.002), -np.sin(0.002)], [np.sin(0.002), np.cos(0.002)]])

    found = fit_correction(seen(turned, seed=seed), CORNERS_M)

    assert not found.is_used
    assert found.as_numbers() == UNCORRECTED


@pytest.mark.parametrize("seed", range(5))
def test_what_is_stretched_and_sheared_is_made_good_on_points_held_out(seed):
    bent = np.array([[1.004, 0.002], [0.0, 0.997]])

    found = fit_correction(seen(bent, seed=seed), CORNERS_M)

    assert found.is_used
    assert found.with_m < 1e-4 < found.without_m
    others_m = CORNERS_M + 0.5 * PAPER.square_m
    mapped = (others_m @ bent.T + (0.001, -0.0005)) @ found.matrix[:, :2].T + found.matrix[:, 2]
    assert np.abs(mapped - others_m).max() < 1e-4


def test_a_map_that_would_change_much_is_a_mistake_and_not_used():
    assert not fit_correction(seen(np.diag([1.2, 1.0]), seed=1), CORNERS_M).is_used
