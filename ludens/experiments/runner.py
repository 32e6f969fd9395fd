"""Runs an experiment, from its description to its rows: which trials are missing, where they run, what stays.

Rows are keyed by trial, never by completion: the same question has the same rows with one worker, with ten,
on a cluster, or after an interruption.
"""

from contextlib import closing, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from ludens.core.errors import LudensError
from ludens.experiments.experiment import Experiment
from ludens.experiments.json_values import Json, Row, decode_row
from ludens.experiments.result_folder import Header, ResultFolder, code_version, open_result_folder
from ludens.experiments.trials import MOST_TRIALS, Executor, Task, TrialRequest, trial_seed


class TrialProgress:
    """Hears of every finished trial and says nothing."""

    def start(self, *, done: int, total: int) -> None:
        """Told once: `done` of `total` trials are finished already."""

    def add(self, row: Row) -> None:
        """Told for every trial that has finished now."""


class ProgressBar(TrialProgress):
    """A bar with trials done, time left and failures; shown inside `with`, and only on a terminal."""

    def __init__(self, title: str) -> None:
        console = Console(stderr=True)
        self._bar = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("[red]{task.fields[failures]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(title, total=None, failures="")
        self._errors = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def start(self, *, done: int, total: int) -> None:
        self._bar.update(self._task, completed=done, total=total)

    def add(self, row: Row) -> None:
        self._errors += "error" in row
        failures = f"{self._errors} failed" if self._errors else ""
        self._bar.update(self._task, advance=1, failures=failures)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPlan:
    """The request to an experiment."""

    experiment: Experiment
    trials: int
    seed: int
    noise: str
    options: Any

    def __post_init__(self) -> None:
        if not 1 <= self.trials <= MOST_TRIALS:
            raise LudensError(f"{self.trials} trials cannot be run; ask for 1 to {MOST_TRIALS}.")
        trial_seed(self.seed, index=0)
        if self.experiment.check is not None:
            self.experiment.check(self.options, self.noise)

    def task(self, index: int) -> Task:
        """Trial `index` as a task for an executor."""
        seed = trial_seed(self.seed, index=index)
        request = TrialRequest(seed=seed, noise=self.noise, options=self.options)
        return Task(trial=self.experiment.trial, index=index, request=request)

    def header(self) -> Header:
        """The header of a result folder for this plan; the number of trials may grow later."""
        return Header(
            experiment=self.experiment.name,
            seed=self.seed,
            noise=_noise_with_content(self.noise),
            options=self.options_as_json(),
            version=code_version(),
        )

    def options_as_json(self) -> dict[str, Json]:
        """The options as they appear in results."""
        return msgspec.convert(msgspec.to_builtins(self.options), dict[str, Any])


@dataclass(frozen=True, slots=True)
class ExperimentOutcome:
    """The finished rows in order of trial; fewer than planned when the run was interrupted."""

    plan: ExperimentPlan
    rows: list[Row]
    interrupted: bool


def run_experiment(
    plan: ExperimentPlan,
    *,
    executor: Executor,
    folder: Path | None = None,
    progress: TrialProgress | None = None,
) -> ExperimentOutcome:
    """Run what is missing in `folder` (all, without one) and return the rows of all planned trials.

    Ctrl-C ends the run early: what is finished is returned, and kept where a folder was given.
    """
    opened = open_result_folder(folder, plan.header()) if folder else nullcontext()
    with opened as kept:
        finished = _finished(kept, plan)
        progress = progress or TrialProgress()
        progress.start(done=len(finished), total=plan.trials)
        missing = [plan.task(index) for index in range(plan.trials) if index not in finished]
        interrupted = False
        try:
            with closing(executor.rows(missing)) as lines:
                for line in lines:
                    if kept:
                        kept.append(line)
                    row = decode_row(line)
                    finished[_trial(row)] = row
                    progress.add(row)
        except KeyboardInterrupt:
            interrupted = True
    return ExperimentOutcome(plan, [finished[index] for index in sorted(finished)], interrupted)


def _finished(kept: ResultFolder | None, plan: ExperimentPlan) -> dict[int, Row]:
    """Rows found that belong to the plan. Failed trials are not finished: they are tried again."""
    if kept is None:
        return {}
    return {index: row for index, row in kept.found.items() if index < plan.trials and "error" not in row}


def _trial(row: Row) -> int:
    index = row["trial"]
    assert isinstance(index, int)
    return index


def _noise_with_content(noise: str) -> str:
    """A noise file may be edited between two runs; its content is part of what was asked."""
    path = Path(noise)
    if not path.is_file():
        return noise
    return f"{path.name}#{sha256(path.read_bytes()).hexdigest()[:12]}"
