"""One journey to a station at the table: look, step away, walk round, correct, step up, settle.

Whatever goes wrong on the way has one answer: a lost marker is searched for; a robot that was moved, fell
or strayed looks where it is and plans anew; feet that run into something step back; hot legs rest, away
from the table.
"""

import math
from dataclasses import dataclass
from typing import Literal

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.morris.walk.marker_search import MarkerSearch
from ludens.games.morris.walk.route import Manner, Ring, Route, route_round
from ludens.geometry import Pose2
from ludens.geometry.angles import difference, wrap
from ludens.messages.morris_table import StationFailure

STOPPED_S = 0.3
"""At rest for so long, the walk has stopped; a little later it would judge for itself and step again."""
STEPS_S = 1.0
"""At least, before stepping up or back counts as over."""
SHORT_MOST_M, ASIDE_MOST_M, TURNED_MOST_RAD = 0.03, 0.01, 0.04
"""How far from its station it aims at most."""
HABIT = 0.5
"""Of what a stop was off aside and in heading, the share that comes again next time; the rest is chance.
Forward all of it is habit: stepping creeps."""
SEEN_NOW_S = 0.25
SEARCH_STANDS_S = 0.2
"""Of standing still, before a look of a search counts."""
SEARCH_WALKS_S = 2.0
"""At least, before a walk of a search is over."""
SEARCH_RESTS_S = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class JourneyTuning:
    """Distances are from the torso's shadow to the table's edge."""

    manner: Manner = "facing"
    clearance_m: float = 0.19  # on the way round, for a robot that knows exactly where it is
    aside_more_m: float = 0.08  # if it walks ahead: elbows are wide, and corners are cut
    sigmas: float = 2.5  # of its doubt, by which it keeps farther away
    closest_m: float = 0.12  # nearer on the way round it steps back
    rest_clearance_m: float = 0.45  # where it sits down to rest: its legs stretch forward
    carrot_m: float = 0.14  # how far ahead on its way it aims
    strayed_m: float = 0.12  # from its way, before it plans anew
    unseen_s: float = 1.5  # on its way, before it stands and looks: on slippery floors feet know little
    lost_m: float = 0.3  # σ from which on it may be anywhere
    sure_m: float = 0.008  # σ that allows to step up to the table
    looks_s: float = 0.6  # at rest, before a look counts
    patience_s: float = 3.5  # for the marker to be seen where it should be
    near_m: float = 0.04  # to a place on the way
    near_rad: float = 0.08
    short_m: float = 0.010  # of the station, where it aims: in stopping it comes a little farther
    good_m: float = 0.007  # to the station; worse is corrected
    good_rad: float = 0.0175
    fair_m: float = (
        0.03  # to the station, after all corrections: hands find out whether they reach from there
    )
    fair_rad: float = 0.06
    corrections: int = 5
    hindrances: int = 3  # collisions before it gives up
    longest_s: float = 150.0  # without rests


@dataclass(frozen=True, slots=True, kw_only=True)
class JourneySenses:
    """The body and its place, as sensors tell."""

    time_s: float
    place: Pose2 | None  # board_from_robot; None before the marker was ever seen
    sigma_m: float
    sigma_rad: float
    seen_before_s: float  # how long ago the marker was seen
    stands_for_s: float  # how long the legs have been at rest; 0 while they step
    is_upright: bool  # and not getting up
    collides: bool = False  # feet run into something
    hot: bool = False  # whether a leg needs rest
    cooled: bool = True  # whether all legs are cool enough to go on after a rest
    head_yaw_rad: float = 0.0
    stripe_m: tuple[float, float] | None = None  # where the stripe is seen now; forward and left


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyCommand:
    """Command to the body for this cycle; by default it stands and looks at the board."""

    target: Pose2 | None = None  # board_from_robot where to go; None: stay
    way: Pose2 | None = None  # from where it stands to where it shall go, while the board is not known
    precise: bool = False
    head_rad: tuple[float, float] | None = None  # yaw and pitch; None: look at the board's middle
    motion: str = "walk"


class Journey(StateMachine):
    """Brings one robot to one station. `advance` is called every cycle until it has `finished`."""

    first = "look"
    interrupts = ("get_up", "find_marker", "rest", "back_off")

    def __init__(
        self, goal: Pose2, *, half_m: float, time_s: float, tuning: JourneyTuning | None = None
    ) -> None:
        super().__init__(reason="A station was requested.")
        self.goal, self.half_m = goal, half_m
        self.route: Route | None = None
        self.searches = 0
        self.command = BodyCommand()
        self._went_to: Pose2 | None = None  # target of the cycle before
        self.failure: StationFailure | None = None
        self.left_m = 0.0  # how far off it stands, where that is why it failed
        self._t = JourneyTuning() if tuning is None else tuning
        self._began_s = time_s
        self._progress = 0  # on the route
        self._is_turning = False  # on the spot, between two legs of it
        self._aim = Pose2(-self._t.short_m, 0.0, 0.0)  # goal_from_aim
        self._corrections = self._hindrances = 0
        self._back_off_to: Pose2 | None = None

    @property
    def doing(self) -> str:
        """The present state in words, for observers."""
        return "turn" if self.state == "walk" and self._is_turning else self.state.replace("_", " ")

    def advance(self, senses: JourneySenses) -> BodyCommand:
        """Go on by one cycle; return what the body shall do now."""
        self.senses, self.time_s = senses, senses.time_s
        self._went_to, self.command = self.command.target, BodyCommand()
        if not self.finished:
            self._react(senses)
            self.step()
        if not self.finished and senses.time_s - self._began_s > self._t.longest_s:
            self.failure, self.finished = StationFailure.TOO_LONG, True
        return self.command

    def _react(self, s: JourneySenses) -> None:
        """Break off what is going on where the body, its place or its feet demand it."""
        if not s.is_upright:
            if self.state != "get_up":
                self.interrupt("get_up", "The body is not upright.")
        elif self.state in ("get_up", "find_marker", "rest"):
            return
        elif s.place is None or s.sigma_m > self._t.lost_m:
            self.interrupt("find_marker", "It may be anywhere.")
        elif s.hot:
            self.interrupt("rest", "A leg is hot.")
        elif s.collides and self.state not in ("back_off", "look") and self._steps_ahead(s.place):
            self._hindrances += 1
            self._back_off_from(s.place, "Feet ran into something.")
        elif self.state == "walk" and self._is_too_close(s.place):
            self._back_off_from(s.place, "It came too close to the table.")

    def _steps_ahead(self, place: Pose2) -> bool:
        """Whether it steps forwards: otherwise toes that scrape over the carpet press the bumpers, too."""
        if self._went_to is None:
            return False
        way = place.inverse() @ self._went_to
        return self.state == "step_up" or way.x_m > abs(way.y_m)

    def _is_too_close(self, place: Pose2) -> bool:
        if self.route is None or self._progress <= self.route.away_until:
            return False
        ring = Ring(self.half_m, self._t.closest_m)
        lowest_m = min(ring.distance_m(p.x_m, p.y_m) for p in self.route.poses[self._progress :])
        least_m = min(self._t.closest_m, lowest_m - 0.02)
        return ring.distance_m(place.x_m, place.y_m) < least_m

    def _back_off_from(self, place: Pose2, reason: str) -> None:
        x_m, y_m = Ring(self.half_m, self._t.clearance_m).left(place.x_m, place.y_m)
        self._back_off_to = Pose2(x_m, y_m, place.yaw_rad)
        self.interrupt("back_off", reason)

    @state
    def look(self) -> Behaviour[Literal["find_marker", "step_away", "step_up"]]:
        """Stand and look at the marker; then plan."""
        t = self._t
        while not self._has_looked():
            if min(self.senses.stands_for_s, self.elapsed_s) > t.patience_s:
                return self.to("find_marker", "The marker is not where it should be.")
            yield
        left_m, left_rad = self._left()
        if left_m < 0.06 and left_rad < 0.3:
            return self.to("step_up", "The station is a hand away.")
        clearance_m = t.clearance_m + t.sigmas * self.senses.sigma_m
        if t.manner == "ahead":
            clearance_m += t.aside_more_m
        self.route = route_round(
            self._place(), self.goal, half_m=self.half_m, clearance_m=clearance_m, manner=t.manner
        )
        self._progress = 0
        return self.to("step_away", "The route is planned.")

    @state
    def step_away(self) -> Behaviour[Literal["walk"]]:
        """Leave the table backwards."""
        route = self._route()
        target = route.poses[route.away_until]
        is_away = False
        while not is_away:
            self._progress = route.nearest(self._place(), first=self._progress, last=route.away_until)
            self.command = BodyCommand(target=target)
            yield
            is_away = self._place().distance_m(target) < self._t.near_m
        self._progress = route.away_until
        return self.to("walk", "It is clear of the table.")

    @state
    def walk(self) -> Behaviour[Literal["correct", "look"]]:
        """Follow the route until it stands before its station."""
        route, t = self._route(), self._t
        if route.stops:
            yield from self._walk_legs(route)
            return self.to("correct", "All legs are walked.")
        last = route.up_from
        while not self._has_stopped_at(route.poses[last]):
            window = min(self._progress + 12, last)
            self._progress = route.nearest(self._place(), first=self._progress, last=window)
            if route.poses[self._progress].distance_m(self._place()) > t.strayed_m:
                return self.to("look", "It has strayed from its route.")
            if self.senses.seen_before_s > t.unseen_s:
                return self.to("look", "It has not seen the board for a while.")
            target = route.poses[route.ahead(self._progress, by_m=t.carrot_m, last=last)]
            self.command = BodyCommand(target=target)
            yield
        return self.to("correct", "It stands before its station.")

    def _walk_legs(self, route: Route) -> Behaviour[None]:
        """Stand at each pose of the route in turn: after a turn, and after a straight leg."""
        self._progress = min(self._progress, route.up_from - 1)
        while self._progress < route.up_from:
            before, target = route.poses[self._progress : self._progress + 2]
            self._is_turning = before.distance_m(target) < self._t.near_m
            while not self._has_stopped_at(target):
                self.command = BodyCommand(target=target)
                yield
            self._progress += 1

    @state
    def correct(self) -> Behaviour[Literal["step_up", "walk", "find_marker"]]:
        """Look where it really is before the table, and step up only when sure."""
        route = self._route()
        while not self._has_looked():
            if self.elapsed_s > self._t.patience_s:
                return self.to("find_marker", "The marker is not where it should be.")
            yield
        if self._is_near(route.poses[route.up_from]):
            return self.to("step_up", "It stands where it should.")
        return self.to("walk", "It does not stand where it should.")

    @state
    def step_up(self) -> Behaviour[Literal["settle"]]:
        """Step to the table by small steps."""
        while self.elapsed_s <= STEPS_S or self.senses.stands_for_s <= STOPPED_S:
            if self.senses.seen_before_s > self._t.unseen_s:  # feet alone may drift against the table
                return self.to("settle", "It has not seen the board for a while.")
            self.command = BodyCommand(target=self.goal @ self._aim, precise=True)
            yield
        return self.to("settle", "The feet stand still.")

    @state
    def settle(self) -> Behaviour[Literal["step_up", "find_marker", "arrived", "give_up"]]:
        """Look how far off it stands; that is good, corrected, good enough or a failure."""
        t = self._t
        while not self._has_looked():
            if self.elapsed_s > t.patience_s:
                return self.to("find_marker", "The marker is not where it should be.")
            yield
        left_m, left_rad = self._left()
        if left_m <= t.good_m and left_rad <= t.good_rad:
            return self.to("arrived", "It stands well.")
        self._corrections += 1
        self._aim = aimed_anew(self._aim, self.goal.inverse() @ self._place())
        if self._corrections <= t.corrections:
            return self.to("step_up", f"It stands {1000.0 * left_m:.0f} mm off.")
        if left_m <= t.fair_m and left_rad <= t.fair_rad:
            return self.to("arrived", "It stands well enough.")
        self.failure, self.left_m = StationFailure.OFF, left_m
        return self.to("give_up", "It does not come nearer.")

    @state
    def back_off(self) -> Behaviour[Literal["look", "give_up"]]:
        """Step back from what is in the way; where that happens too often, give up."""
        while self.elapsed_s <= STEPS_S or self.senses.stands_for_s <= STOPPED_S:
            self.command = BodyCommand(target=self._back_off_to)
            yield
            if self._hindrances >= self._t.hindrances:
                self.failure = StationFailure.HINDERED
                return self.to("give_up", "Something is in the way again and again.")
        return self.to("look", "It has stepped back.")

    @state
    def rest(self) -> Behaviour[Literal["look"]]:
        """Step away from the table, sit down there until the legs are cool; that time does not count."""
        sits = False
        while not self.senses.cooled:
            aside = None if sits else self._aside()
            sits = aside is None
            self.command = BodyCommand(motion="relax") if sits else BodyCommand(target=aside)
            yield
        self._began_s += self.elapsed_s
        return self.to("look", "The legs have cooled.")

    def _aside(self) -> Pose2 | None:
        """Where there is room to sit down; None where it stands there, or does not know where it is."""
        place = self.senses.place
        if place is None:
            return None
        x_m, y_m = Ring(self.half_m, self._t.rest_clearance_m).left(place.x_m, place.y_m)
        is_far = math.hypot(x_m - place.x_m, y_m - place.y_m) > self._t.near_m
        return Pose2(x_m, y_m, place.yaw_rad) if is_far else None

    @state
    def get_up(self) -> Behaviour[Literal["find_marker"]]:
        """Wait while the body gets up by itself."""
        while not self.senses.is_upright or self.senses.stands_for_s <= self._t.looks_s:
            yield
        return self.to("find_marker", "It stands again.")

    @state
    def find_marker(self) -> Behaviour[Literal["look", "give_up"]]:
        """Search for the marker: stand and look, walk where the search says, look again."""
        search = MarkerSearch(self.time_s, knows_where=self.senses.place is not None)
        self.searches += 1
        yield
        while True:
            while self.senses.stands_for_s < SEARCH_STANDS_S:
                yield
            step = search.step(
                self.time_s,
                seen=self.senses.seen_before_s < SEEN_NOW_S,
                head_yaw_rad=self.senses.head_yaw_rad,
                stripe_m=self.senses.stripe_m,
            )
            if step.stage == "found":
                return self.to("look", "The marker is found.")
            if step.stage == "help":
                self.failure = StationFailure.NO_MARKER
                return self.to("give_up", "The marker is not to be found.")
            self.command = BodyCommand(head_rad=step.head_rad)
            yield
            if step.walk is not None:
                yield from self._walk_way(step.walk)
                search.walked(self.time_s)

    @state
    def arrived(self) -> Behaviour[None]:
        """Stand at the station; the journey is done."""
        yield from ()

    @state
    def give_up(self) -> Behaviour[None]:
        """End the journey; `failure` says why."""
        yield from ()

    def _walk_way(self, way: Pose2) -> Behaviour[None]:
        since_s = self.time_s
        while self.senses.stands_for_s < SEARCH_RESTS_S or self.time_s - since_s < SEARCH_WALKS_S:
            self.command = BodyCommand(way=way)
            yield

    def _place(self) -> Pose2:
        assert self.senses.place is not None  # `_react` sees to that
        return self.senses.place

    def _route(self) -> Route:
        assert self.route is not None
        return self.route

    def _has_looked(self) -> bool:
        """Whether it stood still in this state, and saw the marker meanwhile."""
        s, t = self.senses, self._t
        rested = min(s.stands_for_s, self.elapsed_s) >= t.looks_s
        return rested and s.seen_before_s < t.looks_s and s.sigma_m <= t.sure_m and s.place is not None

    def _left(self) -> tuple[float, float]:
        """Distance and turn from the station."""
        place = self._place()
        return place.distance_m(self.goal), abs(difference(place.yaw_rad, self.goal.yaw_rad))

    def _has_stopped_at(self, target: Pose2) -> bool:
        return self.senses.stands_for_s > STOPPED_S and self._is_near(target)

    def _is_near(self, target: Pose2) -> bool:
        turn_rad = abs(difference(self._place().yaw_rad, target.yaw_rad))
        return self._place().distance_m(target) < self._t.near_m and turn_rad < self._t.near_rad


def aimed_anew(goal_from_aim: Pose2, goal_from_place: Pose2) -> Pose2:
    """Return where to aim next, after a stop: so far to the other side as it will come to stand off again.

    Stopping takes steps of their own, in which every robot goes on, aside and round in its own way: one came
    to stand 1.5° to 2.2° to the right, four times out of four. Both poses are in the goal's frame, whose x
    leads to the table: never nearer to that than the goal itself.
    """
    x_m = goal_from_aim.x_m - goal_from_place.x_m
    y_m = goal_from_aim.y_m - HABIT * goal_from_place.y_m
    yaw_rad = goal_from_aim.yaw_rad - HABIT * wrap(goal_from_place.yaw_rad)
    return Pose2(
        min(max(x_m, -SHORT_MOST_M), 0.0),
        min(max(y_m, -ASIDE_MOST_M), ASIDE_MOST_M),
        min(max(yaw_rad, -TURNED_MOST_RAD), TURNED_MOST_RAD),
    )
