"""The colour of the field, which follows the light: one mean in the CbCr plane, at any brightness.

Chroma grows with brightness, chromaticity does not: a shadow on the turf keeps its green. So a pixel's chroma
is scaled to the brightness of the mean before it is compared with it. A pixel is field where it comes close
enough, and is not much brighter than the mean.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

Pixels = NDArray[np.uint8]

SAMPLE_PX = 8
BIN = 4
"""Width of a histogram's cell, in steps of chroma."""
NEUTRAL = 128.0
REFERENCE = 100.0
"""The brightness at which chroma is compared."""
DARKEST, BRIGHTEST = 18.0, 245.0
"""Pixels beyond say nothing about colour."""
LEAST_COLOUR = 0.05
"""Green's share of the three primary colours, beyond the least of them: less is no colour, but grey."""
LEAD_BEHIND, LEAD_SURE = 0.015, 0.08
"""By how much green may be behind the largest share under coloured light, and by how much it surely leads."""
LEAST_CELL = 0.02
"""Of the pixels below the horizon that a colour must have to be the field's."""
APART_FROM_GREY = 0.6
"""Of the way from the mean to grey: so far reaches the field's colour at most."""
ITERATIONS = 3
LEAST_SHARE, LEAST_FIRST_SHARE = 0.12, 0.03
"""Of the pixels below the horizon that must be field, or the mean stays; and at the first look."""


@dataclass(frozen=True, slots=True)
class FieldColour:
    """One mean of brightness and chroma, and how far from it is still field."""

    y: float
    cb: float
    cr: float
    radius: float = 12.0
    brightest: float = 1.75  # of the mean's brightness

    @property
    def numbers(self) -> FloatArray:
        """For compiled code."""
        return np.array(
            [self.y, self.cb - NEUTRAL, self.cr - NEUTRAL, self.radius**2, self.brightest * self.y]
        )


@dataclass(frozen=True, slots=True)
class FieldColourTuning:
    """How the mean follows the light."""

    largest_step: float = 6.0  # of chroma from one picture to the next
    least_radius: float = 9.0
    most_radius: float = 16.0
    spread: float = 3.0  # radius in standard deviations of what is field


class FieldColourFollower:
    """Keeps the field's colour from picture to picture; finds it anew where it was lost."""

    def __init__(self, tuning: FieldColourTuning | None = None) -> None:
        self._tuning = FieldColourTuning() if tuning is None else tuning
        self.colour: FieldColour | None = None

    def look(self, ycbcr: Pixels, *, first_row: int) -> FieldColour | None:
        """Return the field's colour by a picture's rows below the horizon; None where no field is seen."""
        samples = np.ascontiguousarray(ycbcr[max(first_row, 0) :: SAMPLE_PX, ::SAMPLE_PX]).reshape(-1, 3)
        if len(samples) < 100:
            return self.colour
        found = None if self.colour is None else self._followed(samples, self.colour, LEAST_SHARE)
        if found is None:
            found = self._found(samples, LEAST_FIRST_SHARE if self.colour is None else LEAST_SHARE)
        if found is not None:
            self.colour = found
        return self.colour

    def _followed(self, samples: Pixels, colour: FieldColour, least_share: float) -> FieldColour | None:
        for _ in range(ITERATIONS):
            count, mean = _mean_of_field(samples, colour.numbers)
            if count < least_share * len(samples):
                return None
            step = self._tuning.largest_step
            colour = FieldColour(
                y=float(mean[0]),
                cb=colour.cb + min(max(float(mean[1]) + NEUTRAL - colour.cb, -step), step),
                cr=colour.cr + min(max(float(mean[2]) + NEUTRAL - colour.cr, -step), step),
            )
            colour = replace(colour, radius=self._radius(colour, float(mean[3])))
        return colour

    def _radius(self, colour: FieldColour, deviation: float) -> float:
        """Return how far from the mean is field: grey never is, however the field's colour is spread."""
        tuning = self._tuning
        most = min(tuning.most_radius, APART_FROM_GREY * math.hypot(colour.cb - NEUTRAL, colour.cr - NEUTRAL))
        return min(max(tuning.spread * deviation, tuning.least_radius), most)

    def _found(self, samples: Pixels, least_share: float) -> FieldColour | None:
        """Begin at the fullest greenish cell of the histogram."""
        cb, cr, y = _fullest_cell(samples).tolist()
        if cb < 0.0:
            return None
        first = FieldColour(y=y, cb=cb, cr=cr)
        first = replace(first, radius=self._radius(first, self._tuning.most_radius))
        return self._followed(samples, first, least_share)


@compiled
def is_field(colour: FloatArray, y: float, cb: float, cr: float) -> bool:
    """Tell whether a pixel is field; `colour` is what `FieldColour.numbers` gives."""
    if y > colour[4]:
        return False
    scale = colour[0] / max(y, DARKEST)
    scale = min(max(scale, 0.5), 2.5)
    off_b, off_r = (cb - NEUTRAL) * scale - colour[1], (cr - NEUTRAL) * scale - colour[2]
    return bool(off_b * off_b + off_r * off_r < colour[3])


@compiled
def _mean_of_field(samples: Pixels, colour: FloatArray) -> tuple[int, FloatArray]:
    """Return how many samples are field, their mean brightness and scaled chroma, and its deviation."""
    count, sums = 0, np.zeros(5)
    for number in range(samples.shape[0]):
        y, cb, cr = float(samples[number, 0]), float(samples[number, 1]), float(samples[number, 2])
        if y < DARKEST or not is_field(colour, y, cb, cr):
            continue
        scale = min(max(colour[0] / y, 0.5), 2.5)
        off_b, off_r = (cb - NEUTRAL) * scale, (cr - NEUTRAL) * scale
        sums[0] += y
        sums[1] += off_b
        sums[2] += off_r
        sums[3] += (off_b - colour[1]) ** 2 + (off_r - colour[2]) ** 2
        count += 1
    mean = np.zeros(4)
    if count:
        mean[:3] = sums[:3] / count
        mean[3] = np.sqrt(0.5 * sums[3] / count)
    return count, mean


@compiled
def _fullest_cell(samples: Pixels) -> FloatArray:
    """Return cb, cr and brightness of the fullest cell, the greener the better; -1 where nothing is green.

    Cells are of chroma as it would be at one brightness: dark turf would lie too close to grey otherwise.
    """
    cells = 256 // BIN
    counts = np.zeros((cells, cells))
    lights = np.zeros((cells, cells))
    for number in range(samples.shape[0]):
        y = float(samples[number, 0])
        if y < DARKEST or y > BRIGHTEST:
            continue
        b = int((float(samples[number, 1]) - NEUTRAL) * REFERENCE / y + NEUTRAL) // BIN
        r = int((float(samples[number, 2]) - NEUTRAL) * REFERENCE / y + NEUTRAL) // BIN
        if 0 <= b < cells and 0 <= r < cells:
            counts[b, r] += 1.0
            lights[b, r] += y
    green = np.zeros((cells, cells))  # pixels of each cell, as far as it is green
    for b in range(cells):
        for r in range(cells):
            if counts[b, r] > 0.0:
                blue, red = BIN * (b + 0.5) - NEUTRAL, BIN * (r + 0.5) - NEUTRAL
                green[b, r] = counts[b, r] * _greenness(blue / REFERENCE, red / REFERENCE)
    best, best_score = np.full(3, -1.0), LEAST_CELL * samples.shape[0]
    for b in range(1, cells - 1):
        for r in range(1, cells - 1):
            score = green[b - 1 : b + 2, r - 1 : r + 2].sum()
            if green[b, r] > 0.0 and score > best_score:
                best_score = score
                count = counts[b - 1 : b + 2, r - 1 : r + 2].sum()
                y = lights[b - 1 : b + 2, r - 1 : r + 2].sum() / count
                best[0] = NEUTRAL + (BIN * (b + 0.5) - NEUTRAL) * y / REFERENCE
                best[1] = NEUTRAL + (BIN * (r + 0.5) - NEUTRAL) * y / REFERENCE
                best[2] = y
    return best


@compiled
def _greenness(blue: float, red: float) -> float:
    """Return 1 for any turf, 0 for what is grey, blue, red or brown, and between for what nobody could name.

    Chroma is per brightness. Green is the largest share of the three primary colours. By how much is a
    matter of light and cameras: warm light makes turf yellowish, cold light bluish.
    """
    shares = np.maximum(
        np.array((1.0 + 1.402 * red, 1.0 - 0.344 * blue - 0.714 * red, 1.0 + 1.772 * blue)), 0.0
    )
    shares /= shares.sum()
    if shares[1] - min(shares[0], shares[2]) < LEAST_COLOUR:
        return 0.0
    lead = shares[1] - max(shares[0], shares[2])
    return float(min(max((lead + LEAD_BEHIND) / (LEAD_SURE + LEAD_BEHIND), 0.0), 1.0))
