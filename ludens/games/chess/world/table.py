"""Table, board and pieces as MuJoCo sees them."""

import chess
import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.measures import Measures
from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.pieces import PIECES, PhysicalPiece
from ludens.games.chess.rules.places import in_slot
from ludens.games.chess.world.markers import RIM, board_top, marker_plate, side_print
from ludens.geometry import Transform3
from ludens.robots.iiwa.noise import TableVariation
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
    configuration: Configuration,
    base_from_board: Transform3,
    variation: TableVariation,
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
