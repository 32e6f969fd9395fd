"""What colour a pixel is: board, a player's men, or something else.

The board is white, so it tells the light: every picture is divided by the white that it shows, and a lamp
that is switched, dimmed or tinted changes nothing. What is left of a colour after its brightness is divided
out, too, is a point in a plane,

    ( (r - g) / (r + g + b),  (b - g) / (r + g + b) ),

in which greys are the origin and hue is a direction, which wraps round by itself. Each colour of men is a
disc in that plane, learnt from one man of it and moved slowly after what is seen later.
"""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.core.errors import LudensError
from ludens.geometry import FloatArray

BOARD, FIRST, SECOND, OTHER = range(4)
"""Labels of pixels; OTHER is what is neither the board nor a man of a player."""
BINS, SHIFT = 32, 3
WHITE_LEVEL = 190.0
"""To which the board's white is brought: room above it for what shines."""
DARK, PALE = 75.0, 28.0
"""Sum of the channels under which a colour cannot be told where they differ so little: lines, the marker's
black, deep shadow. Sides of men away from the lamp are as dark, but differ by more than noise."""
GREY = 0.115
"""So near to the origin a colour is a grey."""
WIDEST, SHARE = 0.24, 0.47
"""Radius of a colour's disc: at most this, and this share of the way to the other colour and to grey."""
LEAST_APART = 0.2
"""Of the two colours from each other and from grey: else they cannot be told."""
FOLLOWS, FARTHEST = 0.05, 0.12
"""Share of the way to what is seen that a colour moves, and how far from where it was learnt."""
UNNOTICED = 0.01
"""Colours may move so far before the table is made anew."""
STRIPE = np.array([-0.153, 0.387])
"""The blue round the board's edge is part of it."""


class ColourError(LudensError):
    """Colours that cannot be told apart."""


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
        for name, middle in zip(("first", "second"), middles, strict=True):
            if np.hypot(*middle) < LEAST_APART:
                raise ColourError(
                    f"The {name} man looks grey ({_words(middle)}), like the board or its lines. Is it at "
                    "its point? Men must have a colour."
                )
        if apart < LEAST_APART:
            raise ColourError(
                f"The two men look alike ({_words(middles[0])} and {_words(middles[1])}); take men of two "
                "colours that differ more."
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
        nearest = (to_men[..., colour] < radius[colour]) & (to_men[..., colour] < to_men[..., 1 - colour])
        labels[nearest] = FIRST + colour
    to_stripe = np.linalg.norm(plane - STRIPE, axis=-1)
    to_nearest = np.minimum(to_men[..., 0], to_men[..., 1])
    labels[(to_stripe < 0.2) & (to_stripe < to_nearest)] = BOARD
    labels[(greyness < GREY) & (to_nearest > 0.5 * radius.min())] = BOARD
    labels[dark] = BOARD
    return labels.ravel()


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
