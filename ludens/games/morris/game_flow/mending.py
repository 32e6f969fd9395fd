"""What the robot says before it puts right what its turn does not explain: men that fell or strayed."""

from collections.abc import Sequence

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.sight import MAN
from ludens.games.morris.rules import POINT_NAMES, Turn
from ludens.messages.morris_table import SeenMan

MOST_NAMED = 6
"""Things to put right in one breath; the rest is asked for after these."""


def belongs_to(job: Job, turn: Turn | None) -> bool:
    """Whether a job is what a turn asks of the hands, and no repair."""
    if turn is None:
        return False
    if job.target is None:
        return job.origin_point is not None and job.origin_point == turn.captured
    return job.target == turn.target and job.origin_point == turn.origin and _is_from_there(job, turn)


def _is_from_there(job: Job, turn: Turn) -> bool:
    """Whether a man comes from a hand where it is to be placed, or from a point where it is to be moved."""
    return (job.origin is None) == (turn.origin is None)


def mended(job: Job, *, gave_away: bool, measures: MorrisMeasures) -> str:
    """Say what is wrong and what is done about it; who has just given a man away wants that one back."""
    man, origin, target = MAN[job.colour], job.origin, job.target
    if origin is None:
        assert target is not None
        if gave_away:
            return f"The {man} belongs on {POINT_NAMES[target]}. I try again with it in my hand."
        return (
            f"The {man} of {POINT_NAMES[target]} is missing: it may have fallen off the table. "
            "I need it in my hand again."
        )
    if target is not None and job.is_once:
        x_m, y_m = measures.points_m()[target].tolist()
        off_mm = 1000.0 * np.hypot(origin.x_m - x_m, origin.y_m - y_m)
        return (
            f"The {man} on {POINT_NAMES[target]} stands {off_mm:.0f} mm off its point. I set it down again."
        )
    deed = "I take it off the board." if target is None else "I put it there."
    return f"{_out_of_place(job, origin, measures)} {deed}"


def put_right_text(jobs: Sequence[Job], *, is_new: bool, measures: MorrisMeasures) -> str:
    """Ask people to do what the robot leaves to them, in a game that is new or not."""
    if is_new and all(job.target is None for job in jobs):
        return "Men of another game stand on the board. Please take all off that do not belong to ours."
    wishes = [_wish(job, measures) for job in jobs[:MOST_NAMED]]
    return f"{len(jobs)} men stand wrong. {' '.join(wishes)}" if len(jobs) > 1 else wishes[0]


def _wish(job: Job, measures: MorrisMeasures) -> str:
    if job.origin is None:
        assert job.target is not None
        return f"The {MAN[job.colour]} of {POINT_NAMES[job.target]} is missing. Please put one there."
    deed = "Please take it off the board." if job.target is None else "Please put it there."
    return f"{_out_of_place(job, job.origin, measures)} {deed}"


def _out_of_place(job: Job, man: SeenMan, measures: MorrisMeasures) -> str:
    """Say where a man stands, and where it belongs."""
    where = where_stands(man, job.origin_point, measures=measures)
    right = "nowhere" if job.target is None else f"on {POINT_NAMES[job.target]}"
    return f"A {MAN[job.colour]} stands {where} and belongs {right}."


def where_stands(man: SeenMan, point: int | None = None, *, measures: MorrisMeasures) -> str:
    """Say where on the board a man, or anything of its size, stands; beside which point, if on none."""
    if point is not None:
        return f"on {POINT_NAMES[point]}"
    nearest = POINT_NAMES[measures.nearest_point((man.x_m, man.y_m))[0]]
    edge_m = 0.5 * measures.table_width_m - max(abs(man.x_m), abs(man.y_m))
    return f"at the table's edge near {nearest}" if edge_m < measures.man_m else f"beside {nearest}"
