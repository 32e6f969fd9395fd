from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludens.vision import Colour, measure_regions, roundness, threshold_colour


def test_only_the_wanted_colour_is_labelled(scene: Callable[..., Any], ball: Callable[..., Any]) -> None:
    pixels = scene(balls=(ball(200, 150, 30), ball(60, 120, 14, (30.0, 40.0, 190.0)))).paint()
    for wanted, column, row, radius in ((Colour.GREEN, 200, 150, 30), (Colour.BLUE, 60, 120, 14)):
        regions = measure_regions(threshold_colour(pixels, wanted), pixels)
        largest = int(np.argmax(regions.pixel_count))
        assert regions.centroid_px[largest] == pytest.approx((column, row), abs=1.0)
        assert regions.pixel_count[largest] == pytest.approx(np.pi * radius**2, rel=0.1)
        assert roundness(regions, largest) > 0.85
        assert np.sum(regions.pixel_count) < 1.1 * regions.pixel_count[largest]


def test_things_apart_get_their_own_numbers() -> None:
    pixels = np.zeros((20, 40, 3), dtype=np.uint8)
    pixels[5:15, 5:15] = pixels[5:15, 25:35] = (0, 200, 0)
    labels = threshold_colour(pixels, Colour.GREEN, sigma_px=0.0)
    assert {int(labels[10, 10]), int(labels[10, 30])} == {0, 1}
    assert labels[0, 0] == -1
    assert labels.max() == 1


def test_a_higher_threshold_takes_fewer_pixels(scene: Callable[..., Any], ball: Callable[..., Any]) -> None:
    pixels = scene(balls=(ball(160, 150, 30),)).paint()
    counts = [
        np.sum(threshold_colour(pixels, Colour.GREEN, minimum_score=score) >= 0) for score in (0.1, 0.3, 0.9)
    ]
    assert counts[0] > counts[1] > counts[2] == 0
