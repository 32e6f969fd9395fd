"""Table, board and pieces in MuJoCo, and what is printed on them: ArUco markers, squares, letters."""

import chess
import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.places import PIECES, PhysicalPiece, in_slot
from ludens.games.chess.workcell.measures import Measures
from ludens.geometry import Transform3
from ludens.robots.iiwa.noise import ChessTableVariation
from ludens.sim.parts.iiwa import ARM, STEEL, THINGS
from ludens.sim.parts.model_spec import GROUP_FLOOR, GROUP_WORLD, ModelSpec
from ludens.sim.parts.prints import PLATE_M, add_print, add_print_plate, seen_from_above

BOX = mujoco.mjtGeom.mjGEOM_BOX
TABLE_HALF_M = (0.60, 0.75, 0.02)
TABLE_MIDDLE_M = (0.45, 0.0, -0.02)
TABLE_RGBA = (0.80, 0.79, 0.76, 1.0)
SLOT_RGBA = (0.70, 0.69, 0.66, 1.0)
WHITE_RGBA, BLACK_RGBA = (0.93, 0.89, 0.83, 1.0), (0.17, 0.16, 0.16, 1.0)
PIECE_MASS_KG = 0.045
PIECE_FRICTION = 0.5
SPARES_M, SPARE_STEP_M = (-0.10, 0.45), 0.055
"""Where pieces lie that are off the board: rows on the table beside the robot."""
Pixels = NDArray[np.uint8]
MARKER_CELLS = 7
"""Of a marker of the Original dictionary: five of code and a black border around."""
CELL_PX = 12
SQUARE_PX = 64
DARK, LIGHT = (104, 74, 52), (222, 196, 160)
RIM = (70, 48, 34)
LETTERS = {
    chess.PAWN: "P",
    chess.KNIGHT: "N",
    chess.BISHOP: "B",
    chess.ROOK: "R",
    chess.QUEEN: "Q",
    chess.KING: "K",
}


def piece_body(number: int) -> str:
    """Name of a piece's body and free joint in the model."""
    return f"piece {number}"


def add_table(spec: ModelSpec, measures: Measures, *, base_from_board: Transform3) -> None:
    """Add the table, the board where it really lies, and the slots printed beside it."""
    for name, rgba in (("table", TABLE_RGBA), ("slot", SLOT_RGBA)):
        spec.add_material(name=name, rgba=rgba, specular=0.1, shininess=0.1, reflectance=0.0)
    spec.worldbody.add_geom(
        name="table",
        type=BOX,
        pos=TABLE_MIDDLE_M,
        size=TABLE_HALF_M,
        material="table",
        contype=THINGS,
        conaffinity=THINGS | ARM,
        group=GROUP_FLOOR,
    )
    board = spec.worldbody.add_body(
        name="board", pos=base_from_board.translation, quat=base_from_board.quaternion()
    )
    half_m, thick_m = 0.5 * measures.board_m, measures.board_thickness_m
    add_print(spec, "board", seen_from_above(board_top()))
    spec.add_material(name="rim", rgba=tuple(np.array((*RIM, 255)) / 255.0), specular=0.1, reflectance=0.0)
    board.add_geom(
        name="board",
        type=BOX,
        pos=(0.0, 0.0, -0.5 * thick_m),
        size=(half_m + 0.012, half_m + 0.012, 0.5 * thick_m),
        material="rim",
        contype=THINGS,
        conaffinity=THINGS | ARM,
        group=GROUP_WORLD,
    )
    add_print_plate(board, name="squares", material="board", half_m=(half_m, half_m))
    for colour in chess.COLORS:
        for number in range(16):
            x_m, y_m = measures.middle_of(in_slot(colour, number)) or (0.0, 0.0)
            board.add_geom(
                type=BOX,
                pos=(x_m, y_m, -thick_m + 0.0003),
                size=(0.48 * measures.square_m, 0.48 * measures.square_m, 0.0003),
                material="slot",
                contype=0,
                conaffinity=0,
                group=GROUP_WORLD,
            )


def add_pieces(
    spec: ModelSpec,
    measures: Measures,
    *,
    configuration: PieceConfiguration,
    base_from_board: Transform3,
    variation: ChessTableVariation,
    random: np.random.Generator,
) -> None:
    """Add all 32 pieces, each where the configuration has it, some not quite in the middle."""
    for name, rgba in (("white", WHITE_RGBA), ("black", BLACK_RGBA)):
        spec.add_material(name=name, rgba=rgba, specular=0.2, shininess=0.2, reflectance=0.0)
    for kind in chess.PIECE_TYPES:
        for colour in chess.COLORS:
            letter = side_print(chess.Piece(kind, colour))
            add_print(spec, f"back {kind} {colour}", letter)
            add_print(spec, f"front {kind} {colour}", np.ascontiguousarray(np.fliplr(letter)))
    spare = 0
    for piece in PIECES:
        middle = measures.middle_of(configuration[piece.id])
        if middle is None:
            position = _spare_place(spare)
            spare += 1
        else:
            on_board = configuration[piece.id].square is not None
            height_m = 0.0 if on_board else -measures.board_thickness_m
            position = base_from_board.apply((*middle, height_m))
        add_piece(
            spec,
            measures,
            piece=piece,
            position_m=position + np.array([0.0, 0.0, 0.5 * measures.piece_height_m]),
            mass_kg=PIECE_MASS_KG * _around_one(variation.piece_mass_sigma, random),
            friction=PIECE_FRICTION * _around_one(variation.piece_friction_sigma, random),
            yaw_rad=float(random.normal()) * 0.03,
        )


def _spare_place(number: int) -> NDArray[np.float64]:
    return np.array([*SPARES_M, 0.0]) + SPARE_STEP_M * np.array([number % 8, number // 8, 0.0])


def add_piece(
    spec: ModelSpec,
    measures: Measures,
    *,
    piece: PhysicalPiece,
    position_m: NDArray[np.float64],
    mass_kg: float,
    friction: float,
    yaw_rad: float,
) -> None:
    """Add one piece: a block, the marker on its top and its letter on two sides."""
    half_m, half_high_m = 0.5 * measures.piece_m, 0.5 * measures.piece_height_m
    turn = Transform3.from_rpy(yaw_rad=yaw_rad)
    body = spec.worldbody.add_body(name=piece_body(piece.id), pos=position_m, quat=turn.quaternion())
    body.add_freejoint(name=piece_body(piece.id))
    body.add_geom(
        name=piece_body(piece.id),
        type=BOX,
        size=(half_m, half_m, half_high_m),
        mass=mass_kg,
        material="white" if piece.colour == chess.WHITE else "black",
        friction=(friction, 0.005, 0.0001),
        contype=THINGS,
        conaffinity=THINGS | STEEL | ARM,
        condim=4,
        group=GROUP_WORLD,
    )
    add_print(spec, f"marker {piece.id}", seen_from_above(marker_plate(piece.id, measures)))
    add_print_plate(
        body,
        name=f"marker {piece.id}",
        material=f"marker {piece.id}",
        half_m=(half_m, half_m),
        height_m=half_high_m,
    )
    for side, sign in (("front", -1.0), ("back", 1.0)):
        body.add_geom(
            name=f"{side} {piece.id}",
            type=BOX,
            pos=(sign * half_m, 0.0, 0.0),
            size=(PLATE_M, half_m * 0.98, half_high_m * 0.95),
            material=f"{side} {piece.type} {piece.colour}",
            mass=0.0,
            contype=0,
            conaffinity=0,
            group=GROUP_WORLD,
        )


def _around_one(sigma: float, random: np.random.Generator) -> float:
    return float(np.clip(1.0 + sigma * random.normal(), 0.4, 1.6))


def marker_plate(number: int, measures: Measures) -> Pixels:
    """Return the print on top of a piece: its marker, padded with white to the piece's edge."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    size = MARKER_CELLS * CELL_PX
    marker = cv2.aruco.generateImageMarker(dictionary, number, size)
    padding = round(size * 0.5 * (measures.piece_m - measures.marker_m) / measures.marker_m)
    grey = cv2.copyMakeBorder(marker, *(padding,) * 4, cv2.BORDER_CONSTANT, value=(255,))
    return np.repeat(grey[..., np.newaxis], 3, axis=2).astype(np.uint8)


def board_top() -> Pixels:
    """Return the squares as seen from above with white below: a1, dark, at the lower left."""
    rows, columns = np.mgrid[0 : 8 * SQUARE_PX, 0 : 8 * SQUARE_PX] // SQUARE_PX
    is_dark = ((7 - rows) + columns) % 2 == 0
    return np.where(is_dark[..., np.newaxis], DARK, LIGHT).astype(np.uint8)


def side_print(piece: chess.Piece) -> Pixels:
    """Return the letter on a piece's sides: what it is, in its own colour's opposite."""
    ground, ink = (236, 228, 212), (30, 28, 26)
    if piece.color == chess.BLACK:
        ground, ink = (44, 42, 42), (232, 226, 214)
    picture = np.empty((40, 82, 3), dtype=np.uint8)
    picture[:] = ground
    letter = LETTERS[piece.piece_type]
    (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 3)
    at = ((82 - width) // 2, (40 + height) // 2)
    cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3, cv2.LINE_AA)
    return picture
