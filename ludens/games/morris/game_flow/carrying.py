"""One man from here to there: the step lists of placing, moving and taking."""

from collections.abc import Callable, Sequence
from typing import Protocol

from ludens.core.errors import LudensError
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.desk import Story, TableDesk, TroubleError
from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.outbox import Outbox
from ludens.games.morris.game_flow.sight import MAN, TableSeen
from ludens.geometry import Pose2
from ludens.manipulation.postures import other
from ludens.messages.manipulation import Hand
from ludens.messages.morris_table import SeenMan

HANDED_TIMES = 3
"""How often a man is asked for before somebody must help."""

Place = tuple[float, float]


class Stations(Protocol):
    """Who knows where to stand."""

    def choose(
        self,
        here: Pose2 | None,
        places_m: Sequence[Place],
        *,
        hand: Hand | None = None,
        stays: bool = True,
    ) -> tuple[Hand, tuple[Pose2, ...]]:
        """A hand, and where to stand for each place in turn; who may not stay goes to the best place."""
        ...


class Carrier:
    """Carries out jobs. `doing` hears what is being done, in words."""

    def __init__(
        self,
        desk: TableDesk,
        outbox: Outbox,
        *,
        stations: Stations,
        measures: MorrisMeasures,
        doing: Callable[[str], None],
    ) -> None:
        self._desk, self._outbox, self._stations = desk, outbox, stations
        self._measures, self._doing = measures, doing
        self._hand: Hand = "left"
        self._failures = 0

    def carry(self, job: Job, seen: TableSeen, *, failures: int = 0) -> Story[None]:
        """Do a job; whatever happens, arms are tucked away and nothing is asked for afterwards.

        What has failed is tried in another way: first from the best place, then with the other hand.
        """
        self._failures = failures
        try:
            if job.origin is None:
                yield from self._place(job, seen)
            elif job.target is None:
                yield from self._take(job, job.origin, seen)
            else:
                yield from self._move(job, job.origin, seen)
        finally:
            self._outbox.ask_nothing(self._desk.time_s)
        yield from self._desk.do("tuck", self._hand)

    def let_go(self, hand: Hand, text: str) -> Story[None]:
        """Give what a hand holds to the person."""
        self._outbox.ask("take", text, self._desk.time_s, hand=hand)
        yield from self._desk.do("offer", hand)
        self._outbox.ask_nothing(self._desk.time_s)

    def _place(self, job: Job, seen: TableSeen) -> Story[None]:
        target_m = self._point_m(job)
        (station,) = yield from self._choose([target_m])
        self._doing("going to where the man is placed")
        yield from self._desk.go(station)
        yield from self._accept(job.colour)
        yield from self._set_down(target_m, seen, without=())

    def _move(self, job: Job, origin: SeenMan, seen: TableSeen) -> Story[None]:
        origin_m, target_m = (origin.x_m, origin.y_m), self._point_m(job)
        first, second = yield from self._choose([origin_m, target_m])
        yield from self._fetch(origin, first, seen)
        self._doing("carrying the man")
        if first != second:
            yield from self._desk.do("tuck", self._hand)
            yield from self._desk.go(second)
        yield from self._set_down(target_m, seen, without=(origin_m,))

    def _take(self, job: Job, origin: SeenMan, seen: TableSeen) -> Story[None]:
        (station,) = yield from self._choose([(origin.x_m, origin.y_m)])
        yield from self._fetch(origin, station, seen)
        self._doing("waiting for somebody to take the man")
        yield from self.let_go(self._hand, f"Please take the {MAN[job.colour]} out of my {self._hand} hand.")

    def _choose(self, places_m: Sequence[Place]) -> Story[tuple[Pose2, ...]]:
        while self._desk.here is None:
            yield
        try:
            self._hand, stations = self._stations.choose(
                self._desk.here,
                places_m,
                hand=other(self._hand) if self._failures > 1 else None,
                stays=self._failures == 0,
            )
        except LudensError as error:
            raise TroubleError(str(error)) from error
        return stations

    def _fetch(self, man: SeenMan, station: Pose2, seen: TableSeen) -> Story[None]:
        self._doing("going to the man")
        yield from self._desk.go(station)
        self._doing("grasping the man")
        place_m = (man.x_m, man.y_m)
        yield from self._desk.do(
            "grasp",
            self._hand,
            place_m=place_m,
            yaw_rad=man.yaw_rad,
            neighbours_m=seen.others_m(place_m, measures=self._measures),
        )
        colour = yield from self._desk.show(self._hand, expected=man.colour)
        if colour != man.colour:
            what = "nothing" if colour < 0 else f"a {MAN[colour]}"
            raise TroubleError(f"I wanted a {MAN[man.colour]} but see {what} in my {self._hand} hand.")

    def _accept(self, colour: int) -> Story[None]:
        """Ask for a man until the right one is in the hand."""
        for _ in range(HANDED_TIMES):
            self._doing("waiting for a man")
            text = f"Please put a {MAN[colour]} into my {self._hand} hand."
            self._outbox.ask("hand over", text, self._desk.time_s, hand=self._hand, colour=colour)
            yield from self._desk.do("accept", self._hand)
            self._outbox.ask_nothing(self._desk.time_s)
            given = yield from self._desk.show(self._hand, expected=colour)
            if given == colour:
                return
            if given >= 0:
                yield from self.let_go(
                    self._hand, f"This is a {MAN[given]}; I need a {MAN[colour]}. Please take it back."
                )
        raise TroubleError(f"I was not given a {MAN[colour]}.")

    def _set_down(self, target_m: Place, seen: TableSeen, *, without: tuple[Place, ...]) -> Story[None]:
        self._doing("placing the man")
        yield from self._desk.do(
            "place",
            self._hand,
            place_m=target_m,
            neighbours_m=seen.others_m(target_m, *without, measures=self._measures),
        )

    def _point_m(self, job: Job) -> Place:
        assert job.target is not None
        x_m, y_m = self._measures.points_m()[job.target].tolist()
        return x_m, y_m
