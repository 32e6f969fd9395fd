"""What is told while trials run: nothing, or a progress bar on standard error for people who wait."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from ludens.experiments.json_values import Row


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
