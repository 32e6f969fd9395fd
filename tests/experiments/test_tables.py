"""Results as table, object and CSV."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from ludens.experiments.json_values import Json, Row, pretty
from ludens.experiments.runner import ExperimentOutcome, ExperimentPlan
from ludens.experiments.tables import quantity, result_object, result_table, shown, write_csv
from tests.experiments.fake_experiments import DICE, DiceOptions

ROWS: list[Row] = [
    {"trial": 0, "seed": 4_000_000, "success": True, "time_s": 2.0},
    {"trial": 1, "seed": 4_000_001, "success": True, "time_s": 6.0},
    {"trial": 2, "seed": 4_000_002, "success": False, "time_s": 7.25},
    {"trial": 3, "seed": 4_000_003, "error": "ValueError: fell (dice.py:3)"},
]


def outcome(rows: list[Row]) -> ExperimentOutcome:
    plan = ExperimentPlan(experiment=DICE, trials=4, seed=4, noise="harsh", options=DiceOptions(sides=8))
    return ExperimentOutcome(plan, rows, interrupted=False)


def table_lines(rows: list[Row]) -> list[str]:
    console = Console(file=StringIO(), width=120)
    console.print(result_table(outcome(rows)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def line_with(lines: list[str], words: str) -> str:
    (line,) = [line for line in lines if words in line]
    return line


def test_the_object_holds_exactly_what_scripts_rely_on() -> None:
    result = json.loads(pretty(result_object(outcome(ROWS))))
    assert list(result) == [
        "experiment",
        "seed",
        "trials",
        "noise",
        "options",
        "paper",
        "ours",
        "goal",
        "rows",
    ]
    assert (result["experiment"], result["seed"], result["trials"], result["noise"]) == (
        "dice",
        4,
        4,
        "harsh",
    )
    assert result["options"] == {"sides": 8, "delay_ms": 100.0, "throw": "hand", "loaded": False}
    assert result["paper"] == {"success_rate": 0.167}
    assert result["goal"] == {
        "success_rate": {"at_least": 0.9},
        "time_median_s": {"at_most": 5.0},
        "errors": {"at_most": 0},
    }
    assert result["rows"] == ROWS
    assert result["ours"]["success_rate"] == 0.5
    assert result["ours"]["time_median_s"] == 6.0
    assert result["ours"]["errors"] == 1


def test_the_table_sets_paper_ours_and_goal_side_by_side() -> None:
    lines = table_lines(ROWS)
    assert "dice: 4 trials, seed 4, noise harsh" in lines[0]
    success = line_with(lines, "success rate")
    assert "16.7 %" in success
    assert "50.0 % (15.0–85.0)" in success
    assert "≥ 90.0 % ✗" in success
    assert "interval" not in "".join(lines)


def test_a_goal_that_is_met_is_ticked() -> None:
    assert "≤ 5 s ✓" in line_with(table_lines(ROWS[:1]), "time median")


def test_failed_trials_are_shown_below_the_table() -> None:
    lines = table_lines(ROWS)
    assert "trial 3, seed 4000003: ValueError: fell (dice.py:3)" in line_with(lines, "ValueError")


def test_many_failed_trials_are_counted() -> None:
    failed: list[Row] = [{"trial": index, "seed": index, "error": "fell"} for index in range(25)]
    assert "… and 15 more trials with errors" in table_lines(failed)[-1]


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1]])
def test_csv_has_a_line_per_trial_and_a_column_per_name(tmp_path: Path, rows: list[Row]) -> None:
    path = tmp_path / "rows.csv"
    write_csv([*rows, {"trial": 9, "path": [1, 2], "text": 'a "quoted", text'}], path)
    with path.open(newline="", encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    assert len(read) == len(rows) + 1
    assert (read[0]["success"], read[0]["time_s"], read[0]["path"]) == ("true", "2.0", "")
    assert (read[-1]["path"], read[-1]["text"], read[-1]["seed"]) == ("[1,2]", 'a "quoted", text', "")


@pytest.mark.parametrize(
    ("name", "words", "unit", "label"),
    [
        ("time_median_s", "time median", "s", "time median [s]"),
        ("success_rate", "success rate", "%", "success rate [%]"),
        ("closest_m", "closest", "m", "closest [m]"),
        ("speed_mps", "speed", "m/s", "speed [m/s]"),
        ("pictures_kbps", "pictures", "kB/s", "pictures [kB/s]"),
        ("collisions", "collisions", "", "collisions"),
        ("s", "s", "", "s"),
    ],
)
def test_words_and_unit_are_read_from_a_name(name: str, words: str, unit: str, label: str) -> None:
    what = quantity(name)
    assert (what.words, what.unit, what.label) == (words, unit, label)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.9756, "%", "97.6 %"),
        (12.3456, "s", "12.3 s"),
        (0.00012345, "rad", "0.000123 rad"),
        (1234567, "", "1234567"),
        (None, "s", "–"),
        (True, "", "yes"),
        ("about 80", "", "about 80"),
    ],
)
def test_values_are_shown_as_a_person_reads_them(value: Json, unit: str, text: str) -> None:
    assert shown(value, unit=unit) == text
