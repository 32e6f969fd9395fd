import math

import numpy as np
import pytest

from ludens.motion.handling.tipping import before_it_tips


def rolled_flat_m(tilt_rad: float, *, edge_m: float) -> float:
    """Return how far the middle of a tilted cube moves in turning about its lowest edge until it is flat."""
    down = np.array([math.sin(tilt_rad), -math.cos(tilt_rad)])  # along the hand; ahead and up
    ahead = np.array([math.cos(tilt_rad), math.sin(tilt_rad)])
    lowest = 0.5 * edge_m * (down - ahead)  # from the middle
    return float(lowest[0] + 0.5 * edge_m)


@pytest.mark.parametrize("tilt_rad", [0.05, 0.15, 0.3])
@pytest.mark.parametrize("turn_rad", [0.0, 2.0, -1.2])
def test_a_cube_that_is_let_go_there_comes_to_lie_on_its_place(tilt_rad: float, turn_rad: float) -> None:
    along = np.array([math.cos(turn_rad), math.sin(turn_rad)])
    pointing = np.array([*(math.sin(tilt_rad) * along), -math.cos(tilt_rad)])
    let_go_m = np.array(before_it_tips((0.03, -0.1), pointing, edge_m=0.025))
    assert let_go_m + rolled_flat_m(tilt_rad, edge_m=0.025) * along == pytest.approx((0.03, -0.1), abs=1e-9)


def test_a_hand_that_points_straight_down_lets_go_above_the_place() -> None:
    assert before_it_tips((0.03, -0.1), np.array([0.0, 0.0, -1.0]), edge_m=0.025) == (0.03, -0.1)
