"""Where the robot must stand so that a hand reaches a place; the map behind it is kept in a file.

Of all sides and hands those are chosen that make the whole walk shortest.
"""

import hashlib
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from ludens.core.errors import LudensError
from ludens.core.foreign import reading
from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.move.station_map import OFF_M, OFF_RAD, StationRow, make_station_map
from ludens.games.morris.walk.stands import Stand, choose_stands
from ludens.geometry import Pose2, wrap
from ludens.manipulation.parameters import ManipulationParameters
from ludens.messages.manipulation import Hand
from ludens.robots.nao import fingers
from ludens.robots.nao.joints import LIMITS
from ludens.robots.nao.kinematics.reach import cache_folder
from ludens.robots.nao.links import LINKS

FORMAT = 3
"""Raised when the way in which the map is made changes."""
SLACK_M = 0.006
"""Beyond the ends of a stretch: they hold for a robot that is a centimetre off, and it knows better."""
FORWARD_M = 0.007
"""Hands that have worked leave the torso so much farther forward, over the same feet, than a walk does."""
DEEPEST_COST = 1.2
"""A station is only promised where the worst case is no worse than this."""

logger = logging.getLogger("ludens.stations")
Place = tuple[float, float]


class StationError(LudensError):
    """A place that no hand reaches."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where along a side of the table a robot may stand for a place; one that walks goes to `best_m`.

    Lengths along the side are to the left of its middle, as a robot that stands there sees it.
    """

    board_from_side: Pose2
    back_m: float
    least_m: float
    best_m: float
    most_m: float

    @property
    def station(self) -> Pose2:
        """Where a robot that comes from elsewhere should stand."""
        return self.board_from_side @ Pose2(-self.back_m, self.best_m, 0.0)

    def has(self, board_from_robot: Pose2) -> bool:
        """Whether a robot stands well enough already."""
        there = self.board_from_side.inverse() @ board_from_robot
        return (
            -OFF_M < there.x_m + self.back_m < OFF_M + FORWARD_M
            and self.least_m - SLACK_M <= there.y_m <= self.most_m + SLACK_M
            and abs(wrap(there.yaw_rad)) < OFF_RAD
        )

    def and_also(self, other: "Stretch") -> "Stretch | None":
        """Return from where both places are reached, if they are from anywhere."""
        if self.board_from_side != other.board_from_side or self.back_m != other.back_m:
            return None
        least_m, most_m = max(self.least_m, other.least_m), min(self.most_m, other.most_m)
        if least_m > most_m:
            return None
        best_m = min(max(0.5 * (self.best_m + other.best_m), least_m), most_m)
        return Stretch(self.board_from_side, self.back_m, least_m, best_m, most_m)


def stretch_for(place_m: tuple[float, float], hand: Hand, side: int, *, measures: MorrisMeasures) -> Stretch:
    """Return from where on a side a hand reaches a place on the board."""
    board_from_side = measures.board_from_side(side)
    depth_m, left_m = board_from_side.inverse().apply(*place_m)
    row = row_for(depth_m, measures=measures)
    if row.cost > DEEPEST_COST:
        raise StationError(
            f"From side {side} no hand reaches {1e3 * depth_m:.0f} mm behind the edge; go to a nearer side."
        )
    sign = 1.0 if hand == "left" else -1.0
    ends_m = sorted(left_m - sign * aside_m for aside_m in (row.aside_least_m, row.aside_most_m))
    return Stretch(board_from_side, row.back_m, ends_m[0], left_m - sign * row.aside_m, ends_m[1])


def station_for(
    place: int | tuple[float, float],
    hand: Hand,
    side: int | None = None,
    *,
    measures: MorrisMeasures | None = None,
) -> Pose2:
    """Return board_from_robot of a robot whose hand shall reach a point, or a place on the board in metres.

    Without a side, the one to which the place is nearest is taken.
    """
    board = measures or MorrisMeasures()
    x_m, y_m = (float(v) for v in (board.points_m()[place] if isinstance(place, int) else place))
    stands = nearest_side((x_m, y_m), measures=board) if side is None else side
    return stretch_for((x_m, y_m), hand, stands, measures=board).station


def nearest_side(place_m: tuple[float, float], *, measures: MorrisMeasures) -> int:
    """Return the side behind whose edge a place is least deep."""
    return min(range(SIDES), key=lambda side: measures.board_from_side(side).inverse().apply(*place_m)[0])


def row_for(depth_m: float, *, measures: MorrisMeasures) -> StationRow:
    """Return the row of the map for a depth behind the edge; what is before the edge counts as at it."""
    rows = load_station_map(measures)
    return min(rows, key=lambda row: abs(row.depth_m - depth_m))


@lru_cache(maxsize=4)
def load_station_map(measures: MorrisMeasures) -> tuple[StationRow, ...]:
    """Return the map from its file, or work it out and write the file."""
    path = cache_folder() / f"morris-stations-{_name(measures)}.json"
    if path.exists():
        try:
            with reading(f"The map of stations in {path}", remedy="It is made anew."):
                return msgspec.json.decode(path.read_bytes(), type=tuple[StationRow, ...])
        except LudensError as problem:
            logger.warning("%s", problem)
    found = make_station_map(measures)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.stem}-{os.getpid()}.unfinished")  # another may write it too
        unfinished.write_bytes(msgspec.json.encode(found))
        unfinished.replace(path)
    except OSError as problem:
        logger.warning("The map of stations cannot be kept in %s: %s.", path, problem)
    return found


def _name(measures: MorrisMeasures) -> str:
    hand = [getattr(fingers, name) for name in dir(fingers) if name.isupper()]
    limits = [(joint, limit.lowest_rad, limit.highest_rad) for joint, limit in LIMITS.items()]
    everything = repr((FORMAT, measures, ManipulationParameters(), LINKS, limits, hand))
    return hashlib.sha256(everything.encode()).hexdigest()[:16]


class TableStations:
    """Sides and hands are chosen by the nearest points; where to stand, by the places themselves.

    A robot that already stands where it reaches a place stays; one that must walk goes where it reaches the
    next place, too, if there is such a station.
    """

    def __init__(self, measures: MorrisMeasures) -> None:
        self._measures = measures

    def choose(
        self,
        here: Pose2 | None,
        places_m: Sequence[Place],
        *,
        hand: Hand | None = None,
        stays: bool = True,
        back_m: float = 0.0,
    ) -> tuple[Hand, tuple[Pose2, ...]]:
        """A hand, and where to stand for each place in turn; who may not stay goes to the best place.

        That is `back_m` behind the usual one, for a robot that has found that it does not reach from there.
        """
        begin = here or self._measures.board_from_side(0)
        stands = choose_stands(
            begin,
            [self._measures.nearest_point(place_m)[0] for place_m in places_m],
            stations_for=lambda stands: self._stations(begin, places_m, stands, stays=stays, back_m=back_m),
            measures=self._measures,
            hand=hand,
        )
        return stands[0].hand, self._stations(begin, places_m, stands, stays=stays, back_m=back_m)

    def _stations(
        self, here: Pose2, places_m: Sequence[Place], stands: Sequence[Stand], *, stays: bool, back_m: float
    ) -> tuple[Pose2, ...]:
        stations: list[Pose2] = []
        for stretch, places in self._stretches(places_m, stands):
            best = stretch.station @ Pose2(-back_m, 0.0, 0.0)
            here = here if stays and stretch.has(here) else best
            stations += [here] * places
        return tuple(stations)

    def _stretches(self, places_m: Sequence[Place], stands: Sequence[Stand]) -> list[tuple[Stretch, int]]:
        """Return the stretches to stand in, one after the other, and how many places each serves."""
        found: list[tuple[Stretch, int]] = []
        for place_m, stand in zip(places_m, stands, strict=True):
            stretch = stretch_for(place_m, stand.hand, stand.side, measures=self._measures)
            shared = found[-1][0].and_also(stretch) if found else None
            if shared is None:
                found.append((stretch, 1))
            else:
                found[-1] = shared, found[-1][1] + 1
        return found
