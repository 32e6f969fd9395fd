import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.vision.images import VisionError
from ludens.vision.regions import measure_regions


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32 - 1), st.integers(0, 5))
def test_every_measure_is_what_counting_says(height: int, width: int, seed: int, largest: int) -> None:
    random = np.random.default_rng(seed)
    labels = random.integers(-1, largest + 1, (height, width), dtype=np.int32)
    pixels = random.integers(0, 256, (height, width, 3), dtype=np.uint8)
    regions = measure_regions(labels, pixels)
    assert len(regions) == labels.max() + 1
    for label in range(len(regions)):
        rows, columns = np.nonzero(labels == label)
        assert regions.pixel_count[label] == len(rows)
        if len(rows) == 0:
            assert np.isnan(regions.mean_rgb[label]).all()
            assert regions.right_px[label] < regions.left_px[label]
            continue
        np.testing.assert_allclose(regions.mean_rgb[label], pixels[rows, columns].mean(axis=0))
        np.testing.assert_allclose(regions.centroid_px[label], (columns.mean(), rows.mean()))
        box = [regions.left_px, regions.top_px, regions.right_px, regions.bottom_px]
        expected = [columns.min(), rows.min(), columns.max(), rows.max()]
        assert [side[label] for side in box] == expected
        assert regions.touches_border[label] == (
            rows.min() == 0 or columns.min() == 0 or rows.max() == height - 1 or columns.max() == width - 1
        )


def test_the_border_flags_name_the_right_side() -> None:
    labels = np.full((5, 7), 4, dtype=np.int32)
    labels[2, 0], labels[0, 3], labels[2, 6], labels[4, 3] = 0, 1, 2, 3
    labels[2, 3] = 5
    regions = measure_regions(labels, np.zeros((5, 7, 3), dtype=np.uint8))
    flags = [regions.touches_left, regions.touches_top, regions.touches_right, regions.touches_bottom]
    np.testing.assert_array_equal([flag[:4] for flag in flags], np.eye(4, dtype=bool))
    assert [flag[4] for flag in flags] == [True] * 4
    assert not regions.touches_border[5]


def test_a_picture_without_regions_has_none() -> None:
    labels = np.full((3, 3), -1, dtype=np.int32)
    assert len(measure_regions(labels, np.zeros((3, 3, 3), dtype=np.uint8))) == 0


def test_labels_of_another_shape_or_type_are_refused() -> None:
    pixels = np.zeros((3, 4, 3), dtype=np.uint8)
    with pytest.raises(VisionError, match=r"got \(4, 3\) of int32"):
        measure_regions(np.zeros((4, 3), dtype=np.int32), pixels)
    with pytest.raises(VisionError, match="int64"):
        measure_regions(np.zeros((3, 4), dtype=np.int64), pixels)
