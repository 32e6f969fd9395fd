"""Patches of a third colour: things on the board, and what the robot sees of itself over its edge."""

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.colours import BOARD, OTHER, SECOND
from ludens.games.morris.see.projection import BoardView
from ludens.games.morris.see.reading import COVERED
from ludens.games.morris.see.unexplained_regions import SHRINK, hulls, unexplained_regions
from ludens.geometry import Transform3
from ludens.robots.nao.places import CAMERA

MEASURES = MorrisMeasures()
SIGHT = BoardView(
    CAMERA,
    Transform3.from_rpy(pitch_rad=0.75, yaw_rad=0.5 * math.pi, translation=(-0.05, -0.33, 0.25)).inverse(),
)
FOOT_M = (-0.06, -0.13)


def picture(label: int) -> tuple[NDArray[np.uint8], int]:
    """Labels of a board with one thing of a man's size, and the row under it."""
    labels = np.full((CAMERA.height_px // SHRINK, CAMERA.width_px // SHRINK), BOARD, np.uint8)
    (hull,) = hulls(SIGHT, np.array([(*FOOT_M, 0.0)]), edge_m=MEASURES.man_m)
    cv2.fillConvexPoly(labels, hull.astype(np.int32), (label,))
    return labels, int(hull[:, 1].max())


@pytest.mark.parametrize("label", [SECOND, OTHER])
def test_a_thing_of_a_mans_size_is_told_with_its_place(label: int) -> None:
    labels, _ = picture(label)
    (found,) = unexplained_regions(labels, SIGHT, measures=MEASURES, explained=[])
    assert found.label == label
    assert np.hypot(found.foot_m[0] - FOOT_M[0], found.foot_m[1] - FOOT_M[1]) < 0.008


@pytest.mark.parametrize(("label", "count"), [(SECOND, 1), (OTHER, 0)])
def test_what_adjoins_the_robot_itself_is_its_rim_unless_it_is_a_mans(label: int, count: int) -> None:
    labels, below = picture(label)
    labels[below + 2 :] = COVERED
    assert len(unexplained_regions(labels, SIGHT, measures=MEASURES, explained=[])) == count
