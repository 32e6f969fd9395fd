"""`ludens experiment`, with dice instead of robots."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ludens.cli.experiment import ExperimentGroup
from ludens.cli.experiment import command as offered
from ludens.experiments.result_folder import ROWS_FILE

EXPERIMENTS = {
    "dice": "tests.experiments.fake_experiments:DICE",
    "waiting": "tests.experiments.fake_experiments:WAITING",
}


def experiment(*arguments: str) -> Result:
    return CliRunner().invoke(ExperimentGroup(EXPERIMENTS), arguments, catch_exceptions=False)


def test_experiments_are_listed_with_their_summaries() -> None:
    shown = " ".join(experiment("--help").output.split())
    assert "dice Throws a die and hopes for the highest number." in shown


@pytest.mark.parametrize("group", ["experiment", "play"])
def test_a_list_is_shown_without_loading_what_is_listed(group: str) -> None:
    shows = f"from ludens.cli.{group} import command; command.main(['--help'], standalone_mode=False)"
    loads = "print([name for name in ('mujoco', 'numba', 'scipy') if name in sys.modules])"
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys; {shows}; {loads}"], capture_output=True, text=True
    )
    assert shown.stdout.splitlines()[-1] == "[]", shown.stdout + shown.stderr


def test_help_of_an_experiment_shows_common_and_own_options() -> None:
    shown = experiment("dice", "--help").output
    for option in ("--trials", "--seed", "--noise", "--workers", "--cluster", "--json", "--out", "--sides"):
        assert option in shown


def test_a_table_is_printed() -> None:
    result = experiment("dice", "--trials", "3", "--seed", "2", "--workers", "1")
    assert result.exit_code == 0
    for words in ("dice: 3 trials, seed 2, noise default", "paper", "ours", "goal", "success rate"):
        assert words in result.output


def test_json_is_one_object_with_equal_rows_for_any_number_of_workers() -> None:
    arguments = ("dice", "--trials", "5", "--seed", "5", "--noise", "off", "--sides", "3", "--json")
    one, two = (experiment(*arguments, "--workers", workers) for workers in ("1", "2"))
    assert one.stdout == two.stdout
    result = json.loads(one.stdout)
    assert (result["experiment"], result["seed"], result["trials"], result["noise"]) == ("dice", 5, 5, "off")
    assert result["options"]["sides"] == 3
    assert [row["seed"] for row in result["rows"]] == [5_000_000 + index for index in range(5)]
    assert {row["time_s"] for row in result["rows"]} == {1.0}, "noise off reached the trial"


def test_a_folder_gets_rows_csv_json_and_pictures_and_is_continued(tmp_path: Path) -> None:
    out = tmp_path / "results"
    arguments = ("dice", "--seed", "1", "--workers", "1", "--json", "--out", str(out))
    experiment(*arguments, "--trials", "2")
    result = experiment(*arguments, "--trials", "4")
    assert json.loads((out / "result.json").read_text()) == json.loads(result.stdout)
    assert len((out / ROWS_FILE).read_text().splitlines()) == 1 + 4
    assert len((out / "rows.csv").read_text().splitlines()) == 1 + 4
    assert {"rates.png", "shown.png", "time_s.png"} <= {path.name for path in out.iterdir()}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("dyce",), "There is no experiment 'dyce'; did you mean 'dice'?"),
        (("dice", "--noise", "loud"), "'loud' is neither off, default, harsh nor a file."),
        (("dice", "--workers", "2", "--cluster", "local"), "leave it out with --cluster"),
        (("dice", "--trials", "0"), "0 is not in the range"),
        (("dice", "--sides", "1"), "1 is not in the range"),
    ],
)
def test_wrong_arguments_are_refused_with_code_2(arguments: tuple[str, ...], complaint: str) -> None:
    result = experiment(*arguments)
    assert result.exit_code == 2
    assert complaint in result.output


PROGRAM = """
import sys
from ludens.cli import main as cli
from ludens.cli.experiment import ExperimentGroup
from ludens.cli.experiment import command as offered
from tests.cli.test_experiment import EXPERIMENTS

if __name__ == "__main__":
    cli.command = ExperimentGroup(EXPERIMENTS)
    cli.main(sys.argv[1:])
"""


@pytest.mark.parametrize("kept", [True, False])
def test_ctrl_c_shows_what_is_finished_and_exits_with_130(tmp_path: Path, kept: bool) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    arguments = [
        "waiting",
        "--folder",
        str(tmp_path),
        "--trial",
        "2",
        "--workers",
        "2",
        "--trials",
        "5",
        "--json",
    ]
    arguments += ["--out", str(tmp_path / "out")] if kept else []
    process = subprocess.Popen(
        [sys.executable, str(program), *arguments],
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not all((tmp_path / f"started-{trial}").exists() for trial in (2, 3)):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert [row["value"] for row in json.loads(output)["rows"]] == [0, 1]
    hint = "the same command continues" if kept else "with --out DIR it could be continued"
    assert errors == f"ludens: stopped after 2 of 5 trials; {hint}.\n"


@pytest.mark.parametrize("name", offered.experiments)
def test_every_experiment_we_offer_can_be_asked_for_help(name: str) -> None:
    result = CliRunner().invoke(offered, [name, "--help"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "--trials" in result.output
    flags = [
        flag
        for parameter in offered.get_command(click.Context(offered), name).params
        for flag in parameter.opts
    ]
    assert len(flags) == len(set(flags)), "an option of its own hides a common one"
