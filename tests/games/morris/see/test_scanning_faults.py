"""A NAO at the table looks at boards with which something is wrong; in physics, with all noise."""

from collections.abc import Iterator

import numpy as np
import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.scanning import ScanLaboratory
from ludens.games.morris.rules import POINTS
from ludens.games.morris.see.colour_learning import LEARNT_AT
from ludens.games.morris.world import MorrisWorldOptions, station_at
from ludens.messages.morris_table import ScanFailure, SeenMan

POINTS_M = MorrisMeasures().points_m()
STATE = {0: 0, 1: 1, 5: 0, 9: 1, 11: 0, 13: 1, 20: 0}
LEARNT = dict(zip(LEARNT_AT, (0, 1), strict=True))
NEAR_INNER = {16: 0, 17: 1, 18: 0, 23: 1, 19: 0}
"""Men of the inner square before the marker, seen from the near side."""


def options(**changes: object) -> MorrisWorldOptions:
    usual: dict[str, object] = {
        "men": LEARNT,
        "stations": (station_at(0),),
        "eyes": ("bottom/camera",),
        "camera_hz": 6.0,
    }
    return MorrisWorldOptions(**(usual | changes))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def laboratory() -> Iterator[ScanLaboratory]:
    foreign = SeenMan(0.6, 0.0, 0.0, -1)  # beside the table, until it is wanted
    with ScanLaboratory(options(strays=(foreign,)), seed=905) as made:
        made.wait(1.0)
        assert made.scan(learn_colours=True).state == "done"
        yield made


def test_lights_that_are_switched_change_nothing(laboratory: ScanLaboratory) -> None:
    laboratory.world.arrange(STATE)
    laboratory.world.light.level = 0.55
    laboratory.wait(0.6)
    try:
        report = laboratory.scan()
    finally:
        laboratory.world.light.level = 1.0
    assert report.state == "done"
    true, believed = laboratory.true_and_believed()
    assert believed == true
    assert report.looks <= 6


def test_the_shadows_of_a_low_lamp_are_nothing_in_the_way() -> None:
    with ScanLaboratory(options(noise="default+lamp-aside", men=STATE | LEARNT), seed=907) as dim:
        dim.wait(1.0)
        report = dim.scan(learn_colours=True)
        assert (report.state, report.reason) == ("done", "")
        true, believed = dim.true_and_believed()
        assert believed == true


def test_a_marker_behind_men_of_the_inner_square_and_under_one_is_no_trouble(
    laboratory: ScanLaboratory,
) -> None:
    laboratory.world.arrange(NEAR_INNER)
    measures, spare = laboratory.world.measures, laboratory.world.men.men[17]
    on_plate_m = measures.table_height_m + measures.marker_plate_height_m + 0.5 * spare.edge_m
    laboratory.world.men.put(spare.number, np.array([0.0, 0.0, on_plate_m]))
    laboratory.world.physics.refresh()
    laboratory.wait(0.2)
    assert laboratory.scan().state == "done"
    true, believed = laboratory.true_and_believed()
    assert believed == true
    assert laboratory.onlooker.believed is not None
    (stray,) = laboratory.onlooker.believed.strays
    assert stray.colour == spare.colour


def test_a_second_man_on_a_point_is_told_with_its_place(laboratory: ScanLaboratory) -> None:
    second = SeenMan(POINTS_M[9, 0] + 0.027, POINTS_M[9, 1], 0.2, 0)
    laboratory.world.arrange(STATE, (second,))
    laboratory.wait(0.2)
    assert laboratory.scan().state == "done"
    believed = laboratory.onlooker.believed
    assert believed is not None
    (stray,) = believed.strays
    assert stray.colour == 0
    assert np.hypot(stray.x_m - second.x_m, stray.y_m - second.y_m) < 0.004
    assert int(believed.probabilities[9].argmax()) == 2


@pytest.mark.parametrize("edge_m", [(0.174, -0.03), (-0.06, 0.174)], ids=["right", "far"])
def test_a_man_at_the_tables_edge_is_told_with_its_place(
    laboratory: ScanLaboratory, edge_m: tuple[float, float]
) -> None:
    laboratory.world.arrange(STATE, (SeenMan(*edge_m, 0.3, 1),))
    laboratory.wait(0.2)
    assert laboratory.scan().state == "done"
    true, believed = laboratory.true_and_believed()
    assert believed == true
    assert laboratory.onlooker.believed is not None
    (stray,) = laboratory.onlooker.believed.strays
    assert stray.colour == 1
    assert np.hypot(stray.x_m - edge_m[0], stray.y_m - edge_m[1]) < 0.005


def test_men_that_fell_to_the_floor_are_gone_from_the_board_and_nowhere_on_it(
    laboratory: ScanLaboratory,
) -> None:
    laboratory.world.arrange(STATE)
    fallen = [laboratory.world.men_on_points()[point][0] for point in (1, 5)]
    for man, place_m in zip(fallen, ((0.21, -0.05), (-0.1, 0.22)), strict=True):
        laboratory.world.men.put(man, np.array([*place_m, 0.0125]))
    laboratory.world.physics.refresh()
    laboratory.wait(0.2)
    assert laboratory.scan().state == "done"
    true, believed = laboratory.true_and_believed()
    assert believed == true
    assert (true[1], true[5]) == (None, None)
    assert laboratory.onlooker.believed is not None
    assert laboratory.onlooker.believed.strays == ()


def test_a_thing_of_a_third_colour_fails_the_scan_with_its_place(laboratory: ScanLaboratory) -> None:
    foreign = SeenMan(float(POINTS_M[3, 0]), float(POINTS_M[3, 1]), 0.0, -1)
    laboratory.world.arrange(STATE, (foreign,))
    laboratory.wait(0.2)
    report = laboratory.scan()
    assert report.state == "failed"
    assert (report.reason, report.points) == (ScanFailure.FOREIGN, (POINTS["g4"],))
    believed = laboratory.onlooker.believed
    assert believed is not None
    assert believed.probabilities[3].max() < 0.9  # no player's man, and not empty


def test_a_hand_over_the_board_is_waited_for_and_hides_no_man(laboratory: ScanLaboratory) -> None:
    laboratory.world.arrange(STATE)
    hidden_m = np.array([*POINTS_M[9], laboratory.world.measures.table_height_m])
    laboratory.world.hand.hover(hidden_m, seconds=1.5)
    laboratory.world.hand.leave()
    laboratory.wait(1.1)
    report = laboratory.scan()
    assert ScanFailure.HINDERED in laboratory.onlooker.reasons
    assert report.state == "done"
    true, believed = laboratory.true_and_believed()
    assert believed == true


def test_a_camera_that_stops_is_noticed() -> None:
    with ScanLaboratory(options(men=STATE), seed=906, fault="camera-freezes@1.2") as laboratory:
        laboratory.wait(1.6)
        report = laboratory.scan()
    assert report.state == "failed"
    assert report.reason == ScanFailure.NO_BOARD


def test_a_board_of_other_measures_is_not_read() -> None:
    narrow = MorrisMeasures(squares_m=(0.150, 0.105, 0.060))  # where eyes expect 158.5, 108.5 and 58.5 mm
    with ScanLaboratory(options(men={}, measures=narrow), seed=907) as laboratory:
        laboratory.wait(1.0)
        report = laboratory.scan()
        assert report.state == "failed"
        assert report.reason == ScanFailure.NO_BOARD
