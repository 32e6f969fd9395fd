"""Round patches without colour on a coloured floor."""

import cv2
import numpy as np
import pytest

from ludens.vision.ball import grey_discs

FLOOR_RGB = (180, 140, 90)


def floor() -> np.ndarray:
    noise = np.random.default_rng(1).normal(0.0, 4.0, (240, 320, 3))
    return np.clip(np.array(FLOOR_RGB) + noise, 0, 255).astype(np.uint8)


def with_ball(column: int, row: int, radius: int) -> np.ndarray:
    pixels = floor()
    cv2.circle(pixels, (column, row), radius, (225, 225, 228), -1)
    cv2.circle(pixels, (column, row), radius // 3, (12, 12, 12), -1)
    return pixels


@pytest.mark.parametrize("radius", [8, 20, 45])
def test_a_ball_with_spots_is_one_disc(radius: int):
    (disc,) = grey_discs(with_ball(150, 110, radius))
    assert disc.column_px == pytest.approx(150, abs=2)
    assert disc.row_px == pytest.approx(110, abs=2)
    assert disc.radius_px == pytest.approx(radius, abs=2.5)
    assert disc.fill > 0.8


def test_bare_floor_lines_and_balls_cut_by_the_edge_are_none():
    assert grey_discs(floor()) == []
    line = floor()
    cv2.line(line, (20, 40), (290, 200), (240, 240, 240), 6)
    assert grey_discs(line) == []
    assert grey_discs(with_ball(4, 110, 20)) == []
    assert grey_discs(floor(), first_row_px=240) == []


def test_rows_above_the_first_are_not_looked_at():
    pixels = with_ball(150, 60, 15)
    assert len(grey_discs(pixels, first_row_px=20)) == 1
    assert grey_discs(pixels, first_row_px=100) == []
    assert grey_discs(pixels, first_row_px=20)[0].row_px == pytest.approx(60, abs=2)
