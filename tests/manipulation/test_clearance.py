import numpy as np
import pytest

from ludens.geometry import Transform3
from ludens.manipulation.clearance import NARROWEST, WIDEST, beside_plate, held_in_hand_m, surroundings

DOWN = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
"""A hand that points straight down, its fingers along the board's x."""


def hand_over(x_m: float = 0.0, y_m: float = 0.0) -> Transform3:
    return Transform3(DOWN, np.array([x_m, y_m, 0.0125]) - DOWN @ held_in_hand_m())


def clearance(*neighbours_m: tuple[float, float], opening: float = NARROWEST, plate_m: float = 0.0) -> float:
    around = surroundings(neighbours_m, object_m=0.025, plate_m=plate_m, plate_height_m=0.012)
    return around.clearance_m(hand_over(), opening=opening)


def test_straight_above_a_piece_only_the_table_is_near_and_finger_tips_do_not_touch_it() -> None:
    assert 0.005 < clearance() < 0.012


def test_a_hand_that_opens_little_fits_between_pieces_50_mm_apart_and_a_wide_one_does_not() -> None:
    assert clearance((0.05, 0.0), (-0.05, 0.0)) > 0.002
    assert clearance((0.05, 0.0), opening=WIDEST) < 0.0


def test_pieces_across_the_line_of_closing_leave_room_for_a_wide_hand() -> None:
    assert clearance((0.0, 0.05), (0.0, -0.05), opening=WIDEST) > 0.004


def test_a_raised_plate_under_the_fingers_is_met() -> None:
    assert clearance(plate_m=0.2) < 0.0


@pytest.mark.parametrize(
    ("place_m", "set_down_m"),
    [
        ((0.0, -0.0585), (0.0, -0.0635)),  # a millimetre from the plate: five more
        ((0.0585, 0.0), (0.0635, 0.0)),
        ((-0.0585, 0.0585), (-0.0625, 0.0625)),  # at its corner: a little along both edges
        ((0.0, -0.1085), (0.0, -0.1085)),  # far from it: where it was asked for
    ],
)
def test_beside_the_plate_pieces_are_set_down_a_little_farther_out(place_m, set_down_m) -> None:
    assert beside_plate(place_m, object_m=0.025, plate_m=0.09) == pytest.approx(set_down_m)


def test_without_a_plate_nothing_is_moved() -> None:
    assert beside_plate((0.0, -0.03), object_m=0.025, plate_m=0.0) == (0.0, -0.03)
