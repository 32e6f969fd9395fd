"""Where to stand for men and points anywhere on the board, with the shortest walk."""

from collections.abc import Sequence

import numpy as np

from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.move.stations import station_for
from ludens.games.morris.walk.sector import Stand, choose_stands
from ludens.geometry import Pose2
from ludens.messages.morris_table import Hand


class TableStations:
    """Sides and hands are chosen by the nearest points; where to stand, by the places themselves."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._measures = measures
        self._points_m = measures.points_m()

    def choose(
        self, here: Pose2 | None, places_m: Sequence[tuple[float, float]], *, hand: Hand | None = None
    ) -> tuple[Hand, tuple[Pose2, ...]]:
        """A hand, and where to stand for each place in turn."""
        points = [self._nearest(place_m) for place_m in places_m]
        stands = choose_stands(
            here or self._measures.board_from_side(0),
            points,
            station_for=lambda point, stand: self._station(places_m[points.index(point)], stand),
            measures=self._measures,
            hand=hand,
        )
        stations = tuple(self._station(place, stand) for place, stand in zip(places_m, stands, strict=True))
        return stands[0].hand, stations

    def _station(self, place_m: tuple[float, float], stand: Stand) -> Pose2:
        return station_for(place_m, stand.hand, stand.side, measures=self._measures)

    def _nearest(self, place_m: tuple[float, float]) -> int:
        return int(np.hypot(*(self._points_m - place_m).T).argmin())
