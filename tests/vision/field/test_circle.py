"""The centre circle and its arcs, from points that lie exactly where they are said to."""

import math

import numpy as np
import pytest

from ludens.geometry import Transform3
from ludens.robots.nao.places import CAMERA
from ludens.vision.field.circle import find_circle, is_arc
from ludens.vision.field.line_points import LinePoints
from ludens.vision.field.projection import GroundView

RADIUS_M = 0.75
VIEW = GroundView.of(
    CAMERA, Transform3.from_rpy(roll_rad=0, pitch_rad=0.3, yaw_rad=0, translation=np.array((0, 0, 0.5)))
)


def points(places, directions):
    places, directions = np.array(places, float), np.array(directions, float)
    return LinePoints(places, places, directions, np.full(len(places), 0.003))


def arc(center, degrees):
    first, last = degrees
    angles = np.radians(np.arange(first, last, 3.0))
    out = np.column_stack((np.cos(angles), np.sin(angles)))
    return points(np.array(center) + RADIUS_M * out, np.column_stack((-out[:, 1], out[:, 0])))


def line(start, end, count=30):
    way = np.subtract(end, start) / math.dist(start, end)
    return points(np.linspace(start, end, count), np.tile(way, (count, 1)))


def together(*parts):
    return LinePoints(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in LinePoints.__slots__)
    )


def circle_of(seen):
    return find_circle(seen, VIEW, radius_m=RADIUS_M, random=np.random.default_rng(1))[0]


def test_a_third_of_the_circle_with_the_line_through_it_gives_its_middle():
    seen = together(arc((2.0, 0.2), (120, 250)), line((2.0, -1.5), (2.0, 1.5)))
    assert math.dist(circle_of(seen).center_m, (2.0, 0.2)) < 0.01


def test_two_lines_at_a_corner_are_no_circle():
    for back_m in (0.3, 0.8, 1.5):
        corner = (2.5, 0.5)
        seen = together(line(corner, (2.5 - back_m, 0.5)), line(corner, (2.5, -1.5)))
        assert circle_of(seen) is None


@pytest.mark.parametrize("off_deg", [-1.5, 1.5])
def test_a_camera_that_is_a_little_off_still_sees_it(off_deg):
    seen = arc((2.4, 0.0), (0, 360)).tilted(VIEW, math.radians(off_deg))
    found = circle_of(seen)
    assert found is not None
    shown_m = arc((2.4, 0.0), (0, 360)).ground_m.mean(axis=0)
    assert abs(found.center_m[1]) < 0.05
    assert abs(math.hypot(*found.center_m) - math.hypot(*shown_m)) < 0.4  # where this camera shows it


@pytest.mark.parametrize("degrees", [(80, 110), (60, 120)])
def test_a_short_arc_is_told_from_a_straight_line(degrees):
    bent = arc((1.5, -0.6), degrees)
    straight = line((1.2, 0.3), (1.9, 0.2), count=len(bent.ground_m))
    every = np.arange(len(bent.ground_m))
    assert is_arc(bent, every, radius_m=RADIUS_M)
    assert not is_arc(straight, every, radius_m=RADIUS_M)
