"""Reaching from a stand: places on a board before the robot, with and without others around."""

import math

import numpy as np
import pytest

from ludens.geometry import Transform3
from ludens.manipulation.clearance import held_in_hand_m, surroundings
from ludens.manipulation.leaning import feet_of
from ludens.manipulation.parameters import ManipulationParameters
from ludens.manipulation.reaching import (
    DEPTHS_M,
    ReachPlan,
    ReachTarget,
    arm_of,
    before_it_tips,
    reaches,
    same_reach,
)
from ludens.messages.manipulation import Hand
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.kinematics.stance import stance

BEFORE_M = 0.285
"""From the ankles to the board's middle: its edge is 97 mm away."""
PARAMETERS = ManipulationParameters()
STANCE_FROM_BOARD = Transform3.from_rpy(yaw_rad=-0.5 * math.pi, translation=(BEFORE_M, 0.0, 0.227))


def best(
    hand: Hand,
    place_m: tuple[float, float],
    *,
    others: tuple[tuple[float, float], ...] = (),
    yaw_rad: float = 0.0,
    depths_m: tuple[float, ...] = DEPTHS_M,
    tips_m: float = 0.0,
) -> ReachPlan | None:
    around = surroundings(others, object_m=0.025, plate_m=0.09, plate_height_m=0.012)
    found = reaches(
        ReachTarget(hand, place_m, 0.0125, yaw_rad, around, depths_m=depths_m, tips_m=tips_m),
        feet=feet_of(Posture(stance())),
        stance_from_board=STANCE_FROM_BOARD,
        position_rad=stance(),
        parameters=PARAMETERS,
    )
    return min((one for one in found if one is not None), key=lambda one: one.cost, default=None)


def board_from_hand(reach: ReachPlan, level: int) -> Transform3:
    position_rad = reach.leaning.position_rad.copy()
    position_rad[arm_of(reach.hand)] = reach.arms_rad[level]
    hand = Posture(position_rad).torso_from_link("LHand" if reach.hand == "left" else "RHand")
    return STANCE_FROM_BOARD.inverse() @ reach.leaning.stance_from_torso @ hand


def held_in_board_m(reach: ReachPlan, level: int) -> np.ndarray:
    return board_from_hand(reach, level).apply(held_in_hand_m(reach.deeper_m))


@pytest.mark.parametrize(("hand", "x_m"), [("left", -0.10), ("right", 0.10)])
def test_the_hand_comes_straight_down_on_the_place(hand, x_m) -> None:
    reach = best(hand, (x_m, -0.1085))
    assert reach is not None
    low_m, high_m = held_in_board_m(reach, 0), held_in_board_m(reach, -1)
    assert low_m == pytest.approx((x_m, -0.1085, 0.0125), abs=0.0006)
    assert high_m == pytest.approx((x_m, -0.1085, 0.0125 + PARAMETERS.lift_m), abs=0.0006)
    assert reach.tilt_rad < PARAMETERS.most_tilt_rad
    assert reach.clearance_m > PARAMETERS.keep_off_m


def test_farther_places_are_reached_by_leaning_more() -> None:
    near, far = best("left", (-0.10, -0.1585)), best("left", (-0.10, -0.0585))
    assert near is not None
    assert far is not None
    assert far.leaning.lean_rad > near.leaning.lean_rad + 0.1


def test_among_others_fingers_open_less_or_close_another_way() -> None:
    beside = ((-0.15, -0.1085), (-0.05, -0.1085), (-0.10, -0.1585), (-0.10, -0.0585))
    reach = best("left", (-0.10, -0.1085), others=beside)
    assert reach is not None
    assert reach.clearance_m > 0.001


def test_a_place_at_the_far_side_is_out_of_reach() -> None:
    assert best("left", (-0.10, 0.1585)) is None


@pytest.mark.parametrize("deeper_m", DEPTHS_M)
def test_what_is_held_so_deep_is_set_down_at_its_height(deeper_m) -> None:
    reach = best("left", (-0.10, -0.1085), depths_m=(deeper_m,))
    assert reach is not None
    low_m = board_from_hand(reach, 0).apply(held_in_hand_m(deeper_m))
    assert low_m == pytest.approx((-0.10, -0.1085, 0.0125), abs=0.0006)


@pytest.mark.parametrize("place_m", [(-0.1, -0.1585), (-0.1, -0.1085), (-0.06, -0.1085), (-0.1, -0.0585)])
def test_a_man_that_tips_is_let_go_where_this_very_hand_lets_it_come_to_lie_on_its_place(place_m) -> None:
    reach = best("left", place_m, tips_m=0.025)
    assert reach is not None
    pointing = board_from_hand(reach, 0).rotation[:, 0]
    let_go_m = before_it_tips(place_m, pointing, edge_m=0.025)
    assert math.dist(let_go_m, place_m) > 0.001
    assert held_in_board_m(reach, 0)[:2] == pytest.approx(let_go_m, abs=0.0007)


def test_for_a_board_that_is_seen_a_little_elsewhere_the_same_way_down_is_aimed_anew() -> None:
    reach = best("left", (-0.10, -0.1085))
    assert reach is not None
    around = surroundings((), object_m=0.025, plate_m=0.09, plate_height_m=0.012)
    farther = Transform3.from_translation(0.002, 0.001, 0.0) @ STANCE_FROM_BOARD
    again = same_reach(ReachTarget("left", (-0.10, -0.1085), 0.0125, 0.0, around), reach, farther, PARAMETERS)
    assert again is not None
    assert (again.yaw_rad, again.deeper_m) == (reach.yaw_rad, reach.deeper_m)
    assert again.leaning is reach.leaning
    assert 0.0 < float(np.abs(again.arms_rad[-1] - reach.arms_rad[-1]).max()) < 0.15


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
