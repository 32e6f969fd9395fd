"""Jobs for the hands that make the board show what the game says: one man after another.

The game is ahead of the men, never behind: a turn that was decided is part of the game before a hand moves.
So making a turn and putting right what went wrong with it are one thing: to bring about its position.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.judge.corrections import corrections
from ludens.games.morris.rules import POINT_NAMES, Position, Turn
from ludens.games.morris.talk.words import Phrase, man_values, phrase
from ludens.messages.morris_table import SeenMan

JobKey = tuple[int, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Job:
    """One man to be brought from where it stands (None: it is handed over) to a point (None: to a person)."""

    colour: int
    origin: SeenMan | None
    target: int | None
    origin_point: int | None = None  # where the origin is one

    @property
    def key(self) -> JobKey:
        """Identity of a job that is tried again."""
        return self.colour, self.origin_point, self.target

    @property
    def is_once(self) -> bool:
        """Whether a man stands on its point already and is only put right there."""
        return self.target is not None and self.target == self.origin_point

    @property
    def step(self) -> tuple[int, int, int]:
        """The same as people are asked for it: colour, from and to a point; -1 is no point."""
        origin, target = (-1 if point is None else point for point in (self.origin_point, self.target))
        return self.colour, origin, target

    @property
    def said(self) -> Phrase:
        """The job as part of a sentence: "I cannot … by myself"."""
        values: dict[str, object] = dict(man_values(self.colour))
        values |= {
            name: POINT_NAMES[point]
            for name, point in (("origin", self.origin_point), ("target", self.target))
            if point is not None
        }
        if self.origin is None:
            return phrase("jobs.place", **values)
        stray = "_stray" if self.origin_point is None else ""
        return phrase(f"jobs.{'take' if self.target is None else 'bring'}{stray}", **values)


def belongs_to(job: Job, turn: Turn | None) -> bool:
    """Whether a job is what a turn asks of the hands, and no repair."""
    if turn is None:
        return False
    if job.target is None:
        return job.origin_point is not None and job.origin_point == turn.captured
    # A man comes from a hand where it is to be placed, and from a point where it is to be moved.
    is_from_there = (job.origin is None) == (turn.origin is None)
    return job.target == turn.target and job.origin_point == turn.origin and is_from_there


def jobs_for(seen: TableSeen, wanted: Position, *, measures: MorrisMeasures) -> tuple[Job, ...]:
    """The jobs that are left, in order; unknown points count as right.

    A man that stands on no point is used where one of its colour is missing, and is taken otherwise. Men are
    brought before men are taken: a mill is closed first.
    """
    steps = corrections(seen.board, wanted, before=wanted)
    missing = [(step.target, step.side.colour) for step in steps if step.origin is None]
    brought = _nearest(seen.strays, missing, measures)
    found: list[Job] = []
    for step in steps:
        colour = step.side.colour
        if step.origin is not None:
            origin: SeenMan | None = seen.place_of(step.origin, colour, measures)
        else:
            origin = brought.get(step.target)
        found.append(Job(colour, origin, step.target, step.origin))
    used = list(brought.values())
    found += [Job(man.colour, man, None) for man in seen.strays if man not in used]
    return tuple(sorted(found, key=lambda job: job.target is None and not _is_in_the_way(job, found)))


def _nearest(
    strays: Sequence[SeenMan], missing: Sequence[tuple[int | None, int]], measures: MorrisMeasures
) -> dict[int | None, SeenMan]:
    """Return which stray goes to which point: those that are nearest to each other first."""
    points_m = measures.points_m()
    pairs = [
        (float(np.hypot(*(points_m[target] - (man.x_m, man.y_m)))), target, number)
        for target, colour in missing
        for number, man in enumerate(strays)
        if man.colour == colour and target is not None
    ]
    found: dict[int | None, SeenMan] = {}
    used: set[int] = set()
    for _, target, number in sorted(pairs):
        if target not in found and number not in used:
            found[target] = strays[number]
            used.add(number)
    return found


def _is_in_the_way(job: Job, jobs: list[Job]) -> bool:
    return job.origin_point is not None and any(other.target == job.origin_point for other in jobs)
