import math

import msgspec
import pytest

from ludens.core.errors import LudensError
from ludens.experiments.experiment import AtLeast, AtMost
from ludens.experiments.json_values import Json, Row
from ludens.experiments.runner import ExperimentPlan
from ludens.experiments.trials import TrialRequest
from ludens.games.passing.experiments import LONGEST_S, PASSING, PassingOptions, passing_trial, summarise


def row(**told: Json) -> Row:
    usual: Row = {
        "success": True,
        "collision": False,
        "touched": "",
        "time_s": 20.0,
        "heading_error_rad": 0.02,
        "first_heading_error_rad": 0.02,
        "closest_m": 0.2,
        "pushes": 1,
        "met_rolling": False,
        "faults": 0,
    }
    return usual | told


def test_a_trial_tells_everything_that_is_asked_of_it():
    options = PassingOptions(setup="passing-truth", obstacles=0)
    told = passing_trial(TrialRequest(seed=15, noise="default", options=options))
    assert {"success", "collision", "time_s", "heading_error_rad", "closest_m"} <= set(told)
    assert told["success"] is True
    assert told["collision"] is False
    assert told["faults"] == 0
    assert isinstance(told["time_s"], float)
    assert 5.0 < told["time_s"] < LONGEST_S
    assert isinstance(told["closest_m"], float)
    assert told["closest_m"] < 0.35
    assert isinstance(told["heading_error_rad"], float)
    assert abs(told["heading_error_rad"]) < 0.3


def test_rates_count_all_trials_and_times_only_the_good_ones():
    rows = [
        row(),
        row(time_s=40.0, heading_error_rad=-0.04, pushes=2),
        row(success=False, time_s=120.0, heading_error_rad=None, closest_m=1.0, pushes=0),
        row(success=False, collision=True, touched="wall", time_s=3.0, pushes=0),
    ]
    told = summarise(rows)
    assert told["success_rate"] == pytest.approx(0.5)
    assert told["collisions"] == 1
    assert told["first_push_rate"] == pytest.approx(0.25)
    assert told["time_median_s"] == pytest.approx(30.0)
    assert told["heading_error_median_deg"] == pytest.approx(math.degrees(0.03))
    assert told["closest_median_m"] == pytest.approx(0.2)


def test_how_many_balls_were_met_while_they_rolled_stands_beside_the_passes():
    told = summarise([row(met_rolling=True), row(success=False, met_rolling=True), row(), {"error": "broke"}])
    assert told["success_rate"] == 0.5
    assert told["met_rolling_rate"] == 0.5
    assert told["passed_rolling_rate"] == 0.25


def test_balls_that_nobody_could_have_met_are_told_apart():
    told = summarise(
        [
            row(met_rolling=True, reachable=True, reachable_by_looking=True),
            row(reachable=True, reachable_by_looking=False),
            row(reachable=False, reachable_by_looking=False),
            row(reachable=False, reachable_by_looking=False),
        ]
    )
    assert (told["met_rolling_rate"], told["reachable_rate"], told["reachable_by_looking_rate"]) == (
        0.25,
        0.5,
        0.25,
    )
    assert told["met_rolling_of_reachable_rate"] == 0.5
    assert told["met_rolling_of_reachable_by_looking_rate"] == 1.0


def test_a_summary_of_failures_only_has_no_times_but_breaks_nothing():
    told = summarise([row(success=False, heading_error_rad=None, pushes=0)] * 3)
    assert told["success_rate"] == 0.0
    assert told["time_median_s"] is None


def test_the_goals_are_those_of_the_specification():
    assert PASSING.goals(PassingOptions())["success_rate"] == AtLeast(0.97)
    assert PASSING.goals(PassingOptions(latency_ms=500.0))["success_rate"] == AtLeast(0.90)
    assert PASSING.goals(PassingOptions(ball="rolling"))["success_rate"] == AtLeast(0.80)
    assert PASSING.goals(PassingOptions())["collisions"] == AtMost(0)


@pytest.mark.parametrize(
    ("options", "noise"),
    [
        (PassingOptions(setup="nonsense"), "default"),
        (PassingOptions(setup="passing-pair"), "default"),
        (PassingOptions(), "deafening"),
    ],
)
def test_what_cannot_be_run_is_refused_before_the_first_trial(options: PassingOptions, noise: str):
    with pytest.raises(LudensError):
        ExperimentPlan(experiment=PASSING, trials=1, seed=1, noise=noise, options=options)


@pytest.mark.parametrize("wrong", [{"latency_ms": -1}, {"ball": "square"}, {"obstacles": 5}])
def test_options_are_checked(wrong: dict[str, object]):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, PassingOptions)
