"""How right a calibration is, by the truth: where the middles of squares are believed to be."""

from dataclasses import replace

import numpy as np

from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.workcell.table_view import TableView
from ludens.games.chess.world import ChessWorld
from ludens.geometry import FloatArray


def true_view(world: ChessWorld) -> TableView:
    """How the camera really sees the table."""
    camera = replace(world.mounted.camera, radial_distortion=(world.mounted.distortion, 0.0, 0.0))
    board_from_camera = world.base_from_board.inverse() @ world.mounted.robot_from_camera
    return TableView(camera, board_from_camera, world.base_from_board, world.measures)


def seeing_errors_m(world: ChessWorld, view: TableView) -> FloatArray:
    """Return for a piece on each square (64) how far from it the arm would reach, led by the eyes.

    Where the board is believed to lie does not matter to that, only camera and lens.
    """
    middles = world.measures.middles()[:FIRST_SLOT]
    height_m = world.measures.piece_height_m
    tops = np.column_stack((middles, np.full(len(middles), height_m)))
    believed = view.on_plane(true_view(world).pixels(tops), height_m)
    believed_in_base = view.base_from_board.apply(np.column_stack((believed, tops[:, 2])))
    away_m = (believed_in_base - world.base_from_board.apply(tops))[:, :2]
    return np.asarray(np.hypot(away_m[:, 0], away_m[:, 1]), dtype=np.float64)


def placing_errors_m(world: ChessWorld, view: TableView) -> FloatArray:
    """Return for each square (64) how far from its middle the arm would put a piece down."""
    middles = world.measures.middles()[:FIRST_SLOT]
    points = np.column_stack((middles, np.zeros(len(middles))))
    away_m = (view.base_from_board.apply(points) - world.base_from_board.apply(points))[:, :2]
    return np.asarray(np.hypot(away_m[:, 0], away_m[:, 1]), dtype=np.float64)
