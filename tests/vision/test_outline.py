import numpy as np
import pytest

from ludens.vision.images import VisionError
from ludens.vision.outline import inside_picture, outline_points
from ludens.vision.regions import Regions, measure_regions


def regions_of(labels: list[list[int]]) -> Regions:
    values = np.array(labels, dtype=np.int32)
    return measure_regions(values, np.zeros((*values.shape, 3), dtype=np.uint8))


def as_set(points: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> set[tuple[float, float]]:
    return {(float(column), float(row)) for column, row in points}


def test_one_pixel_has_the_four_cracks_around_it() -> None:
    regions = regions_of([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    assert as_set(outline_points(regions, 0)) == {(0.5, 1), (1.5, 1), (1, 0.5), (1, 1.5)}


def test_holes_leave_no_points() -> None:
    ring = regions_of([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    full = regions_of([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert as_set(outline_points(ring, 0)) == as_set(outline_points(full, 0))


def test_points_on_the_border_are_told_from_those_of_the_thing() -> None:
    regions = regions_of([[0, 0, 1], [0, 0, 1], [1, 1, 1]])
    inside = inside_picture(outline_points(regions, 0), width_px=3, height_px=3)
    assert as_set(inside) == {(1.5, 0), (1.5, 1), (0, 1.5), (1, 1.5)}


@pytest.mark.parametrize("index", [-1, 1, 3])
def test_a_region_that_is_not_there_is_refused(index: int) -> None:
    with pytest.raises(VisionError, match=f"no region {index}; the picture has 3"):
        outline_points(regions_of([[0, 2]]), index)
