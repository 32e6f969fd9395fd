"""Solving the game stage by stage: what is held is skipped, what is half-way is taken up again."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from ludens.games.morris.solution.backend import Backend, Values
from ludens.games.morris.solution.checkpoint import checkpoint_path, load_checkpoint, save_checkpoint
from ludens.games.morris.solution.index_tables import position_count
from ludens.games.morris.solution.moving import MovingPair
from ludens.games.morris.solution.stages import ALL_STAGES, MOVING_STAGES, SolutionError, Stage
from ludens.games.morris.solution.store import Store


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
    if choice.isdecimal():
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
