import numpy as np
import pytest

from ludens.games.chess.calibrate.board import fit_board
from ludens.games.chess.workcell.table_view import TableView
from ludens.geometry import Transform3
from ludens.messages import CameraImage
from ludens.planning.arm.trajectory import ArmPlanError
from tests.games.chess.sights import Sights


def first_picture(sights: Sights) -> np.ndarray:
    while True:
        delivery = sights.driver.next_delivery()
        assert delivery is not None
        for message in delivery.messages:
            if isinstance(message, CameraImage):
                return message.pixels_rgb


def view_with_nominal_board(sights: Sights) -> TableView:
    """The camera is known, the board is believed where it was meant to be laid."""
    true = TableView.calibrated(sights.calibration, sights.world.measures)
    base_from_camera = true.base_from_board @ true.board_from_camera
    nominal = sights.world.measures.base_from_board()
    return TableView(true.camera, nominal.inverse() @ base_from_camera, nominal, sights.world.measures)


@pytest.mark.parametrize(("noise", "seed", "within_m"), [("default", 921, 2e-4), ("harsh", 923, 5e-4)])
def test_a_board_full_of_pieces_is_found_as_well_as_the_lens_allows(noise, seed, within_m):
    with Sights(seed=seed, noise=noise) as sights:
        view = view_with_nominal_board(sights)

        found = fit_board(first_picture(sights), view)

        corners = np.array([[x, y, 0.0] for x in (-0.19, 0.19) for y in (-0.19, 0.19)])
        truth = sights.world.base_from_board.apply(corners)
        assert np.abs(found.base_from_board.apply(corners) - truth).max() < within_m
        assert np.abs(view.base_from_board.apply(corners) - truth).max() > 2e-3
        assert len(found.corners_m) >= 20


def test_in_the_middle_of_a_game_the_lines_between_free_squares_tell_as_much():
    fen = "r1b1r1k1/1p1n1p1p/p2q2p1/2pp1n2/N1PP2P1/1P2PN2/P1Q1B2P/R3K1R1 w Q - 0 18"
    with Sights(seed=924, fen=fen) as sights:
        view = view_with_nominal_board(sights)

        found = fit_board(first_picture(sights), view)

        assert found.by_lines
        corners = np.array([[x, y, 0.0] for x in (-0.19, 0.19) for y in (-0.19, 0.19)])
        truth = sights.world.base_from_board.apply(corners)
        assert np.abs(found.base_from_board.apply(corners) - truth).max() < 2e-4
        assert np.abs(view.base_from_board.apply(corners) - truth).max() > 2e-3


def test_where_few_corners_are_free_they_tell_where_to_look_for_the_lines():
    fen = "r3k2r/pbpp1ppp/1pn1pn2/8/1b1P4/P1N1PN2/1PPBBPPP/R2QK2R b KQkq - 0 8"
    with Sights(seed=925, fen=fen) as sights:
        near = view_with_nominal_board(sights)
        aside = Transform3.from_rpy(yaw_rad=0.02, translation=(0.015, -0.01, 0.0))
        base_from_camera = near.base_from_board @ near.board_from_camera
        believed = near.base_from_board @ aside
        view = TableView(near.camera, believed.inverse() @ base_from_camera, believed, near.measures)

        found = fit_board(first_picture(sights), view)

        assert found.by_lines
        corners = np.array([[x, y, 0.0] for x in (-0.19, 0.19) for y in (-0.19, 0.19)])
        truth = sights.world.base_from_board.apply(corners)
        assert np.abs(found.base_from_board.apply(corners) - truth).max() < 2e-4


def test_in_the_dark_or_without_a_board_there_is_a_sentence():
    with Sights(seed=921) as sights:
        view = view_with_nominal_board(sights)

    with pytest.raises(ArmPlanError, match="corners of the board's squares"):
        fit_board(np.full((720, 1280, 3), 12, dtype=np.uint8), view)
