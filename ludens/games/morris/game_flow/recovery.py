"""Phrases about men that no turn explains: fallen, strayed, or standing off their points."""

from collections.abc import Collection, Sequence

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.rules import POINT_NAMES
from ludens.games.morris.talk.words import Phrase, man_values, phrase
from ludens.messages.morris_table import SeenMan

MOST_NAMED = 6
"""Things to put right in one breath; the rest is asked for after these."""
OFF_M = 0.007
"""A man whose middle is farther from its point is spoken about."""
PUT_RIGHT_M = 0.009
"""A man that the robot's own hand has set down farther off is taken up and set down once more."""
MOVED_M = 0.003
"""One that was spoken about is spoken about again once it stands so much farther off."""


def recovery_phrases(job: Job, *, gave_away: bool, measures: MorrisMeasures) -> tuple[Phrase, ...]:
    """Phrases for a man out of place and for its repair; one that was just given away is asked back."""
    man, target = man_values(job.colour), "" if job.target is None else POINT_NAMES[job.target]
    if job.origin is None:
        return (phrase(f"recovery.{'try_again' if gave_away else 'fell_off'}", target=target, **man),)
    if job.target is not None and job.is_once:
        x_m, y_m = measures.points_m()[job.target].tolist()
        off_mm = 1000.0 * np.hypot(job.origin.x_m - x_m, job.origin.y_m - y_m)
        return (phrase("recovery.set_down_again", target=target, off=f"{off_mm:.0f}", **man),)
    deed = phrase(f"recovery.{'i_take' if job.target is None else 'i_put'}")
    return _out_of_place(job, job.origin, measures), deed


def put_right_phrase(jobs: Sequence[Job], *, is_new: bool, measures: MorrisMeasures) -> Phrase:
    """The request to people to put right what the robot leaves to them, in a game that is new or not."""
    if is_new and all(job.target is None for job in jobs):
        return phrase("recovery.another_game")
    wishes = [_wish(job, measures) for job in jobs[:MOST_NAMED]]
    if len(jobs) == 1:
        return phrase("recovery.one_wrong", wishes=wishes)
    return phrase("recovery.many_wrong", count=len(jobs), wishes=wishes)


def _wish(job: Job, measures: MorrisMeasures) -> tuple[Phrase, ...]:
    if job.origin is None:
        assert job.target is not None
        values = man_values(job.colour)
        return (phrase("recovery.missing", target=POINT_NAMES[job.target], **values),)
    deed = phrase(f"recovery.{'please_take' if job.target is None else 'please_put'}")
    return _out_of_place(job, job.origin, measures), deed


def _out_of_place(job: Job, man: SeenMan, measures: MorrisMeasures) -> Phrase:
    """Where a man stands, and where it belongs."""
    where = where_phrase(man, job.origin_point, measures=measures)
    right = (
        phrase("where.nowhere") if job.target is None else phrase("where.on", point=POINT_NAMES[job.target])
    )
    return phrase("recovery.out_of_place", where=where, right=right, **man_values(job.colour))


def where_phrase(man: SeenMan, point: int | None = None, *, measures: MorrisMeasures) -> Phrase:
    """Where on the board a man, or anything of its size, stands; beside which point, if on none."""
    if point is not None:
        return phrase("where.on", point=POINT_NAMES[point])
    nearest = POINT_NAMES[measures.nearest_point((man.x_m, man.y_m))[0]]
    edge_m = 0.5 * measures.table_width_m - max(abs(man.x_m), abs(man.y_m))
    return phrase(f"where.{'at_edge' if edge_m < measures.man_m else 'beside'}", point=nearest)


class OffCentreMen:
    """Men that stand on their points, but badly: they count, and it is said once that they do.

    Those that the robot itself has put so it puts right.
    """

    def __init__(self, measures: MorrisMeasures) -> None:
        self._measures = measures
        self._said_m: dict[int, float] = {}  # by point, how far off its man stood

    def worst(self, seen: TableSeen, points: Collection[int]) -> Job | None:
        """Return how to put right the man among those on these points that stands worst, if one must be."""
        off_m = {
            point: man
            for point, man in self._away_m(seen).items()
            if point in points and man[0] > PUT_RIGHT_M
        }
        if not off_m:
            return None
        point, (_, man) = max(off_m.items(), key=lambda item: item[1][0])
        return Job(man.colour, man, point, point)

    def look(self, seen: TableSeen) -> tuple[Phrase, ...]:
        """Return what there is to say about a board, if anything."""
        away = self._away_m(seen)
        off_m = {point: man for point, man in away.items() if man[0] > OFF_M}
        news = [
            point for point in off_m if off_m[point][0] > self._said_m.get(point, OFF_M - MOVED_M) + MOVED_M
        ]
        # One that was spoken about and now seems to stand a little better is not forgotten: eyes err, too.
        said = {point: m for point, m in self._said_m.items() if away.get(point, (0.0,))[0] > OFF_M - MOVED_M}
        self._said_m = said | {point: off_m[point][0] for point in news}
        phrases = [
            phrase(
                "recovery.off_centre",
                point=POINT_NAMES[point],
                off=f"{1000.0 * away_m:.0f}",
                **man_values(man.colour),
            )
            for point, (away_m, man) in off_m.items()
            if point in news
        ]
        return (*phrases, phrase("recovery.push_onto_middle", count=len(phrases))) if phrases else ()

    def _away_m(self, seen: TableSeen) -> dict[int, tuple[float, SeenMan]]:
        """Return the men on points, and how far from them."""
        found = {}
        for man in seen.men:
            point, away_m = self._measures.nearest_point((man.x_m, man.y_m))
            found[point] = away_m, man
        return found
