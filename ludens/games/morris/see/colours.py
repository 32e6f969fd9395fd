"""Classifies the colour of pixels: board, a player's men, or something else.

The board is white, so it tells the light: every picture is divided by the white that it shows, and a lamp
that is switched, dimmed or tinted changes nothing. What is left of a colour after its brightness is divided
out, too, is a point in a plane,

    ( (r - g) / (r + g + b),  (b - g) / (r + g + b) ),

in which greys are the origin and hue is a direction, which wraps round by itself. Each colour of men is a
disc in that plane, learnt from one man of it and moved slowly after what is seen later. A lamp that a face
mirrors adds its white and draws a colour towards grey; so what is of the same hue but stronger than the man
that was learnt from is of that colour, too, and so is what is somewhat paler and very much of its hue.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.core.errors import LudensError
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.lines import LINES
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import FloatArray
from ludens.messages.morris_table import ScanFailure

APART_M = 0.0125
OFF_LINE_M = 0.006
FEWEST = 12
BRIGHTER = 0.6
"""White is what is brighter than this share of all places that should be white: men cover some."""
BOARD, FIRST, SECOND, OTHER = range(4)
"""Labels of pixels; OTHER is what is neither the board nor a man of a player."""
BINS, SHIFT = 32, 3
WHITE_LEVEL = 190.0
"""To which the board's white is brought: room above it for what shines."""
DARK, PALE = 75.0, 28.0
"""Sum of the channels under which a colour cannot be told where they differ so little: lines, the marker's
black, deep shadow. Sides of men away from the lamp are as dark, but differ by more than noise."""
GREY = 0.115
"""Distance from the origin within which a colour is a grey."""
WIDEST, SHARE = 0.24, 0.47
"""Radius of a colour's disc: at most this, and this share of the way to the other colour and to grey."""
PALEST, SLANT = 0.45, 0.25
"""Share of a colour's strength that a mirrored lamp leaves at least, and how far aside its hue may be."""
LEAST_APART = 0.2
"""Of the two colours from each other and from grey: else they cannot be told."""
FOLLOWS, FARTHEST = 0.05, 0.12
"""Share of the way to what is seen that a colour moves, and how far from where it was learnt."""
UNNOTICED = 0.01
"""Colours may move so far before the table is made anew."""
STRIPE = np.array([-0.153, 0.387])
"""The blue round the board's edge is part of it."""


class WhitePlaces:
    """Places of the board that are white wherever no man stands before them."""

    def __init__(self, measures: MorrisMeasures) -> None:
        reach_m = 0.5 * measures.table_width_m - measures.stripe_width_m - 0.006
        steps = np.arange(-reach_m, reach_m, APART_M)
        places_m = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        points_m = measures.points_m()
        free = np.abs(places_m).max(axis=1) > 0.5 * measures.marker_plate_m + 0.008
        for first, second in LINES:
            free &= _distance_m(places_m, points_m[first], points_m[second]) > (
                0.5 * measures.line_width_m + OFF_LINE_M
            )
        for point_m in points_m:
            free &= np.abs(places_m - point_m).max(axis=1) > 0.9 * measures.man_m
        self._places_m = np.column_stack((places_m[free], np.zeros(int(free.sum()))))

    def look(self, pixels_rgb: NDArray[np.uint8], view: BoardView) -> FloatArray | None:
        """Return red, green and blue of the board's white, or None where too little of it is in sight."""
        pixels = view.pixels(self._places_m)
        pixels = pixels[view.camera.sees(pixels)].astype(np.float32)
        if len(pixels) < FEWEST:
            return None
        light = cv2.remap(
            pixels_rgb, pixels[:, :1], pixels[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).reshape(-1, 3)
        # Men are strong in one channel at most, so the least one tells white from them.
        least = light.min(axis=1)
        bright = light[least >= np.sort(least)[math.ceil(BRIGHTER * (len(least) - 1))]]
        white: FloatArray = np.median(bright.astype(np.float64), axis=0)
        return white


def _distance_m(places_m: FloatArray, start_m: FloatArray, end_m: FloatArray) -> FloatArray:
    way = end_m - start_m
    share = np.clip((places_m - start_m) @ way / (way @ way), 0.0, 1.0)
    distance: FloatArray = np.linalg.norm(places_m - (start_m + share[:, np.newaxis] * way), axis=1)
    return distance


class ColourError(LudensError):
    """Colours that cannot be told apart: why, and what was measured, in a sentence."""

    def __init__(self, failure: ScanFailure, details: str) -> None:
        super().__init__(details)
        self.failure = failure


@dataclass(frozen=True, slots=True, eq=False)
class MenColours:
    """The two colours of men, as points of the plane above."""

    learnt: FloatArray  # (2, 2)
    middles: FloatArray  # (2, 2): where they are now
    table: NDArray[np.uint8]  # label of every colour over white, for `labelled`
    tabled: FloatArray  # (2, 2): for which middles the table was made

    @classmethod
    def from_light(cls, first: FloatArray, second: FloatArray) -> "MenColours":
        """Learn from one man of each: its red, green and blue over the board's white."""
        middles = np.array([chroma(first), chroma(second)])
        apart = float(np.hypot(*(middles[0] - middles[1])))
        grey = (ScanFailure.FIRST_GREY, ScanFailure.SECOND_GREY)
        for name, failure, middle in zip(("first", "second"), grey, middles, strict=True):
            if np.hypot(*middle) < LEAST_APART:
                raise ColourError(
                    failure,
                    f"The {name} man looks grey ({_words(middle)}), like the board or its lines. Is it at "
                    "its point? Men must have a colour.",
                )
        if apart < LEAST_APART:
            raise ColourError(
                ScanFailure.ALIKE,
                f"The two men look alike ({_words(middles[0])} and {_words(middles[1])}); take men of two "
                "colours that differ more.",
            )
        return cls(middles, middles, _table(middles), middles)

    def followed(self, colour: int, seen: FloatArray) -> "MenColours":
        """Move a colour a little towards what a man that is surely of it looks like now."""
        middles = self.middles.copy()
        aim = self.learnt[colour] + np.clip(chroma(seen) - self.learnt[colour], -FARTHEST, FARTHEST)
        middles[colour] += FOLLOWS * (aim - middles[colour])
        if np.abs(middles - self.tabled).max() < UNNOTICED:
            return replace(self, middles=middles)
        return MenColours(self.learnt, middles, _table(middles), middles)

    def edge_radius(self, colour: int) -> float:
        """Return the radius at which a man of a colour ends and the white board begins."""
        return 0.5 * float(np.hypot(*self.middles[colour]))


def _table(middles: FloatArray) -> NDArray[np.uint8]:
    """Return the label of every colour over white."""
    plane, greyness, dark = _every_colour()
    to_men = np.linalg.norm(plane[..., np.newaxis, :] - middles, axis=-1)
    radius = _radii(middles)
    labels = np.full(dark.shape, OTHER, dtype=np.uint8)
    for colour in (0, 1):
        is_like = _is_like(plane, middles[colour], float(radius[colour]))
        labels[is_like & (to_men[..., colour] < to_men[..., 1 - colour])] = FIRST + colour
    to_stripe = np.linalg.norm(plane - STRIPE, axis=-1)
    to_nearest = np.minimum(to_men[..., 0], to_men[..., 1])
    labels[(to_stripe < 0.2) & (to_stripe < to_nearest)] = BOARD
    labels[(greyness < GREY) & (to_nearest > 0.5 * radius.min())] = BOARD
    labels[dark] = BOARD
    return labels.ravel()


def _is_like(plane: FloatArray, middle: FloatArray, radius: float) -> NDArray[np.bool_]:
    """Return which colours are a man's: about as learnt, stronger, or paled by a lamp that it mirrors."""
    strength = float(np.hypot(*middle))
    along = plane @ middle / strength
    aside = np.abs(plane[..., 0] * middle[1] - plane[..., 1] * middle[0]) / strength
    beside_ray = np.where(along > strength, aside, np.hypot(along - strength, aside))
    is_paled = (along > PALEST * strength) & (aside < SLANT * along)
    like: NDArray[np.bool_] = (beside_ray < radius) | is_paled
    return like


@cache
def _every_colour() -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """Return the place of every colour over white in the plane, its distance from grey, and if it is dark."""
    levels = (np.arange(BINS) + 0.5) * (1 << SHIFT)
    light = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
    plane = chroma(light)
    pale = light.max(axis=-1) - light.min(axis=-1) < PALE
    return plane, np.hypot(plane[..., 0], plane[..., 1]), (light.sum(axis=-1) < DARK) & pale


def _radii(middles: FloatArray) -> FloatArray:
    apart = float(np.hypot(*(middles[0] - middles[1])))
    from_grey = np.hypot(middles[:, 0], middles[:, 1])
    radii: FloatArray = np.minimum(np.minimum(WIDEST, SHARE * apart), SHARE * from_grey + 0.06)
    return radii


def chroma(light: FloatArray) -> FloatArray:
    """Return the two numbers above, of red, green and blue (..., 3)."""
    total = np.maximum(light.sum(axis=-1), 1.0)
    plane: FloatArray = np.stack(
        ((light[..., 0] - light[..., 1]) / total, (light[..., 2] - light[..., 1]) / total), axis=-1
    )
    return plane


def over_white(light: FloatArray, white: FloatArray) -> FloatArray:
    """Return red, green and blue as they would be if the board were white under a white lamp."""
    result: FloatArray = light * (WHITE_LEVEL / np.maximum(white, 8.0))
    return result


def labelled(pixels_rgb: NDArray[np.uint8], white: FloatArray, table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the label of every pixel, by a table of colours over white."""
    levels = np.arange(256)[:, np.newaxis] * (WHITE_LEVEL / np.maximum(white, 8.0))
    bins = np.minimum(levels.astype(np.int64) >> SHIFT, BINS - 1)
    steps = (bins * np.array([BINS * BINS, BINS, 1])).astype(np.int32)
    return _looked_up(pixels_rgb, np.ascontiguousarray(steps.T), table)


@compiled
def _looked_up(
    pixels: NDArray[np.uint8], steps: NDArray[np.int32], table: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    height, width, _ = pixels.shape
    labels = np.empty((height, width), dtype=np.uint8)
    for row in range(height):
        for column in range(width):
            red, green, blue = pixels[row, column, 0], pixels[row, column, 1], pixels[row, column, 2]
            labels[row, column] = table[steps[0, red] + steps[1, green] + steps[2, blue]]
    return labels


def _words(plane: FloatArray) -> str:
    return f"{plane[0]:+.2f}, {plane[1]:+.2f}"
