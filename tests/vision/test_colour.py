from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.vision.circle import roundness
from ludens.vision.colour import Colour, colour_score, threshold_colour
from ludens.vision.regions import measure_regions

bright = st.tuples(st.floats(25.0, 127.0), st.floats(25.0, 127.0), st.floats(25.0, 127.0))


def test_a_pure_colour_scores_one_for_itself_and_minus_a_half_for_others() -> None:
    pure = 255.0 * np.eye(3)
    for index, wanted in enumerate(Colour):
        expected = np.full(3, -0.5)
        expected[index] = 1.0
        np.testing.assert_allclose(colour_score(pure, wanted), expected)


@pytest.mark.parametrize("level", [0.0, 10.0, 128.0, 255.0])
def test_greys_score_nothing(level: float) -> None:
    assert float(colour_score((level, level, level), Colour.GREEN)) == 0.0


@given(bright, st.floats(1.0, 2.0), st.sampled_from(Colour))
def test_light_does_not_change_the_score(
    rgb: tuple[float, float, float], light: float, wanted: Colour
) -> None:
    lit = tuple(light * value for value in rgb)
    assert float(colour_score(lit, wanted)) == pytest.approx(float(colour_score(rgb, wanted)))


def test_in_the_dark_the_score_fades() -> None:
    scores = [float(colour_score((0.0, level, 0.0), Colour.GREEN)) for level in (60.0, 30.0, 3.0, 0.0)]
    assert scores == pytest.approx([1.0, 0.5, 0.05, 0.0])


def test_images_keep_their_shape() -> None:
    assert colour_score(np.zeros((4, 5, 3), dtype=np.uint8), Colour.RED).shape == (4, 5)


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
