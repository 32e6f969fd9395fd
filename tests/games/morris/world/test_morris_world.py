"""The table, its men and the robot at it: they stand where they are put, and cameras show them there."""

import math
from typing import Any

import cv2
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.board.measures import MARKER_DICTIONARY, MARKER_NUMBER, MorrisMeasures
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.messages.morris_table import SeenMan

MEN = {0: 0, 1: 1, 9: 0, 16: 1, 17: 0, 18: 1, 12: 0, 5: 1}
STRAY = SeenMan(0.083, 0.03, 0.4, 1)
THIRD = SeenMan(-0.085, 0.13, 0.0, -1)


@pytest.fixture(scope="module")
def world():
    options = MorrisWorldOptions(men=MEN, strays=(STRAY, THIRD), eyes=("bottom/camera",))
    world = MorrisWorld(options, seed=901)
    world.advance_to(1_500_000_000)
    yield world
    world.close()


def picture(world) -> Any:
    camera = world.robots[0].sources[1]
    while not (images := camera.capture(world.physics.time_ns)):
        pass
    return images[0].pixels_rgb


def test_men_stand_still_where_they_were_put(world):
    colours = {point: world.men.men[numbers[0]].colour for point, numbers in world.men_on_points().items()}
    assert colours == MEN
    assert world.true_state() == tuple(MEN.get(point) for point in range(24))
    places = [world.men.board_from_man(man.number).translation for man in world.men.men]
    stray = min(places, key=lambda place: math.dist(place[:2], (STRAY.x_m, STRAY.y_m)))
    assert stray == pytest.approx((STRAY.x_m, STRAY.y_m, 0.0125), abs=1e-3)


def test_the_robot_stands_at_its_station_and_touches_nothing(world):
    station, really = station_at(0), world.board_from_robot()
    assert really.distance_m(station) < 0.01
    assert really.yaw_rad == pytest.approx(station.yaw_rad, abs=0.02)
    assert world.touches.touches == {}


def test_men_that_rest_are_asleep_and_cost_nothing(world):
    touching = {geom for pair in world.physics.data.contact.geom.tolist() for geom in pair}
    assert not touching & set(world.men.geoms)


def test_the_robot_sees_the_marker_the_right_way_round(world):
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{MARKER_DICTIONARY}"))
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture(world))
    assert numbers.ravel().tolist() == [MARKER_NUMBER]
    far_left, far_right, near_right, near_left = corners[0][0]
    assert far_left[0] < far_right[0]
    assert near_left[0] < near_right[0]
    assert max(far_left[1], far_right[1]) < min(near_left[1], near_right[1])


def test_light_can_be_switched_and_drifts():
    world = MorrisWorld(MorrisWorldOptions(eyes=("bottom/camera",)), seed=902)
    bright = picture(world).mean()
    first_rgb = world.light.rgb
    world.advance_to(4_000_000_000)
    drifted = np.abs(world.light.rgb - first_rgb).max()
    world.light.level = 0.5
    world.advance_to(5_000_000_000)
    dark = picture(world).mean()
    world.close()
    assert 0.0005 < drifted < 0.2
    assert dark < 0.75 * bright


def test_somebody_moves_the_robot(world):
    elsewhere = station_at(2, back_m=0.3)
    before_m = world.ground_from_torso().translation[2]
    world.move_robot(elsewhere)
    assert world.board_from_robot().is_close(elsewhere, tolerance=1e-6)
    assert world.ground_from_torso().translation[2] == pytest.approx(before_m)
    world.move_robot(station_at(0))


def test_two_robots_stand_opposite_each_other():
    stations = (station_at(0), station_at(2))
    world = MorrisWorld(MorrisWorldOptions(stations=stations, render=False), seed=903)
    for robot, station in enumerate(stations):
        assert world.board_from_robot(robot=robot).is_close(station, tolerance=1e-6)
    assert [robot.description.name for robot in world.robots] == ["nao0", "nao1"]


def test_there_are_nine_men_of_a_colour_and_no_more():
    with pytest.raises(LudensError, match="No man of colour 0 is left"):
        MorrisWorld(MorrisWorldOptions(men=dict.fromkeys(range(10), 0), render=False), seed=904)


def test_onlookers_see_lines_stripe_and_marker(world):
    table = next(entity for entity in world.scene(0).entities if entity.name == "table")
    dark = [shape for shape in table.shapes if max(shape.colour_rgba[:3]) < 0.15]
    assert len(dark) == 32 + 1  # lines, and the marker
    assert {entity.name for entity in world.scene(0).entities} >= {"nao", "man/0", "man/17", "hand"}


@pytest.mark.parametrize(
    ("noise", "table_m", "edge_m"),
    [
        ("off", 0.227, 0.025),
        ("off+table-high", 0.232, 0.025),
        ("off+table-low", 0.222, 0.025),
        ("off+men-large", 0.227, 0.0275),
    ],
)
def test_table_and_men_are_not_always_as_robots_are_told(noise, table_m, edge_m):
    world = MorrisWorld(MorrisWorldOptions(noise=noise, men={0: 0, 13: 1}, render=False), seed=905)
    world.advance_to(500_000_000)
    for man in (0, 9):
        assert world.men.ground_from_man(man).translation[2] == pytest.approx(
            table_m + 0.5 * edge_m, abs=3e-4
        )
    assert world.physics.model.geom("man/0").size == pytest.approx([0.5 * edge_m] * 3)
    assert {point for point, colour in enumerate(world.true_state()) if colour is not None} == {0, 13}
    assert MorrisWorldOptions(noise=noise).measures == MorrisMeasures()


def test_shadows_fall_on_a_table_that_is_too_high_as_on_any_other():
    dark_px = []
    for noise in ("default+lamp-aside", "default+lamp-aside+table-high"):
        pictures = []
        for room in (f"{noise}+no-shadows", noise):
            world = MorrisWorld(MorrisWorldOptions(noise=room, men=MEN, eyes=("bottom/camera",)), seed=906)
            pictures.append(picture(world).astype(int).mean(axis=2))
            world.close()
        dark_px.append(int((pictures[0] - pictures[1] > 30).sum()))
    assert dark_px[0] > 2000
    assert dark_px[1] == pytest.approx(dark_px[0], rel=0.2)
