"""Walking to a pose on the simulated body with default noise. Rates over many seeds: `nao-odometry`."""

from ludens.experiments.trials import TrialRequest
from ludens.workbench.experiments.odometry import OdometryOptions, goals, odometry_trial, summarise


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


def test_with_small_steps_to_a_target_it_sees_it_stands_within_a_centimetre() -> None:
    options = OdometryOptions(distance_m=0.15, duration_s=20.0, feedback="truth", steps="small")
    row = odometry_trial(TrialRequest(seed=961, noise="default", options=options))
    for key, goal in goals(options).items():
        figure = row[key.replace("_median", "")]
        assert isinstance(figure, float)
        assert goal.met(figure), (key, figure)
