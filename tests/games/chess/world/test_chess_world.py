import chess
import cv2
import numpy as np
import pytest

from ludens.drivers.check import check_robot
from ludens.drivers.simulation import SimulationDriver
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.places import OFF, in_slot, on_square
from ludens.games.chess.world import ChessWorld, ChessWorldOptions, start_configuration
from ludens.messages import CameraImage

BLIND = ChessWorldOptions(render=False)
HALF_PIECE_M = np.array([0.0, 0.0, 0.010])


def run_until_idle(world: ChessWorld) -> None:
    for _ in range(3000):
        world.advance_to(world.physics.time_ns + 10_000_000)
        if world.hand.is_idle:
            break
    world.advance_to(world.physics.time_ns + 300_000_000)


def test_pieces_stand_where_the_game_begins_and_stay_there():
    world = ChessWorld(BLIND, seed=901)

    world.advance_to(1_000_000_000)

    assert world.true_configuration() == home()
    for piece in range(32):
        assert world.board_from_piece(piece).translation[2] == pytest.approx(0.010, abs=5e-4)


def test_any_position_can_be_set_up_with_the_rest_in_slots():
    fen = "8/2k5/8/8/3Q4/8/5K2/8 w - - 0 1"
    world = ChessWorld(ChessWorldOptions(render=False, fen=fen), seed=902)
    world.advance_to(500_000_000)

    configuration = world.true_configuration()

    assert configuration == start_configuration(fen)
    assert configuration[27] == on_square(chess.F2)
    assert configuration[3] == on_square(chess.C7)
    assert sum(place.slot is not None for place in configuration.places) == 29


def test_a_hand_moves_a_piece_and_no_other():
    world = ChessWorld(BLIND, seed=903)
    world.advance_to(500_000_000)
    world.hand.carry(19, world.place_in_base(on_square(chess.E4)) + HALF_PIECE_M, yaw_rad=0.1)
    world.hand.leave()
    assert not world.hand.is_away

    run_until_idle(world)

    assert world.hand.is_away
    assert world.true_configuration() == home().moved(19, on_square(chess.E4))


def test_a_piece_put_beside_the_board_is_off_and_one_in_a_slot_is_there():
    world = ChessWorld(BLIND, seed=904)
    world.advance_to(300_000_000)
    world.hand.carry(8, world.place_in_base(OFF) + HALF_PIECE_M)
    world.hand.carry(9, world.place_in_base(in_slot(chess.BLACK, 0)) + HALF_PIECE_M)
    world.hand.leave()

    run_until_idle(world)

    assert world.true_configuration()[8] == OFF
    assert world.true_configuration()[9] == in_slot(chess.BLACK, 0)


def test_the_arm_keeps_the_promises_of_a_robot():
    check_robot(SimulationDriver(ChessWorld(BLIND, seed=905)))


def test_the_camera_sees_every_marker_of_a_settled_board():
    driver = SimulationDriver(ChessWorld(ChessWorldOptions(), seed=906))
    picture = None
    try:
        while picture is None:
            delivery = driver.next_delivery()
            assert delivery is not None
            picture = next((one for one in delivery.messages if isinstance(one, CameraImage)), None)
    finally:
        driver.close()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    grey = cv2.cvtColor(picture.pixels_rgb, cv2.COLOR_RGB2GRAY)

    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)

    assert picture.pixels_rgb.shape == (720, 1280, 3)
    assert sorted(ids.ravel().tolist()) == list(range(32))
