import math
from dataclasses import replace

import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.move import stations
from ludens.games.morris.move.station_map import OUT_OF_REACH, ReachPlanner, StationRow
from ludens.games.morris.move.stations import (
    StationError,
    Stretch,
    TableStations,
    nearest_side,
    station_for,
    stretch_for,
)
from ludens.games.morris.walk.stands import stands_for
from ludens.geometry import Pose2

MEASURES = MorrisMeasures()


def row(depth_m: float, back_m: float, aside_m: float, cost: float = 0.4) -> StationRow:
    return StationRow(
        depth_m=depth_m,
        back_m=back_m,
        aside_m=aside_m,
        aside_least_m=0.075,
        aside_most_m=0.18,
        cost=cost,
        lean_rad=0.1,
        tilt_rad=0.2,
        margin_rad=0.1,
    )


ROWS = (
    row(0.03, 0.10, 0.11),
    row(0.08, 0.10, 0.11),
    row(0.13, 0.10, 0.095),
    row(0.18, 0.085, 0.095, OUT_OF_REACH),
)
"""What the map says, without the seconds it takes to make it."""


@pytest.fixture
def known_map(monkeypatch):
    monkeypatch.setattr(stations, "load_station_map", lambda measures: ROWS)


@pytest.mark.parametrize("point", [0, 9, 18, 19, 15])
def test_from_its_station_a_hand_reaches_the_point_though_all_others_are_taken(point, known_map) -> None:
    planner, points_m = ReachPlanner(MEASURES), MEASURES.points_m()
    others = tuple((float(x), float(y)) for number, (x, y) in enumerate(points_m) if number != point)
    place_m = (float(points_m[point, 0]), float(points_m[point, 1]))
    for stand in stands_for(point):
        station = station_for(point, stand.hand, stand.side)
        reach = planner.reach(stand.hand, place_m, station, neighbours_m=others)
        assert reach is not None
        assert reach.tilt_rad < math.radians(25.0)
        assert reach.clearance_m > 0.001


@pytest.mark.parametrize("point", [1, 10, 18])
def test_all_along_its_stretch_a_hand_reaches_the_point_though_all_others_are_taken(point, known_map) -> None:
    planner, points_m = ReachPlanner(MEASURES), MEASURES.points_m()
    others = tuple((float(x), float(y)) for number, (x, y) in enumerate(points_m) if number != point)
    place_m = (float(points_m[point, 0]), float(points_m[point, 1]))
    stand = stands_for(point)[0]
    stretch = stretch_for(place_m, stand.hand, stand.side, measures=MEASURES)
    for left_m in (stretch.least_m, stretch.most_m):
        here = replace(stretch, best_m=left_m).station
        assert stretch.has(here)
        reach = planner.reach(stand.hand, place_m, here, neighbours_m=others)
        assert reach is not None
        assert reach.tilt_rad < math.radians(25.0)
        assert reach.clearance_m > 0.001


def test_two_places_share_a_stretch_on_one_side_only(known_map) -> None:
    def stretch(point: int, side: int) -> Stretch:
        x_m, y_m = MEASURES.points_m()[point].tolist()
        return stretch_for((x_m, y_m), "left", side, measures=MEASURES)

    shared = stretch(9, 0).and_also(stretch(17, 0))
    assert shared is not None
    assert stretch(9, 0).has(shared.station)
    assert stretch(17, 0).has(shared.station)
    assert stretch(0, 0).and_also(stretch(1, 0)) is None  # 158 mm apart
    assert stretch(1, 0).and_also(stretch(3, 1)) is None
    turned = shared.station @ Pose2(0.0, 0.0, math.radians(3.0))
    assert not shared.has(turned)
    assert shared.has(shared.station @ Pose2(0.012, 0.0, 0.0))  # the torso, over the same feet
    assert not shared.has(shared.station @ Pose2(-0.012, 0.0, 0.0))
    assert not shared.has(shared.station @ Pose2(0.019, 0.0, 0.0))


def test_a_robot_that_reaches_a_place_from_where_it_stands_stays(known_map) -> None:
    chooser = TableStations(MEASURES)
    points_m = [(float(x), float(y)) for x, y in MEASURES.points_m()]
    hand, (first, second) = chooser.choose(None, [points_m[9], points_m[17]])
    assert first == second  # from the middle to the inner square: one station for both
    assert chooser.choose(first, [points_m[9]], hand=hand)[1] == (first,)
    slipped = first @ Pose2(0.004, 0.003, 0.005)
    assert chooser.choose(slipped, [points_m[17]], hand=hand)[1] == (slipped,)
    assert chooser.choose(slipped, [points_m[21]])[1][0].distance_m(slipped) > 0.3


def test_a_station_is_square_to_the_edge_and_clear_of_it(known_map) -> None:
    for side in range(4):
        point = 2 * side + 1
        station = station_for(point, "right", side)
        edge_from_robot = MEASURES.board_from_side(side).inverse() @ station
        assert edge_from_robot.x_m <= -0.085
        assert edge_from_robot.yaw_rad == pytest.approx(0.0, abs=1e-9)


def test_a_man_beside_the_points_is_reached_from_the_nearest_side(known_map) -> None:
    assert nearest_side((0.15, 0.02), measures=MEASURES) == 1
    station = station_for((0.15, 0.02), "left")
    assert station.x_m > 0.188


def test_what_is_too_deep_is_refused_with_a_sentence(known_map) -> None:
    with pytest.raises(StationError, match="go to a nearer side"):
        station_for((0.0, 0.0), "left", 0)


def test_a_map_is_kept_and_read_again_and_a_broken_one_is_made_anew(monkeypatch, tmp_path, caplog) -> None:
    made = []

    def make(measures: MorrisMeasures):
        made.append(measures)
        return ROWS

    monkeypatch.setattr(stations, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(stations, "make_station_map", make)
    load = stations.load_station_map.__wrapped__
    assert load(MEASURES) == ROWS
    assert load(MEASURES) == ROWS
    assert len(made) == 1
    next(tmp_path.iterdir()).write_text("{")
    assert load(MEASURES) == ROWS
    assert len(made) == 2
    assert "made anew" in caplog.text
