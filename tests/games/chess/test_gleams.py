"""What is learnt of lamps that a varnished board mirrors, place by place, without pictures."""

import numpy as np
import pytest

from ludens.games.chess.gleams import RESTS, Gleams

PLACES = np.arange(32)
TINT = np.array([1.0, 0.71, 0.5])
FULL = 70.0
LIT = np.full(len(PLACES), FULL * TINT.sum())
NOTHING = np.zeros(len(PLACES), dtype=bool)


def spots(gleams: Gleams, white: np.ndarray, *, pictures: int) -> np.ndarray:
    """Return which places are under a known spot after so many equal pictures with that much white on top."""
    found = NOTHING
    for _ in range(pictures):
        parts = np.tile(FULL * TINT + white[:, np.newaxis], (3, 1, 1))
        gleams.next_picture(NOTHING)
        found = gleams.of(PLACES, parts, TINT, LIT, plain=white < 5.0)
    return found


def white_at(places: list[int], levels: float) -> np.ndarray:
    white = np.zeros(len(PLACES))
    white[places] = levels
    return white


def test_a_spot_is_known_once_it_has_rested() -> None:
    gleams = Gleams(len(PLACES))
    assert not spots(gleams, white_at([4], 40.0), pictures=RESTS - 1)[4]
    assert spots(gleams, white_at([4], 40.0), pictures=2)[4]
    assert not spots(gleams, white_at([5], 40.0), pictures=2 * RESTS)[5], "it is known to mirror nothing"


def test_what_an_arm_covers_that_rests_over_the_table_is_no_spot_then_or_later() -> None:
    gleams = Gleams(len(PLACES))
    arm = list(range(10, 22))
    assert not spots(gleams, white_at(arm, 66.0), pictures=3 * RESTS)[arm].any()
    assert spots(gleams, white_at([15], 30.0), pictures=2 * RESTS)[15]


def test_a_piece_whose_marker_is_overlooked_once_teaches_no_spot() -> None:
    gleams = Gleams(len(PLACES))
    for _ in range(RESTS):
        gleams.next_picture(NOTHING)
        gleams.stand_on([7])
    assert not spots(gleams, white_at([7], 66.0), pictures=1)[7]


@pytest.mark.parametrize("known", [0.0, 40.0])
def test_what_is_as_faint_as_a_lamp_that_drifts_is_nothing_in_the_way(known: float) -> None:
    gleams = Gleams(len(PLACES))
    spots(gleams, white_at([7], known), pictures=2 * RESTS)
    assert spots(gleams, white_at([7], 9.0), pictures=1)[7]
    assert not spots(gleams, white_at([7], 90.0), pictures=1)[7]
