import numpy as np
import pytest

from ludens.vision import Circle, Regions, enclosing_circle, measure_regions, roundness


def disc(column: float, row: float, radius: float, *, width: int = 120, height: int = 100) -> Regions:
    rows, columns = np.mgrid[:height, :width]
    inside = (columns - column) ** 2 + (rows - row) ** 2 <= radius**2
    return measure_regions(
        np.where(inside, 0, -1).astype(np.int32), np.zeros((height, width, 3), dtype=np.uint8)
    )


def test_the_enclosing_circle_of_a_disc_is_its_edge() -> None:
    circle = enclosing_circle(disc(60.3, 48.8, 20.0), 0)
    assert (circle.column_px, circle.row_px) == pytest.approx((60.3, 48.8), abs=0.3)
    assert 19.5 < circle.radius_px <= 20.0


@pytest.mark.parametrize("radius", [2.0, 4.0, 4.4, 10.0, 30.0])
def test_a_disc_is_round(radius: float) -> None:
    assert roundness(disc(60.0, 50.0, radius), 0) > 0.95


@pytest.mark.parametrize(("column", "row"), [(0.0, 50.0), (119.0, 50.0), (60.0, 0.0), (60.0, 99.0)])
def test_a_disc_cut_by_the_border_is_still_round(column: float, row: float) -> None:
    assert roundness(disc(column, row, 25.0), 0) > 0.9


def test_squares_and_bars_are_less_round() -> None:
    labels = np.full((100, 120), -1, dtype=np.int32)
    labels[10:40, 10:40] = 0
    labels[60:64, 10:90] = 1
    regions = measure_regions(labels, np.zeros((100, 120, 3), dtype=np.uint8))
    assert roundness(regions, 0) == pytest.approx(2.0 / np.pi, abs=0.05)
    assert roundness(regions, 1) < 0.1


def test_the_visible_area_is_what_lies_in_the_picture() -> None:
    whole = Circle(50.0, 40.0, 20.0).visible_area_px(width_px=100, height_px=80)
    half = Circle(-0.5, 40.0, 20.0).visible_area_px(width_px=100, height_px=80)
    assert whole == pytest.approx(np.pi * 400.0, rel=0.01)
    assert half == pytest.approx(np.pi * 200.0, rel=0.02)
    assert Circle(-50.0, 40.0, 20.0).visible_area_px(width_px=100, height_px=80) == 0


def test_distances_are_negative_inside() -> None:
    circle = Circle(1.0, 2.0, 5.0)
    np.testing.assert_allclose(
        circle.distances_px(np.array([[1.0, 2.0], [4.0, 6.0], [1.0, 12.0]])), [-5.0, 0.0, 5.0]
    )
