import numpy as np
import pytest

from ludens.table.elo import PlayedPair, ratings


def played(true_elo: list[float], *, games: int, seed: int) -> list[PlayedPair]:
    """Games whose winners are drawn by the law that ratings assume."""
    rng = np.random.default_rng(seed)
    found = []
    for first in range(len(true_elo)):
        for second in range(first):
            wins = 1 / (1 + 10 ** ((true_elo[second] - true_elo[first]) / 400))
            found += [PlayedPair(first, second, float(rng.random() < wins)) for _ in range(games)]
    return found


def test_ratings_find_the_strengths_that_made_the_results_and_their_bars_cover_them():
    true_elo = [-300.0, -50.0, 50.0, 300.0]
    covered = 0
    for seed in range(30):
        for rating, truth in zip(
            ratings(played(true_elo, games=40, seed=seed), players=4), true_elo, strict=True
        ):
            assert rating.elo == pytest.approx(truth, abs=200)
            covered += abs(rating.elo - truth) <= rating.half_width
    assert 0.88 <= covered / 120 <= 1.0


def test_more_games_make_narrower_bars():
    few, many = (ratings(played([0.0, 100.0], games=n, seed=1), players=2)[0] for n in (20, 2000))
    assert many.half_width < few.half_width / 5


def test_a_clean_sweep_has_a_finite_answer():
    best, worst = ratings([PlayedPair(0, 1, 1.0)] * 30, players=2)
    assert 300 < best.elo < 1000
    assert best.elo == pytest.approx(-worst.elo)


def test_draws_make_equals():
    one, other = ratings([PlayedPair(0, 1, 0.5)] * 10, players=2)
    assert one.elo == pytest.approx(other.elo, abs=1e-6)
