"""Solving the game stage by stage: what is held is skipped, what is half-way is taken up again.

The moving phase of a pair of stages goes level by level (see `cpu_kernels` for the idea). Between two levels
it is kept half-way, so that hours of work survive a stop.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ludens.games.morris.solution.backend import Backend, Values
from ludens.games.morris.solution.index_tables import position_count
from ludens.games.morris.solution.packing import FARTHEST, MARKED, UNKNOWN
from ludens.games.morris.solution.stages import ALL_STAGES, MOVING_STAGES, SolutionError, Stage
from ludens.games.morris.solution.store import Store

# When so large a part of the open positions would be marked, looking at all of them costs less than marking.
OPEN_A_WIN = 4
MOST_DIGITS = 6  # of a number of men


@dataclass(slots=True)
class MovingPair:
    """A stage and its mirror on their way to the solution; all levels below `level` are done.

    The same stage twice, (5, 5) say, is a pair of one. It can be kept between two levels and taken up again.
    """

    values: dict[Stage, Values]
    lower: dict[Stage, Values | None]
    level: int = 0
    farthest: int = 0

    @classmethod
    def started(cls, backend: Backend, stage: Stage, lower: dict[Stage, Values | None]) -> "MovingPair":
        """Decided as far as blockades and captures go; `lower` is what captures from each stage lead to."""
        pair = cls({}, lower)
        for member in sorted({stage, stage.mirrored}):
            pair.values[member] = backend.empty(member)
            farthest = backend.start_moving(member, pair.values[member], lower[member])
            pair.farthest = max(pair.farthest, farthest)
        return pair

    def solve(self, backend: Backend, *, after_level: Callable[["MovingPair"], None]) -> None:
        """Go on to the end; `after_level` is called whenever a level is done."""
        while self.level <= self.farthest:
            for stage in self.values:
                self._spread(backend, stage)
            if self.farthest > FARTHEST:
                raise SolutionError(f"A win in {self.farthest} plies does not fit into one byte.")
            self.level += 1
            after_level(self)

    def _spread(self, backend: Backend, stage: Stage) -> None:
        """Tell the positions before those at the present level what they now know."""
        values, before = self.values[stage], self.values[stage.mirrored]
        found = backend.count(values, self.level)
        if not found:
            return
        if self.level % 2 == 0:  # positions lost at this level: whoever can get there wins
            backend.mark_before(stage, self.level, values, before, above=self.level + 1, mark=self.level + 1)
            self.farthest = max(self.farthest, self.level + 1)
            return
        wanted = UNKNOWN
        if found * OPEN_A_WIN < backend.count(before, UNKNOWN):
            backend.mark_before(stage, self.level, values, before, above=MARKED, mark=MARKED)
            wanted = MARKED
        farthest = backend.settle_losses(
            stage.mirrored, wanted, self.level, before, values, self.lower[stage.mirrored]
        )
        self.farthest = max(self.farthest, farthest)


def checkpoint_path(folder: Path, stage: Stage, *, distance: bool) -> Path:
    """Where the unfinished pair of this stage stands; one solved with distances has other bytes."""
    return folder / f"{min(stage, stage.mirrored)}.{'distances' if distance else 'results'}.unfinished"


def save_checkpoint(path: Path, pair: MovingPair, backend: Backend) -> None:
    """Write the pair beside its place, then rename: what is there is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    arrays: dict[str, Any] = {str(stage): backend.get(values) for stage, values in pair.values.items()}
    with unfinished.open("wb") as file:
        np.savez(file, level=pair.level, farthest=pair.farthest, **arrays)
    unfinished.replace(path)


def load_checkpoint(path: Path, backend: Backend, lower: dict[Stage, Values | None]) -> MovingPair | None:
    """The pair as it was kept, or None when there is none or it cannot be read."""
    try:
        with np.load(path) as kept:
            values = {stage: backend.put(kept[str(stage)]) for stage in lower}
            return MovingPair(values, lower, int(kept["level"]), int(kept["farthest"]))
    except Exception:  # noqa: BLE001 - a damaged archive fails in any way; it is worked out anew
        return None


class Report(Protocol):
    """Who is told how the work goes on; raising an exception there stops it in good order."""

    def stage_begins(self, stages: tuple[Stage, ...]) -> None:
        """These stages are being solved now, together."""

    def level_done(self, level: int, farthest: int) -> None:
        """A level of the present stages is done; at least `farthest` are needed."""

    def stage_done(self, stages: tuple[Stage, ...], *, was_held: bool) -> None:
        """They are solved; or were in the folder already, and no work was done."""


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """How often unfinished work is kept: by a clock in seconds."""

    clock: Callable[[], float]
    interval_s: float = 60.0


def chosen_stages(choice: str) -> tuple[Stage, ...]:
    """The stages a person asked for, with all that they stand on, in the order in which they can be solved.

    `all`, `moving`, a number such as `11` (the moving phase with at most so many men on the board), or names
    such as `5-4,6-3`.
    """
    if choice == "all":
        return ALL_STAGES
    if choice == "moving":
        return MOVING_STAGES
    if choice.isascii() and choice.isdigit() and len(choice) <= MOST_DIGITS:
        chosen = tuple(stage for stage in MOVING_STAGES if stage.men_on_board <= int(choice))
        if not chosen:
            raise SolutionError(f"The moving phase has 6 to 18 men on the board; {choice} is too few.")
        return chosen
    return _with_all_below(Stage.named(name.strip()) for name in choice.split(","))


def _with_all_below(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    needed: set[Stage] = set()
    open_stages = list(stages)
    while open_stages:
        stage = open_stages.pop()
        if stage not in needed:
            needed.add(stage)
            open_stages += [after for after in (stage.after_quiet_turn, stage.after_capture) if after]
    return tuple(stage for stage in ALL_STAGES if stage in needed)


def tasks_of(stages: Iterable[Stage]) -> Iterator[tuple[Stage, ...]]:
    """What is solved together: a stage with men in hand alone, one of the moving phase with its mirror."""
    seen: set[Stage] = set()
    for stage in stages:
        if stage not in seen:
            task = (stage,) if stage.is_placing else tuple(sorted({stage, stage.mirrored}))
            seen.update(task)
            yield task


def positions_of(task: tuple[Stage, ...]) -> int:
    """How many places the tables of a task have."""
    return sum(position_count(stage) for stage in task)


def solve(
    stages: Iterable[Stage], store: Store, backend: Backend, *, report: Report, checkpoints: Checkpoints
) -> None:
    """Solve all stages, in this order, into the store."""
    for task in tasks_of(stages):
        report.stage_begins(task)
        was_held = all(store.holds(stage) for stage in task)
        if not was_held:
            if task[0].is_placing:
                _solve_placing(task[0], store, backend)
            else:
                _solve_moving(task, store, backend, report, checkpoints)
        report.stage_done(task, was_held=was_held)


def _solve_placing(stage: Stage, store: Store, backend: Backend) -> None:
    values = backend.empty(stage)
    farthest = backend.solve_placing(
        stage, values, store.values(stage.after_quiet_turn), _lower(stage, store)
    )
    store.add(stage, values, farthest=farthest)


def _solve_moving(
    task: tuple[Stage, ...], store: Store, backend: Backend, report: Report, checkpoints: Checkpoints
) -> None:
    lower = {stage: _lower(stage, store) for stage in task}
    path = checkpoint_path(store.folder, task[0], distance=store.distance)
    pair = load_checkpoint(path, backend, lower) or MovingPair.started(backend, task[0], lower)
    kept_at_s = checkpoints.clock()

    def after_level(pair: MovingPair) -> None:
        nonlocal kept_at_s
        if checkpoints.clock() - kept_at_s >= checkpoints.interval_s:
            save_checkpoint(path, pair, backend)
            kept_at_s = checkpoints.clock()
        report.level_done(pair.level - 1, pair.farthest)

    pair.solve(backend, after_level=after_level)
    for stage, values in pair.values.items():
        # What was kept half-way may go only when the last of the pair is in its file.
        done = partial(path.unlink, missing_ok=True) if stage == task[-1] else None
        store.add(stage, values, farthest=pair.farthest, when_written=done)


def _lower(stage: Stage, store: Store) -> Values | None:
    after = stage.after_capture
    return store.values(after) if after else None
