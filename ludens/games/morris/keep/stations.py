"""Where to stand for men and points anywhere on the board, with the shortest walk."""

from collections.abc import Sequence

from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.move.stations import Stretch, stretch_for
from ludens.games.morris.walk.sector import Stand, choose_stands
from ludens.geometry import Pose2
from ludens.messages.manipulation import Hand

Place = tuple[float, float]


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
    ) -> tuple[Hand, tuple[Pose2, ...]]:
        """A hand, and where to stand for each place in turn; who may not stay goes to the best place."""
        begin = here or self._measures.board_from_side(0)
        stands = choose_stands(
            begin,
            [self._measures.nearest_point(place_m)[0] for place_m in places_m],
            stations_for=lambda stands: self._stations(begin, places_m, stands, stays=stays),
            measures=self._measures,
            hand=hand,
        )
        return stands[0].hand, self._stations(begin, places_m, stands, stays=stays)

    def _stations(
        self, here: Pose2, places_m: Sequence[Place], stands: Sequence[Stand], *, stays: bool
    ) -> tuple[Pose2, ...]:
        stations: list[Pose2] = []
        for stretch, places in self._stretches(places_m, stands):
            here = here if stays and stretch.has(here) else stretch.station
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
