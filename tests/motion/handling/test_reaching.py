"""Reaching from a stand: places on a board before the robot, with and without others around."""

import math

import numpy as np
import pytest

from ludens.geometry import Transform3
from ludens.messages.morris_table import Hand
from ludens.motion.handling.feet import feet_of
from ludens.motion.handling.parameters import HandlingParameters
from ludens.motion.handling.reaching import Reach, Wish, arm_of, reaches
from ludens.motion.handling.surroundings import surroundings
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.stance import stance

BEFORE_M = 0.285
"""From the ankles to the board's middle: its edge is 97 mm away."""
PARAMETERS = HandlingParameters()
STANCE_FROM_BOARD = Transform3.from_rpy(yaw_rad=-0.5 * math.pi, translation=(BEFORE_M, 0.0, 0.227))


def best(
    hand: Hand,
    place_m: tuple[float, float],
    *,
    others: tuple[tuple[float, float], ...] = (),
    yaw_rad: float = 0.0,
) -> Reach | None:
    around = surroundings(others, piece_m=0.025, plate_m=0.09, plate_height_m=0.012)
    found = reaches(
        Wish(hand, place_m, 0.0125, yaw_rad, around),
        feet=feet_of(Posture(stance())),
        stance_from_board=STANCE_FROM_BOARD,
        position_rad=stance(),
        parameters=PARAMETERS,
    )
    return min((one for one in found if one is not None), key=lambda one: one.cost, default=None)


def held_in_board_m(reach: Reach, level: int) -> np.ndarray:
    position_rad = reach.leaning.position_rad.copy()
    position_rad[arm_of(reach.hand)] = reach.arms_rad[level]
    hand = Posture(position_rad).torso_from_link("LHand" if reach.hand == "left" else "RHand")
    board_from_hand = STANCE_FROM_BOARD.inverse() @ reach.leaning.stance_from_torso @ hand
    along = board_from_hand.rotation[:, 0]
    return board_from_hand.translation + 0.09 * along


@pytest.mark.parametrize(("hand", "x_m"), [("left", -0.10), ("right", 0.10)])
def test_the_hand_comes_straight_down_on_the_place(hand, x_m) -> None:
    reach = best(hand, (x_m, -0.1085))
    assert reach is not None
    low_m, high_m = held_in_board_m(reach, 0), held_in_board_m(reach, -1)
    assert np.hypot(*(low_m[:2] - (x_m, -0.1085))) < 0.02
    assert high_m[2] - low_m[2] == pytest.approx(PARAMETERS.lift_m, abs=0.006)
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
