"""Draws the chess table while the arm carries a knight, and what its camera recognises while a hand is there.

python examples/chess_table.py docs/pictures
"""

import math
import sys
from pathlib import Path

import chess
import cv2
import numpy as np

from ludens.games.chess.experiments.laboratory import Laboratory
from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.rules.places import FIRST_SLOT, PIECES, on_square
from ludens.games.chess.workcell.table_view import TableView, numbers_of
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.messages import PiecesBelieved, PiecesSeen, TableCalibration
from ludens.sim.rendering import Renderer, free_camera

ITALIAN = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"
VIEW = free_camera((0.40, 0.0, 0.24), distance_m=1.30, azimuth_rad=2.55, elevation_rad=-0.42)
BACKGROUND, ROOM_M = (232, 236, 240), 4.0
SURE, UNSURE, COVERED = (46, 200, 110), (240, 170, 40), (220, 60, 60)


def calibration_of(world: ChessWorld) -> TableCalibration:
    """A calibration as good as the truth: these pictures are about something else."""
    return TableCalibration(
        time_s=0.0,
        base_from_camera=numbers_of(world.mounted.robot_from_camera),
        base_from_board=numbers_of(world.base_from_board),
        focal_px=world.mounted.camera.focal_x_px,
        center_px=(world.mounted.camera.center_x_px, world.mounted.camera.center_y_px),
        distortion=world.mounted.lens.radial[0],
    )


def scene(laboratory: Laboratory) -> np.ndarray:
    """The arm in the middle of carrying the knight of f3 to g5, seen by somebody who stands beside."""
    world = laboratory.world
    laboratory.calibration = calibration_of(world)
    believed = laboratory.look_until_settled()
    table = BelievedTable(world.measures)
    table.take_in(believed, laboratory.calibration)
    knight = world.true_configuration().on(chess.F3)
    assert knight is not None
    request = table.carry_request(1, time_s=0.0, piece=knight, target=on_square(chess.G5))
    while laboratory.beat(request).phase != "carrying":
        pass
    for _ in range(66):
        laboratory.beat(request)
    painter = Renderer(world.physics.model, world.physics.data, width_px=900, height_px=640)
    try:
        pixels, far = painter.picture(VIEW).copy(), painter.depth_m(VIEW) > ROOM_M
    finally:
        painter.close()
    pixels[far] = BACKGROUND
    return pixels


def recognised(laboratory: Laboratory) -> np.ndarray:
    """A picture of the camera with what is understood of it drawn in: pieces, and places that are covered."""
    world = laboratory.world
    laboratory.calibration = calibration_of(world)
    for _ in range(4):
        laboratory.look()
    world.hand.hover(world.place_in_base(on_square(chess.G6)), seconds=60.0)
    for _ in range(25):
        looked = laboratory.look()
    image = laboratory.picture()
    assert looked is not None
    assert image is not None
    # The sensor's grain says nothing here, and would make a large file.
    picture = cv2.bilateralFilter(image.pixels_rgb, 7, 30.0, 7.0)
    draw(picture, TableView.calibrated(laboratory.calibration, world.measures), *looked)
    small = cv2.resize(picture[:, 150:1130], None, fx=0.65, fy=0.65, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8) & 0xF8 | 0x04


def draw(picture: np.ndarray, view: TableView, seen: PiecesSeen, believed: PiecesBelieved) -> None:
    """Outline every piece with its letter and how sure its place is, and cross out what is covered."""
    half_m = 0.5 * view.measures.piece_m
    corners = half_m * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    middles = view.measures.middles()
    for place in seen.covered:
        height_m = 0.0 if place < FIRST_SLOT else -view.measures.board_thickness_m
        outline(picture, view, corners + middles[place], height_m, COVERED)
    for piece in seen.pieces:
        sine, cosine = math.sin(piece.yaw_rad), math.cos(piece.yaw_rad)
        turned = corners @ np.array([[cosine, sine], [-sine, cosine]]) + (piece.x_m, piece.y_m)
        sure = believed.confidences[piece.number]
        colour = SURE if sure > 0.95 else UNSURE
        column, row = outline(picture, view, turned, view.measures.piece_height_m, colour)
        letter = PIECES[piece.number].symbol.symbol()
        cv2.circle(picture, (column, row), 13, (20, 24, 28), -1, cv2.LINE_AA)
        cv2.putText(
            picture, letter, (column - 8, row + 7), cv2.FONT_HERSHEY_DUPLEX, 0.7, colour, 1, cv2.LINE_AA
        )


def outline(
    picture: np.ndarray, view: TableView, corners_m: np.ndarray, height_m: float, colour: tuple[int, int, int]
) -> tuple[int, int]:
    """Draw a quadrangle that lies over the board; return its middle."""
    pixels = view.pixels(np.column_stack((corners_m, np.full(len(corners_m), height_m))))
    cv2.polylines(picture, [np.round(pixels).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    column, row = np.round(pixels.mean(axis=0)).astype(int).tolist()
    return column, row


def write(path: Path, pixels_rgb: np.ndarray) -> None:
    """As a PNG file."""
    path.write_bytes(cv2.imencode(".png", cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2BGR))[1].tobytes())


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for name, make in (("chess-scene", scene), ("chess-camera", recognised)):
        with Laboratory(ChessWorldOptions(fen=ITALIAN), seed=950) as laboratory:
            write(folder / f"{name}.png", make(laboratory))
