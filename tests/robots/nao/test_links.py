"""The table of links, places and shapes: what it weighs, and that both sides mirror each other."""

import numpy as np
import pytest

from ludens.robots.nao.joints import JOINTS
from ludens.robots.nao.links import LINK_INDEX, LINKS, TOTAL_MASS_KG
from ludens.robots.nao.places import LEFT_PRESSURE_IN_SOLE_M, PLACES, RIGHT_PRESSURE_IN_SOLE_M
from ludens.robots.nao.shapes import SHAPES


def test_the_body_weighs_what_is_published():
    assert pytest.approx(5.359, abs=0.001) == TOTAL_MASS_KG


def test_parents_come_before_children():
    for index, link in enumerate(LINKS):
        assert link.parent == "" or LINK_INDEX[link.parent] < index


def test_every_joint_but_the_hands_moves_a_link():
    assert {link.joint for link in LINKS if link.joint} == set(JOINTS) - {"LHand", "RHand"}
    assert sum(link.joint == "LHipYawPitch" for link in LINKS) == 2


def test_inertias_are_those_of_solid_bodies():
    for link in LINKS:
        x, y, z = link.inertia_kgm2
        assert min(x, y, z) > 0.0
        assert 2.0 * max(x, y, z) < x + y + z + 1e-12, link.name


def test_right_axes_mirror_left_ones():
    assert LINKS[LINK_INDEX["RPelvis"]].axis == pytest.approx((0.0, 0.5**0.5, 0.5**0.5))
    assert LINKS[LINK_INDEX["RHip"]].axis == (1.0, 0.0, 0.0)
    assert LINKS[LINK_INDEX["RBiceps"]].axis == (0.0, 0.0, 1.0)
    assert LINKS[LINK_INDEX["RTibia"]].axis == (0.0, 1.0, 0.0)


def test_pressure_cells_keep_their_order_on_both_feet():
    for cells in (LEFT_PRESSURE_IN_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M):
        front_left, front_right, rear_left, rear_right = cells
        assert front_left[0] > 0 > rear_left[0]
        assert front_right[0] > 0 > rear_right[0]
        assert front_left[1] > 0 > front_right[1]
        assert rear_left[1] > 0 > rear_right[1]


def test_places_and_shapes_sit_on_links():
    assert {place.link for place in PLACES.values()} <= set(LINK_INDEX)
    assert {shape.link for shape in SHAPES} <= set(LINK_INDEX)


def test_soles_end_where_the_sole_places_are():
    for shape in SHAPES:
        if shape.name == "sole":
            bottom_m = shape.link_from_shape.translation[2] - shape.size_m[2]
            place = PLACES[f"{shape.link[0]}Sole"].link_from_place
            np.testing.assert_allclose(bottom_m, place.translation[2], atol=2e-5)
