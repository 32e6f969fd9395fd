import chess
import numpy as np
import pytest

from ludens.games.chess.measures import PAPER
from ludens.games.chess.move.course import course
from ludens.games.chess.move.rest import REST_RAD
from ludens.games.chess.rules.places import on_square
from ludens.messages import CarryRequest

CLEAR_M = 0.038


@pytest.mark.parametrize("square", [chess.D1, chess.E1, chess.A1, chess.H8])
@pytest.mark.parametrize("nearer_m", [0.0, 0.008])
def test_the_arm_comes_home_from_every_square_also_if_the_board_lies_nearer(square, nearer_m):
    middle = PAPER.middle_of(on_square(square))
    assert middle is not None
    top_m = PAPER.base_from_board().apply((*middle, PAPER.piece_height_m)) - np.array([nearer_m, 0.0, 0.0])
    at = (float(top_m[0]), float(top_m[1]), float(top_m[2]))
    put_down = CarryRequest(time_s=0.0, number=1, origin_m=at, target_m=at, thing_m=0.02, clear_m=CLEAR_M)
    there_rad = course(put_down, joints_rad=REST_RAD)[-1].trajectory.joints_rad[-1]

    (home,) = course(CarryRequest(time_s=0.0, number=2, clear_m=CLEAR_M), joints_rad=there_rad)

    assert np.abs(home.trajectory.joints_rad[-1] - REST_RAD).max() < 0.02
    assert home.trajectory.duration_s < 3.0
