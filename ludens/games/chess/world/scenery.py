"""The table for onlookers: what is printed on board and pieces in MuJoCo, as plain shapes.

A scene has no textures. So the dark squares become plates, and every piece has a sign of its kind on top
instead of its marker: a disc for a pawn, a square for a rook, two strokes for a knight, a diagonal for a
bishop, a ring for a queen, a cross for a king.
"""

import math

import chess
import numpy as np
from msgspec import structs

from ludens.games.chess.rules.places import PIECES, PhysicalPiece
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.world.plate import PLATE
from ludens.games.chess.world.table import (
    BLACK_RGBA,
    DARK,
    LIGHT,
    TABLE_HALF_M,
    TABLE_MIDDLE_M,
    WHITE_RGBA,
    piece_body,
)
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.sim.scenery.shapes import box

Colour = tuple[float, float, float, float]
Part = tuple[str, float, float, float, float, float]
"""Kind, length and width, place (of half the top's edge, from its middle), and turn about the vertical."""

THIN_M = 0.0012
FLOOR_Z_M = -0.75
"""The table stands on it for onlookers; in physics there is nothing below the table."""
LEG_M = 0.07
PUT_DOWN_M = (0.12, -0.45, 0.002)
TABLE_WOOD, SLOT_WOOD = (0.66, 0.50, 0.34, 1.0), (0.57, 0.42, 0.28, 1.0)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
SIGNS: dict[chess.PieceType, tuple[Part, ...]] = {
    chess.PAWN: (("cylinder", 0.62, 0.62, 0.0, 0.0, 0.0),),
    chess.ROOK: (("box", 1.1, 1.1, 0.0, 0.0, 0.0),),
    chess.KNIGHT: (("box", 1.25, 0.34, 0.0, 0.4, 0.0), ("box", 0.34, 1.0, 0.46, 0.1, 0.0)),
    chess.BISHOP: (("box", 1.75, 0.36, 0.0, 0.0, math.pi / 4),),
    chess.QUEEN: (("cylinder", 1.5, 1.5, 0.0, 0.0, 0.0),),
    chess.KING: (("box", 1.5, 0.36, 0.0, 0.0, 0.0), ("box", 0.36, 1.5, 0.0, 0.0, 0.0)),
}
QUEEN_HOLE: Part = ("cylinder", 0.8, 0.8, 0.0, 0.0, 0.0)


def dressed(description: SceneDescription, measures: Measures) -> SceneDescription:
    """The same scene with squares and signs."""
    pieces = {piece_body(piece.id): piece for piece in PIECES}
    entities = tuple(
        _board(entity, measures)
        if entity.name == "board"
        else _piece(entity, pieces[entity.name], measures)
        if entity.name in pieces
        else _with_legs(entity)
        if entity.name == "world"
        else entity
        for entity in description.entities
    )
    return structs.replace(description, entities=entities)


def _with_legs(table: SceneEntity) -> SceneEntity:
    """The table top, of wood, with legs under it."""
    (x_m, y_m, z_m), (half_x_m, half_y_m, half_z_m) = TABLE_MIDDLE_M, TABLE_HALF_M
    high_m = z_m - half_z_m - FLOOR_Z_M
    legs = [
        box(
            (LEG_M, LEG_M, high_m),
            (x_m + along * (half_x_m - LEG_M), y_m + across * (half_y_m - LEG_M), FLOOR_Z_M + 0.5 * high_m),
            TABLE_WOOD,
            finish="wood",
        )
        for along in (-1.0, 1.0)
        for across in (-1.0, 1.0)
    ]
    tops = [structs.replace(shape, colour_rgba=TABLE_WOOD, finish="wood") for shape in table.shapes]
    return SceneEntity(name=table.name, shapes=(*tops, *legs))


def put_down(poses: ScenePoses) -> ScenePoses:
    """The same poses with the calibration plate beside the board, where somebody has laid it."""
    number = poses.names.index(PLATE)
    positions, orientations = list(poses.positions_m), list(poses.orientations)
    positions[number], orientations[number] = PUT_DOWN_M, UPRIGHT
    return structs.replace(poses, positions_m=tuple(positions), orientations=tuple(orientations))


def _board(entity: SceneEntity, measures: Measures) -> SceneEntity:
    """The print becomes a light plate under 32 dark ones; rim and slots stay."""
    squares = next(shape for shape in entity.shapes if _is_print(shape, measures.board_m))
    shapes = [_thicker(shape) for shape in entity.shapes if shape is not squares]
    shapes.append(structs.replace(squares, colour_rgba=_rgba(LIGHT), finish="wood"))
    middles = measures.middles()
    shapes += [
        SceneShape(
            kind="box",
            size_m=(measures.square_m, measures.square_m, 2.0 * THIN_M),
            position_m=(*middles[square].tolist(), 0.0),
            orientation=UPRIGHT,
            colour_rgba=_rgba(DARK),
            finish="wood",
        )
        for square in chess.SquareSet(chess.BB_DARK_SQUARES)
    ]
    return SceneEntity(name=entity.name, shapes=tuple(shapes))


def _thicker(shape: SceneShape) -> SceneShape:
    """What is only printed on the table would flicker in it; the slots are let into its wood."""
    length_m, width_m, height_m = shape.size_m
    if height_m < THIN_M:
        shape = structs.replace(shape, colour_rgba=SLOT_WOOD, finish="wood")
    return structs.replace(shape, size_m=(length_m, width_m, max(height_m, 2.0 * THIN_M)))


def _piece(entity: SceneEntity, piece: PhysicalPiece, measures: Measures) -> SceneEntity:
    """The block, without its prints, with its sign."""
    block = max(entity.shapes, key=lambda shape: math.prod(shape.size_m))
    own, other = (WHITE_RGBA, BLACK_RGBA) if piece.colour == chess.WHITE else (BLACK_RGBA, WHITE_RGBA)
    half_m, top_m = 0.5 * measures.piece_m, 0.5 * measures.piece_height_m
    shapes = [structs.replace(block, colour_rgba=own)]
    shapes += [_part(part, half_m, top_m, other) for part in SIGNS[piece.type]]
    if piece.type == chess.QUEEN:
        shapes.append(_part(QUEEN_HOLE, half_m, top_m + THIN_M, own))
    return SceneEntity(name=entity.name, shapes=tuple(shapes))


def _part(part: Part, half_m: float, height_m: float, colour: Colour) -> SceneShape:
    kind, length, width, ahead, left, turn_rad = part
    return SceneShape(
        kind=kind,
        size_m=(length * half_m, width * half_m, THIN_M),
        position_m=(ahead * half_m, left * half_m, height_m + 0.5 * THIN_M),
        orientation=(math.cos(0.5 * turn_rad), 0.0, 0.0, math.sin(0.5 * turn_rad)),
        colour_rgba=colour,
    )


def _is_print(shape: SceneShape, edge_m: float) -> bool:
    return bool(np.isclose(shape.size_m[0], edge_m) and shape.size_m[2] < THIN_M)


def _rgba(rgb: tuple[int, int, int]) -> Colour:
    red, green, blue = (part / 255.0 for part in rgb)
    return (red, green, blue, 1.0)
