"""Filter of the men on the board over all pictures of a scan: probabilities, ages and real places."""

import math
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules.board import POINT_COUNT
from ludens.geometry import FloatArray
from ludens.messages.morris_table import MenBelieved, MenSeen, SeenMan

KINDS = 3
PICTURE_PRIOR = np.array([0.4467, 0.2767, 0.2767])
"""Prior in the probabilities of a picture; divided out, so that it counts once."""
STRONGEST = 4.0
"""Of one picture, as a logarithm of odds: what errs in one may err again in the next."""
SAME_VIEW = 0.5
"""Weight of a picture from where the one before was taken: it shows little that is new."""
LEAST = 1e-4
"""Nothing becomes less likely than this: a few pictures of something else must be able to change a mind."""
CERTAIN = 0.995
ON_POINT_M = 0.021
"""A man whose foot is no farther off stands on a point."""
SAME_M = 0.009
"""Two sightings of men no farther apart are of one man."""
OFTEN = 2
"""Pictures that must show a stray before it is believed."""
MISSED = 3
"""Pictures in a row that see its place and not the stray, before it is gone."""
CLOSEST = 0.8
"""Of a man's edge, how near to each other the middles of two men can seem; their faces part them by one."""
IN_SIGHT, CLEAR = 0.5, 0.8
"""Share of a point's field from which on it counts as seen, and from which on a man there could not hide."""


@dataclass(slots=True)
class ManTrack:
    """A man at one place, averaged over pictures."""

    x_m: float
    y_m: float
    yaw_rad: float
    colour: int
    sightings: int = 1
    missed: int = 0

    @property
    def man(self) -> SeenMan:
        """As others hear of it."""
        return SeenMan(self.x_m, self.y_m, self.yaw_rad, self.colour)

    def is_near(self, man: SeenMan) -> bool:
        """Whether a sighting is of this man."""
        return self.colour == man.colour and math.hypot(self.x_m - man.x_m, self.y_m - man.y_m) < SAME_M

    def take(self, man: SeenMan) -> None:
        """Average it in; turns are equal after a quarter."""
        self.sightings += 1
        self.missed = 0
        share = max(1.0 / self.sightings, 0.15)
        turn_rad = (man.yaw_rad - self.yaw_rad + 0.25 * math.pi) % (0.5 * math.pi) - 0.25 * math.pi
        self.x_m += share * (man.x_m - self.x_m)
        self.y_m += share * (man.y_m - self.y_m)
        self.yaw_rad += share * turn_rad


@dataclass(slots=True)
class MenFilter:
    """Weighs pictures by Bayes' rule since it was begun."""

    measures: MorrisMeasures
    chances: FloatArray = field(default_factory=lambda: np.full((POINT_COUNT, KINDS), 1.0 / KINDS))
    seen_s: FloatArray = field(default_factory=lambda: np.full(POINT_COUNT, -np.inf))
    tracks: list[ManTrack] = field(default_factory=list)

    def see(self, seen: MenSeen, *, same_view: bool) -> None:
        """Take in one picture, taken from where the one before was, or from elsewhere."""
        odds = np.log(np.maximum(seen.probabilities, 1e-12) / PICTURE_PRIOR)
        odds -= odds.max(axis=1, keepdims=True)
        odds = np.maximum(odds, -STRONGEST) * (SAME_VIEW if same_view else 1.0)
        chances = self.chances * np.exp(odds)
        chances = np.maximum(chances / chances.sum(axis=1, keepdims=True), LEAST)
        self.chances = chances / chances.sum(axis=1, keepdims=True)
        self.seen_s[seen.visible > IN_SIGHT] = seen.time_s
        self._follow(seen)

    def _follow(self, seen: MenSeen) -> None:
        """Bring the men's real places up to date."""
        followed = set()
        for man in seen.men:
            near = [track for track in self.tracks if track.is_near(man)]
            if near:
                track = min(near, key=lambda one: math.hypot(one.x_m - man.x_m, one.y_m - man.y_m))
                track.take(man)
                followed.add(id(track))
            else:
                self.tracks.append(ManTrack(man.x_m, man.y_m, man.yaw_rad, man.colour))
                followed.add(id(self.tracks[-1]))
        kept = {self._point_of(track) for track in self.tracks if id(track) in followed}
        for track in self.tracks:
            if id(track) not in followed and self._is_gone(track, seen, kept):
                track.missed += 1
        self.tracks = [track for track in self.tracks if track.missed < MISSED]

    def _is_gone(self, track: ManTrack, seen: MenSeen, kept: Collection[int | None]) -> bool:
        """Whether a picture that shows the place of a man does not show the man.

        One that still stands on its point, but could not be measured this time, is not gone.
        """
        nearest, _ = self.measures.nearest_point((track.x_m, track.y_m))
        if seen.visible[nearest] <= CLEAR:
            return False
        point = self._point_of(track)
        stands = point is not None and int(seen.probabilities[point].argmax()) == 1 + track.colour
        return not stands or point in kept

    def _point_of(self, track: ManTrack) -> int | None:
        """On which point it stands, if on any."""
        point, away_m = self.measures.nearest_point((track.x_m, track.y_m))
        return point if away_m <= ON_POINT_M else None

    def believed(self, time_s: float) -> MenBelieved:
        """Return all that is believed now."""
        men, strays, foreign = self._sorted()
        return MenBelieved(
            time_s=time_s,
            probabilities=self.chances.copy(),
            seen_before_s=time_s - self.seen_s,
            men=tuple(men),
            strays=tuple(strays),
            foreign=tuple(foreign),
            settled=self.is_settled,
        )

    @property
    def is_settled(self) -> bool:
        """Whether every point is certain."""
        return bool((self.chances.max(axis=1) >= CERTAIN).all())

    @property
    def unsure(self) -> FloatArray:
        """How much is not known of each point yet: entropy in nats; nothing where it is certain."""
        entropy = -(self.chances * np.log(np.maximum(self.chances, 1e-12))).sum(axis=1)
        return np.where(self.chances.max(axis=1) >= CERTAIN, 0.0, entropy)

    @property
    def unmeasured(self) -> NDArray[np.bool_]:
        """At which points a man is believed to stand of which nobody knows how far off it is."""
        men, _, _ = self._sorted()
        measured = [self.measures.nearest_point((man.x_m, man.y_m))[0] for man in men]
        standing: NDArray[np.bool_] = self.chances[:, 1:].max(axis=1) >= CERTAIN
        standing[measured] = False
        return standing

    def _sorted(self) -> tuple[list[SeenMan], list[SeenMan], list[SeenMan]]:
        """Return men at points, the nearest one at each; those too many or elsewhere; and foreign things."""
        at_point: dict[int, ManTrack] = {}
        strays, foreign = [], []
        for track in self.tracks:
            point = self._point_of(track)
            if track.colour < 0:
                if track.sightings >= OFTEN:
                    foreign.append(track.man)
                continue
            if point is None:
                if track.sightings >= OFTEN:
                    strays.append(track.man)
                continue
            other = at_point.get(point)
            better = other is None or self._is_better(track, other, point)
            if better:
                at_point[point] = track
            loser = other if better else track
            if (
                loser is not None
                and loser.sightings >= OFTEN
                and not self._is_one_man(loser, at_point[point])
            ):
                strays.append(loser.man)
        men = []
        for point, track in at_point.items():
            if self._fits(track, point):
                men.append(track.man)
            elif track.sightings >= OFTEN and self._is_empty(point):
                strays.append(track.man)  # so far off that the point itself looks empty
        return men, strays, foreign

    def _is_better(self, track: ManTrack, other: ManTrack, point: int) -> bool:
        """Whether one of two is rather the man of a point.

        The nearer one of two men; of one man that was measured at two places, where it was more often.
        """
        if self._fits(track, point) != self._fits(other, point):
            return self._fits(track, point)
        if self._is_one_man(track, other) and track.sightings != other.sightings:
            return track.sightings > other.sightings
        x_m, y_m = self.measures.points_m()[point].tolist()
        return math.hypot(track.x_m - x_m, track.y_m - y_m) < math.hypot(other.x_m - x_m, other.y_m - y_m)

    def _is_one_man(self, track: ManTrack, other: ManTrack) -> bool:
        """Whether two can only be one man, seen at two places: men do not stand in each other."""
        apart_m = math.hypot(track.x_m - other.x_m, track.y_m - other.y_m)
        return track.colour == other.colour and apart_m < CLOSEST * self.measures.man_m

    def _fits(self, track: ManTrack, point: int) -> bool:
        """Whether a man's colour is what is believed of its point."""
        return int(self.chances[point].argmax()) == 1 + track.colour

    def _is_empty(self, point: int) -> bool:
        """Whether nobody is believed to stand on a point."""
        return int(self.chances[point].argmax()) == 0
