"""The scene for onlookers: a board with squares, and pieces that can be told apart."""

import pytest

from ludens.games.chess.rules.places import PIECES
from ludens.games.chess.world import ChessWorld
from ludens.games.chess.world.options import ChessWorldOptions
from ludens.games.chess.world.table import DARK, piece_body
from ludens.messages import SceneDescription, ScenePoses


@pytest.fixture(scope="module")
def scene() -> SceneDescription:
    world = ChessWorld(ChessWorldOptions(render=False, plate=True), seed=905)
    try:
        return world.scene(0)
    finally:
        world.close()


def test_the_board_has_32_dark_squares_of_which_a1_is_one(scene: SceneDescription) -> None:
    board = next(entity for entity in scene.entities if entity.name == "board")
    dark = tuple(part / 255.0 for part in DARK)
    squares = [shape for shape in board.shapes if shape.colour_rgba[:3] == dark]
    assert len(squares) == 32
    x_m, y_m, _ = min((shape.position_m for shape in squares), key=lambda place: place[0] - place[1])
    assert x_m < -0.15  # nearest to white …
    assert y_m > 0.15  # … and at its left


def test_pieces_of_one_kind_look_alike_and_others_do_not(scene: SceneDescription) -> None:
    shapes = {entity.name: entity.shapes for entity in scene.entities}
    looks: dict[object, set[str]] = {}
    for piece in PIECES:
        signs = tuple(sorted(shape.size_m + shape.colour_rgba for shape in shapes[piece_body(piece.id)]))
        looks.setdefault(signs, set()).add(str(piece.symbol))
    assert sorted(len(kinds) for kinds in looks.values()) == [1] * 12


def test_the_plate_goes_with_the_arm_until_somebody_lays_it_aside() -> None:
    world = ChessWorld(ChessWorldOptions(render=False, plate=True), seed=905)
    try:
        assert _plate_height_m(world.scene_poses(0)) > 0.1
        world.take_plate_off()
        assert _plate_height_m(world.scene_poses(0)) < 0.01
    finally:
        world.close()


def _plate_height_m(poses: ScenePoses) -> float:
    return poses.positions_m[poses.names.index("plate")][2]
