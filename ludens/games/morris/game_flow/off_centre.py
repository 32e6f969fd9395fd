"""Men that stand on their points, but badly: they count, and it is said once that they do.

Those that the robot itself has put so it puts right.
"""

from collections.abc import Collection

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.sight import MAN, TableSeen
from ludens.games.morris.rules import POINT_NAMES
from ludens.messages.morris_table import SeenMan

OFF_M = 0.007
"""A man whose middle is farther from its point is spoken about."""
PUT_RIGHT_M = 0.009
"""A man that the robot's own hand has set down farther off is taken up and set down once more."""
MOVED_M = 0.003
"""One that was spoken about is spoken about again once it stands so much farther off."""


class OffCentre:
    """Remembers which men it has spoken about."""

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

    def look(self, seen: TableSeen) -> str:
        """Return what there is to say about a board, if anything."""
        away = self._away_m(seen)
        off_m = {point: man for point, man in away.items() if man[0] > OFF_M}
        news = [
            point for point in off_m if off_m[point][0] > self._said_m.get(point, OFF_M - MOVED_M) + MOVED_M
        ]
        # Who was spoken about and now seems to stand a little better is not forgotten: eyes err, too.
        said = {point: m for point, m in self._said_m.items() if away.get(point, (0.0,))[0] > OFF_M - MOVED_M}
        self._said_m = said | {point: off_m[point][0] for point in news}
        texts = [
            f"The {MAN[man.colour]} on {POINT_NAMES[point]} stands {1000.0 * away_m:.0f} mm off its point"
            for point, (away_m, man) in off_m.items()
            if point in news
        ]
        if not texts:
            return ""
        them, each = ("it", "its point") if len(texts) == 1 else ("them", "their points")
        return f"{'. '.join(texts)}. I count {them}; please push {them} onto the middle of {each}."

    def _away_m(self, seen: TableSeen) -> dict[int, tuple[float, SeenMan]]:
        """Return the men on points, and how far from them."""
        found = {}
        for man in seen.men:
            point, away_m = self._measures.nearest_point((man.x_m, man.y_m))
            found[point] = away_m, man
        return found
