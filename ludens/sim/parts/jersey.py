"""The number on a jersey: a digit as bars on chest and back, as on a calculator."""

from typing import NamedTuple

DIGIT_M = (0.032, 0.056)  # width and height
STROKE_M = 0.008
STROKES = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
"""Bars of each digit: a at the top, then clockwise to f, g in the middle."""


class JerseyBar(NamedTuple):
    """One bar of a digit: its middle to the right and above the digit's middle, and its size."""

    right_m: float
    up_m: float
    width_m: float
    height_m: float


def digit_bars(number: int) -> tuple[JerseyBar, ...]:
    """Return the bars of a digit as somebody sees it who stands before it."""
    width_m, height_m = DIGIT_M
    side_m, half_m = 0.5 * (width_m - STROKE_M), 0.5 * (height_m - STROKE_M)
    upright_m = 0.5 * (height_m + STROKE_M)
    bars = {
        "a": JerseyBar(0.0, half_m, width_m, STROKE_M),
        "b": JerseyBar(side_m, 0.5 * half_m, STROKE_M, upright_m),
        "c": JerseyBar(side_m, -0.5 * half_m, STROKE_M, upright_m),
        "d": JerseyBar(0.0, -half_m, width_m, STROKE_M),
        "e": JerseyBar(-side_m, -0.5 * half_m, STROKE_M, upright_m),
        "f": JerseyBar(-side_m, 0.5 * half_m, STROKE_M, upright_m),
        "g": JerseyBar(0.0, 0.0, width_m, STROKE_M),
    }
    return tuple(bars[stroke] for stroke in STROKES[number])
