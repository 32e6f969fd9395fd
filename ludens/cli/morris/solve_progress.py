"""What a person sees while stages are solved: which one, how far, and how long it will still take."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from ludens.games.morris.solution.solve import positions_of
from ludens.games.morris.solution.stages import Stage


class SolveProgress:
    """A bar by positions, since stages differ a millionfold; shown inside `with`, and only on a terminal.

    The time left is that of the remaining positions at the pace of this run so far, stages that were held
    already left out. Positions with more men have more turns, so an early estimate is somewhat low.
    """

    def __init__(self, total_positions: int, clock: Callable[[], float]) -> None:
        console = Console(stderr=True)
        self.positions = 0
        self._total = total_positions
        self._clock = clock
        self._began_s = 0.0
        self._solved = 0
        self._solving_s = 0.0
        self._stages = ""
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total_positions, left="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def stage_begins(self, stages: tuple[Stage, ...]) -> None:
        self._began_s = self._clock()
        self._stages = " ".join(str(stage) for stage in stages)
        self._bar.update(self._task, description=f"stage {self._stages}")

    def level_done(self, level: int, farthest: int) -> None:
        self._bar.update(self._task, description=f"stage {self._stages}, level {level} of {farthest} or more")

    def stage_done(self, stages: tuple[Stage, ...], *, was_held: bool) -> None:
        positions = positions_of(stages)
        self.positions += positions
        if not was_held:
            self._solved += positions
            self._solving_s += self._clock() - self._began_s
        self._bar.update(self._task, completed=self.positions, left=self._left())

    def _left(self) -> str:
        if not self._solved:
            return ""
        return about(self._solving_s / self._solved * (self._total - self.positions))


def about(duration_s: float) -> str:
    """A rough duration in words: "about 3 min left"."""
    for unit, length_s in (("h", 3600.0), ("min", 60.0)):
        if duration_s >= 2.0 * length_s:
            return f"about {duration_s / length_s:.0f} {unit} left"
    return f"about {duration_s:.0f} s left"
