import chess
import numpy as np
import pytest

from ludens.games.chess.rules.places import OFF, in_slot, on_square
from ludens.games.chess.workcell.measures import PAPER, Measures


def test_squares_lie_as_on_a_board_seen_from_white():
    assert PAPER.middle_of(on_square(chess.A1)) == pytest.approx((-0.170625, 0.170625))
    assert PAPER.middle_of(on_square(chess.H1)) == pytest.approx((-0.170625, -0.170625))
    assert PAPER.middle_of(on_square(chess.A8)) == pytest.approx((0.170625, 0.170625))
    assert PAPER.middle_of(OFF) is None


def test_no_two_places_overlap():
    middles_m = PAPER.middles()
    apart_m = np.abs(middles_m[:, np.newaxis] - middles_m).max(axis=2) + np.eye(len(middles_m))

    assert len(middles_m) == 96
    assert apart_m.min() > PAPER.piece_m


def test_black_slots_are_left_of_white_and_white_ones_right():
    middles_m = PAPER.middles()

    assert (middles_m[[in_slot(chess.BLACK, number).number for number in range(16)], 1] > 0.195).all()
    assert (middles_m[[in_slot(chess.WHITE, number).number for number in range(16)], 1] < -0.195).all()


@pytest.mark.parametrize(("white_is_near", "near"), [(True, chess.E1), (False, chess.E8)])
def test_the_side_that_is_near_is_the_robots(white_is_near, near):
    measures = Measures(white_is_near=white_is_near)
    ahead_m = {
        square: measures.base_from_board().apply((*measures.middles()[square], 0.0))[0]
        for square in (chess.E1, chess.E8)
    }

    assert min(ahead_m, key=lambda square: ahead_m[square]) == near
