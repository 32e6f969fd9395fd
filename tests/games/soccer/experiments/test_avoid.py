"""The experiment about touches: robots stand apart in the way, and a game among them is counted."""

import itertools

import numpy as np

from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.avoid import (
    APART_M,
    AvoidOptions,
    avoid_trial,
    standing_places,
    summarise,
)


def test_robots_stand_apart_before_the_goal():
    places = standing_places(6, np.random.default_rng(3))
    assert all(0.5 < place.x_m < 4.0 and abs(place.y_m) < 1.3 for place in places)
    assert all(one.distance_m(other) > APART_M for one, other in itertools.combinations(places, 2))


def test_a_short_game_among_robots_is_played_without_a_fault():
    request = TrialRequest(seed=7, noise="default", options=AvoidOptions(length_s=15.0))
    row = avoid_trial(request)
    assert (row["played_s"], row["faults"]) == (15.0, 0)
    assert row["touches"] == 0


def test_touches_are_told_for_ten_minutes():
    rows: list[Row] = [{"touches": 1, "played_s": 300.0, "goals": 2, "falls": 0, "faults": 0}] * 2
    told = summarise(rows)
    assert (told["touches_in_10_min"], told["touches_most"]) == (2.0, 1)
