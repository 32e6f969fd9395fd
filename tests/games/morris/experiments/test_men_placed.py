"""Men that are set down badly for an experiment, and what it counts of them."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.men_placed import badly_placed, places_summary
from ludens.games.morris.experiments.state import random_state

MEASURES = MorrisMeasures()


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), farthest_m=st.floats(0.001, 0.02))
def test_men_stand_no_farther_off_than_they_may_and_in_no_other(seed: int, farthest_m: float) -> None:
    random = np.random.default_rng(seed)
    state = random_state(random)
    men = badly_placed(state, random, farthest_m=farthest_m, measures=MEASURES)
    assert [man.colour for man in men] == list(state.values())
    for point, man in zip(state, men, strict=True):
        assert math.dist(MEASURES.points_m()[point], (man.x_m, man.y_m)) <= farthest_m + 1e-9
    for one in men:
        for other in men:
            apart_m = math.hypot(one.x_m - other.x_m, one.y_m - other.y_m)
            assert one is other or apart_m > math.sqrt(2.0) * MEASURES.man_m


def test_men_far_off_count_as_known_only_where_they_are_measured_and_believed_to_be() -> None:
    summary = places_summary(
        [
            {"off_mm": [12.0, 13.0, 1.0], "believed_off_mm": [11.5, None, 1.2], "misses_mm": [0.5, 0.3]},
            {"off_mm": [10.0, 2.0], "believed_off_mm": [6.0, 8.0], "misses_mm": [4.0, 6.0]},
        ]
    )
    assert summary["men_badly_placed"] == 3
    assert summary["badly_placed_known_rate"] == 1 / 3
    assert summary["wrongly_thought_badly_placed"] == 1
    assert summary["man_measured_rate"] == 4 / 5
    assert summary["man_error_worst_mm"] == 6.0
