"""The search for the marker as the body does it: stand and look, walk where the search says, look again."""

from ludens.games.morris.walk.search import MarkerSearch
from ludens.games.morris.walk.senses import Senses, Wish
from ludens.geometry import Pose2

SEEN_NOW_S = 0.25
STANDS_S = 0.2
"""Of standing still, before a look counts."""
WALKS_S = 2.0
"""At least, before a walk of the search is over."""
RESTS_S = 0.35


class Finding:
    """One search, from the moment in which it begins. `found` ends it; a wish that failed does, too."""

    def __init__(self, senses: Senses) -> None:
        self._search = MarkerSearch(senses.time_s, knows_where=senses.place is not None)
        self._way: Pose2 | None = None
        self._walks_since_s = 0.0
        self.found = False

    def step(self, s: Senses) -> Wish:
        """Say where to look or walk."""
        if self._way is not None:
            if s.stands_for_s < RESTS_S or s.time_s - self._walks_since_s < WALKS_S:
                return Wish(doing="find the marker", way=self._way)
            self._search.walked(s.time_s)
            self._way = None
        if s.stands_for_s < STANDS_S:
            return Wish(doing="find the marker")
        step = self._search.step(
            s.time_s,
            seen=s.seen_before_s < SEEN_NOW_S,
            head_yaw_rad=s.head_yaw_rad,
            stripe_m=s.stripe_m,
        )
        self.found = step.stage == "found"
        if step.stage == "help":
            reason = "the board's marker is not to be found"
            return Wish(doing="find the marker", state="failed", reason=reason)
        if step.walk is not None:
            self._way, self._walks_since_s = step.walk, s.time_s
        return Wish(doing="find the marker", head_rad=step.head_rad)
