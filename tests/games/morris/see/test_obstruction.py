"""A patch on the board is a shadow where lines go on through it, and else something in the way."""

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.colours import BOARD
from ludens.games.morris.see.lines import LineRuler
from ludens.games.morris.see.obstruction import ObstructionDetector
from ludens.games.morris.see.projection import BoardView
from ludens.games.morris.see.unexplained_regions import SHRINK
from ludens.games.morris.world.table import board_print
from ludens.geometry import Transform3
from ludens.robots.nao.places import CAMERA

MEASURES = MorrisMeasures()
WHITE = 234
PATCH_M = ((-0.17, -0.15), (-0.02, -0.15), (-0.02, -0.07), (-0.17, -0.07))


def seen_from(*, pitch_rad: float) -> BoardView:
    place = Transform3.from_rpy(pitch_rad=pitch_rad, yaw_rad=0.5 * math.pi, translation=(-0.05, -0.33, 0.25))
    return BoardView(CAMERA, place.inverse())


SIGHT = seen_from(pitch_rad=0.75)


def board(sight: BoardView = SIGHT) -> NDArray[np.uint8]:
    """The board's print as the camera sees it, with white all round."""
    printed = board_print(MEASURES)
    half_m, size_px = 0.5 * MEASURES.table_width_m, float(len(printed))
    corners_m = np.array(
        [(-half_m, half_m, 0.0), (half_m, half_m, 0.0), (half_m, -half_m, 0.0), (-half_m, -half_m, 0.0)]
    )
    corners_px = np.array([(0.0, 0.0), (size_px, 0.0), (size_px, size_px), (0.0, size_px)], np.float32)
    bent = cv2.getPerspectiveTransform(corners_px, sight.pixels(corners_m).astype(np.float32))
    size = (CAMERA.width_px, CAMERA.height_px)
    return cv2.warpPerspective(printed, bent, size, flags=cv2.INTER_AREA, borderValue=(WHITE,) * 3).astype(
        np.uint8
    )


def patch() -> NDArray[np.bool_]:
    corners = SIGHT.pixels(np.array([(*corner, 0.0) for corner in PATCH_M]))
    mask = np.zeros((CAMERA.height_px, CAMERA.width_px), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), (1,))
    return mask.astype(bool)


def is_in_the_way(pixels: NDArray[np.uint8], sight: BoardView = SIGHT, *, is_clear: bool = False) -> bool:
    small = cv2.resize(pixels, None, fx=1 / SHRINK, fy=1 / SHRINK, interpolation=cv2.INTER_AREA)
    labels = np.full(small.shape[:2], BOARD, np.uint8)
    detector = ObstructionDetector(MEASURES)
    return detector.is_in_the_way(
        pixels,
        small.astype(np.uint8),
        labels,
        sight,
        white=np.full(3, float(WHITE)),
        is_clear=is_clear,
    )


def test_what_is_dark_is_a_shadow_where_somebody_says_so_but_no_hand_is() -> None:
    sleeve, hand = board(), board()
    sleeve[patch()], hand[patch()] = (70, 70, 70), (180, 130, 110)
    assert not is_in_the_way(sleeve, is_clear=True)
    assert is_in_the_way(hand, is_clear=True)


def test_a_shadow_at_the_edge_of_the_picture_where_no_line_can_be_found_is_nothing_in_the_way() -> None:
    sight = seen_from(pitch_rad=0.591)
    rows = sight.pixels(LineRuler(MEASURES).points_m)[:, 1]
    assert (np.abs(rows - (CAMERA.height_px - 3.0)) < 2.0).sum() > 10  # a line runs along the edge
    pixels = board(sight)
    pixels[-35:, 260:480] = (0.4 * pixels[-35:, 260:480]).astype(np.uint8)
    assert not is_in_the_way(pixels, sight)


def test_a_bare_board_is_free() -> None:
    assert not is_in_the_way(board())


@pytest.mark.parametrize("left", [0.7, 0.45, 0.25], ids=["faint", "deep", "at night"])
def test_a_shadow_is_nothing_in_the_way(left: float) -> None:
    pixels = board()
    pixels[patch()] = (left * pixels[patch()]).astype(np.uint8)
    assert not is_in_the_way(pixels)


@pytest.mark.parametrize(
    "colour",
    [(30, 30, 30), (70, 70, 70), (180, 130, 110), (60, 42, 36), (20, 40, 110)],
    ids=["black sleeve", "grey sleeve", "hand", "hand in the dark", "blue sleeve"],
)
def test_what_hides_the_lines_is(colour: tuple[int, int, int]) -> None:
    pixels = board()
    pixels[patch()] = colour
    assert is_in_the_way(pixels)


def test_a_hand_with_its_shadow_beside_it_is_in_the_way() -> None:
    pixels = board()
    inside = patch()
    pixels[inside] = (0.4 * pixels[inside]).astype(np.uint8)
    columns = np.flatnonzero(inside.any(axis=0))
    inside[:, : int(columns.mean())] = False
    pixels[inside] = (180, 130, 110)
    assert is_in_the_way(pixels)
