"""Trials in processes of this machine: order, deaths, errors."""

from pathlib import Path

import pytest

from ludens.experiments.json_values import Row
from ludens.experiments.local import LocalExecutor
from ludens.experiments.runner import ExperimentPlan, run_experiment
from tests.experiments.fake_experiments import DICE, DiceOptions, TroubleOptions, starts, trouble


def dice_plan(trials: int = 9, **options: object) -> ExperimentPlan:
    return ExperimentPlan(
        experiment=DICE,
        trials=trials,
        seed=3,
        noise="default",
        options=DiceOptions(**options),  # type: ignore[arg-type]
    )


def trouble_rows(function: str, folder: Path, *, trials: int = 4) -> list[Row]:
    options = TroubleOptions(folder=str(folder))
    plan = ExperimentPlan(experiment=trouble(function), trials=trials, seed=0, noise="off", options=options)
    return run_experiment(plan, executor=LocalExecutor(workers=2)).rows


def test_rows_are_equal_with_one_and_with_two_workers_and_in_order_of_trial() -> None:
    one = run_experiment(dice_plan(), executor=LocalExecutor(workers=1)).rows
    two = run_experiment(dice_plan(), executor=LocalExecutor(workers=2)).rows
    assert one == two
    assert [row["trial"] for row in two] == list(range(9))
    assert [row["seed"] for row in two] == [3_000_000 + index for index in range(9)]


def test_options_and_noise_reach_the_trial() -> None:
    loaded = run_experiment(dice_plan(trials=3, sides=20, loaded=True), executor=LocalExecutor(workers=1))
    assert [row["shown"] for row in loaded.rows] == [20, 20, 20]


def test_a_worker_keeps_libraries_to_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    (row,) = run_experiment(dice_plan(trials=1), executor=LocalExecutor(workers=1)).rows
    assert row["threads"] == "1"


def test_a_trial_whose_worker_is_killed_is_tried_again(tmp_path: Path) -> None:
    rows = trouble_rows("die_once", tmp_path)
    assert [row["value"] for row in rows] == [0, 1, 2, 3]
    assert [len(starts(tmp_path, trial)) for trial in range(4)] == [1, 1, 2, 1]


def test_a_trial_that_kills_its_worker_twice_is_reported_and_the_others_finish(tmp_path: Path) -> None:
    rows = trouble_rows("die_always", tmp_path)
    assert [row.get("value") for row in rows] == [0, 1, None, 3]
    assert "died" in str(rows[2]["error"])
    assert len(starts(tmp_path, 2)) == 2


def test_a_trial_that_raises_is_a_row_with_the_error_and_its_place(tmp_path: Path) -> None:
    rows = trouble_rows("raise_error", tmp_path)
    assert str(rows[2]["error"]).startswith("ValueError: the die fell off the table (fake_experiments.py:")
    assert rows[2]["seed"] == 2
    assert [row.get("value") for row in rows] == [0, 1, None, 3]


def test_a_trial_that_returns_no_json_says_so(tmp_path: Path) -> None:
    (row,) = trouble_rows("return_object", tmp_path, trials=1)
    assert "a row holds JSON values, not object" in str(row["error"])


def test_a_trial_that_cannot_be_imported_says_so(tmp_path: Path) -> None:
    (row,) = trouble_rows("no_such_function", tmp_path, trials=1)
    assert "has no 'no_such_function'" in str(row["error"])
