"""What a person sees while stages are solved: which one, how far, and how long it will still take."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from ludens.games.morris.solution.solve import positions_of
from ludens.games.morris.solution.stages import Stage


class SolveProgress:
    """A bar by positions, since stages differ a millionfold; shown inside `with`, and only on a terminal.

    The time left is that of the remaining positions at the speed of the last minutes. Positions with more
    men have more turns and cost a little more, so early estimates are somewhat low.
    """

    def __init__(self, positions_of_tasks: Sequence[int]) -> None:
        console = Console(stderr=True)
        self.positions = 0
        self._total = sum(positions_of_tasks)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("left:"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            speed_estimate_period=300.0,
        )
        self._task = self._bar.add_task("", total=self._total)
        self._name = ""

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def stage_begins(self, stages: tuple[Stage, ...]) -> None:
        self._name = " ".join(str(stage) for stage in stages)
        self._bar.update(self._task, description=f"stage {self._name}")

    def level_done(self, level: int, farthest: int) -> None:
        self._bar.update(self._task, description=f"stage {self._name}, level {level} of {farthest} or more")

    def stage_done(self, stages: tuple[Stage, ...]) -> None:
        self.positions += positions_of(stages)
        self._bar.update(self._task, completed=self.positions)
