"""Where to stand for men and points anywhere on the board, with the shortest walk."""

from collections.abc import Sequence

import numpy as np

from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.walk.sector import Stand, choose_stands, plain_station
from ludens.geometry import Pose2
from ludens.messages.morris_table import Hand


class TableStations:
    """Takes a place on the board for its nearest point."""

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
            station_for=self._station,
            measures=self._measures,
            hand=hand,
        )
        stations = tuple(self._station(point, stand) for point, stand in zip(points, stands, strict=True))
        return stands[0].hand, stations

    def _station(self, point: int, stand: Stand) -> Pose2:
        return plain_station(point, stand, measures=self._measures)

    def _nearest(self, place_m: tuple[float, float]) -> int:
        return int(np.hypot(*(self._points_m - place_m).T).argmin())
