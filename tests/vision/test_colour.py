import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.vision import Colour, colour_score

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
