"""A trial that crashed is a failure of everything: in every experiment, for every figure that has a goal."""

import pytest

from ludens.cli.experiment import EXPERIMENTS
from ludens.experiments.experiment import Experiment
from ludens.experiments.importing import load_object
from ludens.experiments.json_values import Row

CRASHED: Row = {"trial": 0, "seed": 7, "error": "ValueError: it broke (see.py:41)"}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_in_which_every_trial_crashes_meets_no_goal(name: str) -> None:
    experiment = load_object(EXPERIMENTS[name])
    assert isinstance(experiment, Experiment)
    figures = experiment.summarise([CRASHED] * 3)
    for noise in ("default", "harsh"):
        for figure, goal in experiment.goals(experiment.options(), noise).items():
            value = figures.get(figure)
            assert not isinstance(value, int | float) or not goal.met(value), f"{figure} = {value}"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_no_rate_of_what_is_not_wanted_is_lowered_by_a_crash(name: str) -> None:
    """Whatever a column is called: what must not happen has happened in a trial that broke."""
    experiment = load_object(EXPERIMENTS[name])
    assert isinstance(experiment, Experiment)
    figures = experiment.summarise([CRASHED] * 3)
    unwanted = [
        figure
        for figure in figures
        if figure.startswith(("fell_rate", "collision_rate", "spoilt_rate", "lost_rate", "wrong_move_"))
        and figure.endswith("_rate")
    ]
    assert [figures[figure] for figure in unwanted] == [1.0] * len(unwanted)
