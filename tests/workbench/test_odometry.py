"""Walking to a pose on the simulated body with default noise. Rates over many seeds: `nao-odometry`."""

import pytest

from ludens.core.errors import LudensError
from ludens.experiments.trials import TrialRequest
from ludens.workbench.experiments.odometry import OdometryOptions, check, goals, odometry_trial, summarise


def test_by_its_own_odometry_it_comes_near_and_knows_how_near() -> None:
    options = OdometryOptions(distance_m=0.4, duration_s=20.0)
    row = odometry_trial(TrialRequest(seed=960, noise="default", options=options))
    assert row["fell"] is False
    assert row["faults"] == 0
    assert isinstance(row["stop_error_m"], float)
    assert row["stop_error_m"] < 0.04
    assert isinstance(row["nees"], float)
    assert row["nees"] < 20.0
    assert summarise([row])["stop_error_median_m"] == row["stop_error_m"]


def test_led_by_the_truth_in_small_steps_it_stands_within_a_centimetre_and_the_figure_says_who_led() -> None:
    options = OdometryOptions(distance_m=0.15, duration_s=20.0, feedback="truth", steps="small")
    row = odometry_trial(TrialRequest(seed=961, noise="default", options=options))
    figures = summarise([row])
    assert "stop_error_median_m" not in figures
    for key, goal in goals(options).items():
        assert key.startswith("truth_led_")
        figure = figures[key]
        assert isinstance(figure, float)
        assert goal.met(figure), (key, figure)


def test_in_small_steps_it_comes_to_stand_before_a_ball_that_it_sees() -> None:
    options = OdometryOptions(distance_m=0.12, duration_s=20.0, feedback="ball", steps="small")
    row = odometry_trial(TrialRequest(seed=962, noise="default", options=options))
    assert (row["fell"], row["faults"]) == (False, 0)
    assert isinstance(row["stop_error_m"], float)
    assert row["stop_error_m"] < 0.04  # a camera as made is one or two degrees off
    assert set(goals(options)) == {"stop_error_median_m"}


def test_a_ball_that_could_not_be_seen_is_refused() -> None:
    with pytest.raises(LudensError, match="does not see the ball"):
        check(OdometryOptions(feedback="ball"), "default")
