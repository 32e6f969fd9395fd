"""From a plan to its rows: resuming, refusing, interrupting."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.experiments import runner
from ludens.experiments.json_values import Row
from ludens.experiments.local import LocalExecutor
from ludens.experiments.result_folder import ROWS_FILE
from ludens.experiments.runner import ExperimentPlan, ProgressBar, TrialProgress, run_experiment
from tests.experiments.fake_experiments import DICE, WAITING, DiceOptions, TroubleOptions, starts, trouble

TWO_WORKERS = LocalExecutor(workers=2)


@pytest.fixture(autouse=True)
def same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits the package while these tests run must not make them fail."""
    monkeypatch.setattr(runner, "code_version", lambda: "same")


def plan(trials: int, *, seed: int = 1, noise: str = "default", sides: int = 6) -> ExperimentPlan:
    return ExperimentPlan(
        experiment=DICE, trials=trials, seed=seed, noise=noise, options=DiceOptions(sides=sides)
    )


class Heard(TrialProgress):
    def __init__(self) -> None:
        self.done = -1
        self.total = -1
        self.trials: list[object] = []

    def start(self, *, done: int, total: int) -> None:
        self.done, self.total = done, total

    def add(self, row: Row) -> None:
        self.trials.append(row["trial"])


def test_a_second_run_in_the_same_folder_runs_only_what_is_missing(tmp_path: Path) -> None:
    first = run_experiment(plan(4), executor=TWO_WORKERS, folder=tmp_path)
    heard = Heard()
    more = run_experiment(plan(6), executor=TWO_WORKERS, folder=tmp_path, progress=heard)
    assert (heard.done, heard.total, sorted(map(str, heard.trials))) == (4, 6, ["4", "5"])
    assert more.rows[:4] == first.rows
    assert more.rows == run_experiment(plan(6), executor=TWO_WORKERS).rows


def test_fewer_trials_than_the_folder_holds_are_the_first_ones(tmp_path: Path) -> None:
    four = run_experiment(plan(4), executor=TWO_WORKERS, folder=tmp_path)
    two = run_experiment(plan(2), executor=TWO_WORKERS, folder=tmp_path)
    assert two.rows == four.rows[:2]


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (plan(2, seed=2), "seed 1, but this run has 2"),
        (plan(2, noise="off"), 'noise "default", but this run has "off"'),
        (plan(2, sides=8), "options"),
    ],
)
def test_a_folder_of_another_question_is_refused_and_untouched(
    tmp_path: Path, other: ExperimentPlan, named: str
) -> None:
    run_experiment(plan(2), executor=TWO_WORKERS, folder=tmp_path)
    before = (tmp_path / ROWS_FILE).read_bytes()
    with pytest.raises(LudensError, match=named):
        run_experiment(other, executor=TWO_WORKERS, folder=tmp_path)
    assert (tmp_path / ROWS_FILE).read_bytes() == before


def test_rows_of_other_code_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_experiment(plan(1), executor=TWO_WORKERS, folder=tmp_path)
    monkeypatch.setattr(runner, "code_version", lambda: "changed")
    with pytest.raises(LudensError, match='version "same", but this run has "changed"'):
        run_experiment(plan(2), executor=TWO_WORKERS, folder=tmp_path)


def test_an_edited_noise_file_is_another_question(tmp_path: Path) -> None:
    noise = tmp_path / "noise.toml"
    noise.write_text("a = 1")
    run_experiment(plan(1, noise=str(noise)), executor=TWO_WORKERS, folder=tmp_path / "out")
    noise.write_text("a = 2")
    with pytest.raises(LudensError, match=r"noise .*noise\.toml#"):
        run_experiment(plan(1, noise=str(noise)), executor=TWO_WORKERS, folder=tmp_path / "out")


def test_a_failed_trial_is_tried_again_by_the_next_run(tmp_path: Path) -> None:
    options = TroubleOptions(folder=str(tmp_path), trial=1)
    failing = ExperimentPlan(
        experiment=trouble("raise_error"), trials=2, seed=0, noise="off", options=options
    )
    assert "error" in run_experiment(failing, executor=TWO_WORKERS, folder=tmp_path).rows[1]
    (tmp_path / "mended").touch()
    rows = run_experiment(failing, executor=TWO_WORKERS, folder=tmp_path).rows
    assert [row.get("value") for row in rows] == [0, 1]


@pytest.mark.parametrize("trials", [0, -1, 1_000_001])
def test_a_senseless_number_of_trials_is_refused(trials: int) -> None:
    with pytest.raises(LudensError, match="ask for 1 to 1000000"):
        plan(trials)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(LudensError, match="seeds start at 0"):
        plan(1, seed=-1)


INTERRUPTED = """
import sys
from pathlib import Path
from ludens.experiments import runner
from ludens.experiments.local import LocalExecutor
from ludens.experiments.runner import ExperimentPlan, run_experiment
from tests.experiments.fake_experiments import WAITING, TroubleOptions

runner.code_version = lambda: "same"

if __name__ == "__main__":
    options = TroubleOptions(folder=sys.argv[1], trial=3)
    plan = ExperimentPlan(experiment=WAITING, trials=6, seed=0, noise="off", options=options)
    outcome = run_experiment(plan, executor=LocalExecutor(workers=2), folder=Path(sys.argv[2]))
    print("interrupted", outcome.interrupted, len(outcome.rows))
"""


def start_waiting_run(tmp_path: Path) -> subprocess.Popen[str]:
    """An experiment in its own process group, come so far that three trials are finished and two hang."""
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path), str(tmp_path / "out")],
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    rows = tmp_path / "out" / ROWS_FILE
    while not (rows.exists() and rows.read_bytes().count(b"\n") == 4 and (tmp_path / "started-4").exists()):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process


def group_is_gone(group: int) -> bool:
    """Whether all processes of a group have ended; the last ones may need a moment."""
    for _ in range(1000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def continued_rows(tmp_path: Path) -> list[Row]:
    (tmp_path / "go").touch()
    options = TroubleOptions(folder=str(tmp_path), trial=3)
    again = ExperimentPlan(experiment=WAITING, trials=6, seed=0, noise="off", options=options)
    return run_experiment(again, executor=TWO_WORKERS, folder=tmp_path / "out").rows


def test_ctrl_c_keeps_finished_trials_ends_all_workers_and_can_be_continued(tmp_path: Path) -> None:
    process = start_waiting_run(tmp_path)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group hears it
    output, errors = process.communicate(timeout=60)
    assert (output, errors) == ("interrupted True 3\n", "")
    assert group_is_gone(process.pid)
    assert [row["value"] for row in continued_rows(tmp_path)] == list(range(6))
    assert [len(starts(tmp_path, trial)) for trial in range(3)] == [1, 1, 1]


def test_a_killed_run_loses_no_finished_trial(tmp_path: Path) -> None:
    process = start_waiting_run(tmp_path)
    process.kill()
    process.communicate(timeout=60)
    assert group_is_gone(process.pid)
    assert [row["value"] for row in continued_rows(tmp_path)] == list(range(6))
    assert [len(starts(tmp_path, trial)) for trial in range(3)] == [1, 1, 1]


def run_a_bar() -> None:
    with ProgressBar("dice") as bar:
        bar.start(done=1, total=3)
        bar.add({"trial": 1})
        bar.add({"trial": 2, "error": "fell"})


def test_the_bar_is_silent_where_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    run_a_bar()
    assert capfd.readouterr() == ("", "")


def test_on_a_terminal_the_bar_counts_trials_and_failures_on_standard_error(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # makes rich take the captured stream for a terminal
    monkeypatch.setenv("COLUMNS", "120")
    run_a_bar()
    output, bar = capfd.readouterr()
    assert output == ""
    assert "3/3" in bar
    assert "1 failed" in bar
