"""One journey to a place at the table, as a state machine: look, step away, walk round, correct, step up,
settle.

Whatever goes wrong on the way has one answer: a lost marker is searched for; a robot that was moved, fell
or strayed looks where it is and plans anew; feet that run into something step back; hot legs rest, away
from the table.

Where a robot aims so that it comes to stand at its station.

Stopping takes steps of their own, in which every robot goes on, aside and round in its own way: one came
to stand 1.5° to 2.2° to the right, four times out of four. What it has seen of that it allows for.
"""

import math
from collections.abc import Callable

from ludens.games.morris.walk.finding import Finding
from ludens.games.morris.walk.senses import Doing, JourneyTuning, Senses, Wish
from ludens.games.morris.walk.way import Ring, Way, way_round
from ludens.geometry import Pose2
from ludens.geometry.angles import difference, wrap

SHORT_MOST_M, ASIDE_MOST_M, TURNED_MOST_RAD = 0.03, 0.01, 0.04
"""How far from its station it aims at most."""
HABIT = 0.5
"""Of what a stop was off aside and in heading, the share that comes again next time; the rest is chance.
Forward all of it is habit: stepping creeps."""
STOPPED_S = 0.3
"""At rest for so long, the walk has stopped; a little later it would judge for itself and step again."""


def aimed_anew(goal_from_aim: Pose2, goal_from_place: Pose2) -> Pose2:
    """Return where to aim next, after a stop: so far to the other side as it will come to stand off again.

    Both in the goal's frame, whose x leads to the table: never nearer to that than the goal itself.
    """
    x_m = goal_from_aim.x_m - goal_from_place.x_m
    y_m = goal_from_aim.y_m - HABIT * goal_from_place.y_m
    yaw_rad = goal_from_aim.yaw_rad - HABIT * wrap(goal_from_place.yaw_rad)
    return Pose2(
        min(max(x_m, -SHORT_MOST_M), 0.0),
        min(max(y_m, -ASIDE_MOST_M), ASIDE_MOST_M),
        min(max(yaw_rad, -TURNED_MOST_RAD), TURNED_MOST_RAD),
    )


class Journey:
    """Brings one robot to one station. `step` is called every cycle."""

    def __init__(
        self, goal: Pose2, *, half_m: float, time_s: float, tuning: JourneyTuning | None = None
    ) -> None:
        self.goal = goal
        self.way: Way | None = None
        self.searches = 0
        self._t = JourneyTuning() if tuning is None else tuning
        self.half_m = half_m
        self._doing: Doing = "look"
        self._since_s = self._began_s = time_s
        self._progress = 0
        self._aim = Pose2(-self._t.short_m, 0.0, 0.0)  # goal_from_aim
        self._corrections = self._hindrances = 0
        self._finding: Finding | None = None
        self._sits = False
        self._back_off_to: Pose2 | None = None
        self._end: Wish | None = None
        self._steps: dict[Doing, Callable[[Senses], Wish]] = {
            "look": self._look,
            "find the marker": self._find,
            "step away": self._step_away,
            "walk": self._walk,
            "correct": self._correct,
            "step up": self._step_up,
            "settle": self._settle,
            "rest": self._rest,
            "get up": self._get_up,
            "back off": self._back_off,
        }

    def step(self, senses: Senses) -> Wish:
        """Say what the body shall do now."""
        if self._end is not None:
            return self._end
        self._interrupt(senses)
        wish = self._steps[self._doing](senses)
        if wish.state == "busy" and senses.time_s - self._began_s > self._t.longest_s:
            wish = Wish(doing=self._doing, state="failed", reason="it took too long")
        if wish.state != "busy":
            self._end = wish
        return wish

    def _interrupt(self, s: Senses) -> None:
        if not s.is_upright:
            self._enter("get up", s)
        elif self._doing in ("get up", "find the marker", "rest"):
            return
        elif s.place is None or s.sigma_m > self._t.lost_m:
            self._begin_search(s)
        elif s.hot:
            self._sits = False
            self._enter("rest", s)
        elif s.collides and self._doing not in ("back off", "look"):
            self._hindrances += 1
            self._begin_back_off(s.place, s)
        elif self._doing == "walk" and self._is_too_close(s):
            self._begin_back_off(s.place, s)

    def _is_too_close(self, s: Senses) -> bool:
        if s.place is None or self.way is None or self._progress <= self.way.away_until:
            return False
        ring = Ring(self.half_m, self._t.closest_m)
        lowest_m = min(ring.distance_m(p.x_m, p.y_m) for p in self.way.poses[self._progress :])
        least_m = min(self._t.closest_m, lowest_m - 0.02)
        return ring.distance_m(s.place.x_m, s.place.y_m) < least_m

    def _enter(self, doing: Doing, s: Senses) -> None:
        if doing != self._doing:
            self._doing, self._since_s = doing, s.time_s

    def _look(self, s: Senses) -> Wish:
        """Stand and look at the marker; then plan."""
        if self._has_looked(s) and s.place is not None:
            self._plan(s.place, s)
        elif s.stands_for_s > self._t.patience_s and s.time_s - self._since_s > self._t.patience_s:
            self._begin_search(s)
        return Wish(doing="look")

    def _has_looked(self, s: Senses) -> bool:
        """Whether it stood still and saw the marker meanwhile."""
        t = self._t
        rested = min(s.stands_for_s, s.time_s - self._since_s) >= t.looks_s
        return rested and s.seen_before_s < t.looks_s and s.sigma_m <= t.sure_m

    def _begin_search(self, s: Senses) -> None:
        self._enter("find the marker", s)
        self._finding = Finding(s)
        self.searches += 1

    def _find(self, s: Senses) -> Wish:
        assert self._finding is not None
        wish = self._finding.step(s)
        if self._finding.found:
            self._enter("look", s)
        return wish

    def _plan(self, place: Pose2, s: Senses) -> None:
        t = self._t
        if self._left(place)[0] < 0.06 and self._left(place)[1] < 0.3:
            self._enter("step up", s)
            return
        clearance_m = t.clearance_m + t.sigmas * s.sigma_m
        if t.manner == "ahead":
            clearance_m += t.aside_more_m
        self.way = way_round(place, self.goal, half_m=self.half_m, clearance_m=clearance_m, manner=t.manner)
        self._progress = 0
        self._enter("step away", s)

    def _left(self, place: Pose2) -> tuple[float, float]:
        return place.distance_m(self.goal), abs(difference(place.yaw_rad, self.goal.yaw_rad))

    def _step_away(self, s: Senses) -> Wish:
        assert self.way is not None
        assert s.place is not None
        last = self.way.away_until
        self._progress = self.way.nearest(s.place, first=self._progress, last=last)
        target = self.way.poses[last]
        if s.place.distance_m(target) < self._t.near_m:
            self._progress = last
            self._enter("walk", s)
        return Wish(doing="step away", target=target)

    def _walk(self, s: Senses) -> Wish:
        assert self.way is not None
        assert s.place is not None
        t, way = self._t, self.way
        if way.stops:
            return self._next_leg(way, s)
        last = way.up_from
        window = min(self._progress + 12, last)
        self._progress = way.nearest(s.place, first=self._progress, last=window)
        if way.poses[self._progress].distance_m(s.place) > t.strayed_m:
            self._enter("look", s)
            return Wish(doing="walk")
        target = way.poses[way.ahead(self._progress, by_m=t.carrot_m, last=last)]
        if s.stands_for_s > STOPPED_S and self._is_near(s.place, way.poses[last]):
            self._enter("correct", s)
        return Wish(doing="walk", target=target)

    def _next_leg(self, way: Way, s: Senses) -> Wish:
        """Stand at each pose of the way in turn: after a turn, and after a straight leg."""
        assert s.place is not None
        before, target = way.poses[self._progress : self._progress + 2]
        turns = before.distance_m(target) < self._t.near_m
        if s.stands_for_s > STOPPED_S and self._is_near(s.place, target):
            self._progress += 1
            if self._progress == way.up_from:
                self._enter("correct", s)
            else:
                self._since_s = s.time_s
        return Wish(doing="turn" if turns else "walk", target=target)

    def _is_near(self, place: Pose2, target: Pose2) -> bool:
        t = self._t
        turn_rad = abs(difference(place.yaw_rad, target.yaw_rad))
        return place.distance_m(target) < t.near_m and turn_rad < t.near_rad

    def _correct(self, s: Senses) -> Wish:
        """Before the table: look where it really is, and step up only when sure."""
        assert self.way is not None
        assert s.place is not None
        if self._has_looked(s):
            is_there = self._is_near(s.place, self.way.poses[self.way.up_from])
            self._enter("step up" if is_there else "walk", s)
        elif s.time_s - self._since_s > self._t.patience_s:
            self._begin_search(s)
        return Wish(doing="correct")

    def _step_up(self, s: Senses) -> Wish:
        if s.time_s - self._since_s > 1.0 and s.stands_for_s > STOPPED_S:
            self._enter("settle", s)
        return Wish(doing="step up", target=self.goal @ self._aim, precise=True)

    def _settle(self, s: Senses) -> Wish:
        assert s.place is not None
        t = self._t
        if not self._has_looked(s):
            if s.time_s - self._since_s > t.patience_s:
                self._begin_search(s)
            return Wish(doing="settle")
        left_m, left_rad = self._left(s.place)
        if left_m <= t.good_m and left_rad <= t.good_rad:
            return Wish(doing="settle", state="done")
        self._corrections += 1
        self._aim = aimed_anew(self._aim, self.goal.inverse() @ s.place)
        if self._corrections <= t.corrections:
            self._enter("step up", s)
            return Wish(doing="settle")
        if left_m <= t.fair_m and left_rad <= t.fair_rad:
            return Wish(doing="settle", state="done")
        reason = f"after {t.corrections} corrections {100.0 * left_m:.1f} cm are still left"
        return Wish(doing="settle", state="failed", reason=reason)

    def _begin_back_off(self, place: Pose2, s: Senses) -> None:
        x_m, y_m = Ring(self.half_m, self._t.clearance_m).left(place.x_m, place.y_m)
        self._back_off_to = Pose2(x_m, y_m, place.yaw_rad)
        self._enter("back off", s)

    def _back_off(self, s: Senses) -> Wish:
        if self._hindrances >= self._t.hindrances:
            return Wish(doing="back off", state="failed", reason="something is in the way of the feet")
        if s.time_s - self._since_s > 1.0 and s.stands_for_s > STOPPED_S:
            self._enter("look", s)
        return Wish(doing="back off", target=self._back_off_to)

    def _rest(self, s: Senses) -> Wish:
        """Step away from the table, sit down there until the legs are cool, and look again."""
        if s.cooled:
            self._began_s += s.time_s - self._since_s
            self._enter("look", s)
            return Wish(doing="rest")
        if s.place is not None and not self._sits:
            x_m, y_m = Ring(self.half_m, self._t.rest_clearance_m).left(s.place.x_m, s.place.y_m)
            if math.hypot(x_m - s.place.x_m, y_m - s.place.y_m) > self._t.near_m:
                return Wish(doing="rest", target=Pose2(x_m, y_m, s.place.yaw_rad))
        self._sits = True
        return Wish(doing="rest", motion="relax")

    def _get_up(self, s: Senses) -> Wish:
        """The body gets up by itself; then find out where it is."""
        if s.is_upright and s.stands_for_s > self._t.looks_s:
            self._begin_search(s)
        return Wish(doing="get up")
