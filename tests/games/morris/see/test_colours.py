import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.games.morris.see.colours import (
    BOARD,
    FIRST,
    OTHER,
    SECOND,
    ColourError,
    MenColours,
    chroma,
    labelled,
    over_white,
)

YELLOW, RED, GREEN = np.array([0.86, 0.68, 0.08]), np.array([0.74, 0.10, 0.12]), np.array([0.16, 0.52, 0.22])
WHITE, BLACK = np.array([0.93, 0.92, 0.9]), np.array([0.09, 0.09, 0.1])
COLOURS = MenColours.from_light(190.0 * YELLOW, 190.0 * RED)
lamps = st.tuples(st.floats(0.45, 1.0), st.floats(0.9, 1.1), st.floats(0.9, 1.1))


@settings(max_examples=40)
@given(lamps, st.floats(0.6, 1.0))
def test_a_lamp_of_any_level_and_tint_changes_no_label(
    lamp: tuple[float, float, float], facing: float
) -> None:
    level, red, blue = lamp
    light = 230.0 * level * np.array([red, 1.0, blue])
    pixels = np.array([[facing * light * thing for thing in (WHITE, BLACK, YELLOW, RED, GREEN)]])
    labels = labelled(np.clip(pixels, 0, 255).astype(np.uint8), light * WHITE, COLOURS.table)
    assert labels.tolist() == [[BOARD, BOARD, FIRST, SECOND, OTHER]]


def test_the_dark_sides_of_men_are_no_lines() -> None:
    men_and_lines = [(45, 36, 5), (53, 7, 10), (47, 10, 8), (17, 19, 17), (24, 14, 15), (12, 20, 26)]
    labels = labelled(np.array([men_and_lines], np.uint8), np.array([198.0, 214.0, 188.0]), COLOURS.table)
    assert labels.tolist() == [[FIRST, SECOND, SECOND, BOARD, BOARD, BOARD]]


@given(st.floats(0.0, 0.35))
def test_men_are_of_a_colour_that_was_learnt_where_a_lamp_was_mirrored(mirrored: float) -> None:
    paled = [190.0 * (man + mirrored * WHITE) for man in (YELLOW, RED)]
    colours = MenColours.from_light(*paled)
    light = 200.0 * WHITE
    pixels = np.array([[light * thing for thing in (YELLOW, RED, GREEN, WHITE, BLACK)]])
    labels = labelled(np.clip(pixels, 0, 255).astype(np.uint8), light * WHITE, colours.table)
    assert labels.tolist() == [[FIRST, SECOND, OTHER, BOARD, BOARD]]


@given(st.floats(0.0, 0.35))
def test_men_that_mirror_a_lamp_keep_their_colour_and_skin_is_nobodys(mirrored: float) -> None:
    light = 170.0 * WHITE
    skins = np.array([[0.88, 0.67, 0.55], [0.55, 0.33, 0.24]])
    things = [YELLOW + mirrored * WHITE, RED + mirrored * WHITE, *skins]
    pixels = np.array([[light * thing for thing in things]])
    labels = labelled(np.clip(pixels, 0, 255).astype(np.uint8), light * WHITE, COLOURS.table)
    assert labels[0, :2].tolist() == [FIRST, SECOND]
    assert not set(labels[0, 2:].tolist()) & {FIRST, SECOND}


def test_of_two_colours_of_one_hue_each_keeps_its_own() -> None:
    pink = RED + 0.3 * WHITE
    colours = MenColours.from_light(190.0 * pink, 190.0 * RED)
    light = 200.0 * WHITE
    pixels = np.array([[light * pink, light * RED]])
    labels = labelled(np.clip(pixels, 0, 255).astype(np.uint8), light * WHITE, colours.table)
    assert labels.tolist() == [[FIRST, SECOND]]


def test_men_that_look_alike_or_grey_are_refused_in_words() -> None:
    with pytest.raises(ColourError, match="alike"):
        MenColours.from_light(190.0 * RED, 170.0 * RED)
    with pytest.raises(ColourError, match="first man looks grey"):
        MenColours.from_light(190.0 * WHITE, 190.0 * RED)


def test_colours_follow_slowly_and_not_too_far() -> None:
    colours = COLOURS
    aged = 190.0 * np.array([0.80, 0.56, 0.14])
    for _ in range(100):
        colours = colours.followed(0, aged)
    assert np.abs(colours.middles[0] - chroma(aged)).max() < 0.01
    for _ in range(150):
        colours = colours.followed(0, 190.0 * RED)
    assert np.abs(colours.middles[0] - colours.learnt[0]).max() < 0.13
    assert (colours.middles[1] == COLOURS.middles[1]).all()


def test_red_is_no_seam_in_the_circle_of_hues() -> None:
    purplish, orange = np.array([0.70, 0.08, 0.16]), np.array([0.74, 0.15, 0.10])  # hues of 352° and 5°
    away = np.linalg.norm(chroma(over_white(purplish, np.ones(3))) - chroma(over_white(orange, np.ones(3))))
    assert away < 0.2
