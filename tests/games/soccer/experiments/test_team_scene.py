"""Short scenes of a team in the flat world: what it knows passes through packets, many of them lost."""

import math

import numpy as np

from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.search import SearchOptions, drawn_search, is_hidden, search_trial
from ludens.games.soccer.experiments.search import goals as search_goals
from ludens.games.soccer.experiments.team_ball import TeamBallOptions, drawn_scene, team_ball_trial


def test_with_half_of_the_packets_lost_a_false_ball_does_not_win_and_who_only_hears_knows_the_ball() -> None:
    options = TeamBallOptions(length_s=12.0, loss=0.5)
    rows = [team_ball_trial(TrialRequest(seed=seed, noise="default", options=options)) for seed in (3, 4, 5)]
    assert [(row["false_won"], row["faults"]) for row in rows] == [(0, 0)] * 3
    known, heard_m, compared = (
        [float(str(row[name])) for row in rows] for name in ("known_share", "heard_median_m", "compared")
    )
    assert min(compared) > 50
    assert np.mean(known) > 0.4  # one unlucky row of lost packets is a third of a scene
    assert np.median(heard_m) < 0.3


def test_five_find_a_ball_that_nobody_saw_at_first() -> None:
    row = search_trial(TrialRequest(seed=1, noise="default", options=SearchOptions(longest_s=30.0)))
    assert (row["found"], row["faults"]) == (True, 0)


def test_scenes_are_drawn_as_they_are_told() -> None:
    random = np.random.default_rng(5)
    for _ in range(5):
        starts, others, ball_m = drawn_search(random, players=3, others=2)
        assert (len(starts), len(others)) == (3, 2)
        assert all(is_hidden(pose, ball_m) for pose in starts.values())
        ball_m, starts = drawn_scene(random)
        watcher, listener = (starts[number].inverse().apply(*ball_m) for number in (2, 4))
        assert abs(math.atan2(watcher[1], watcher[0])) < 0.01
        assert listener[0] < 0.0
    assert search_goals(SearchOptions(players=1))["time_median_s"].bound == 90.0
