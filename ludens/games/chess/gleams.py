"""Where a varnished board mirrors a lamp: its own colour in full light, and white light on top.

A spot is no thing in the way, but what a place loses of its colour under it looks like one. Three things tell
them apart. The spot's light is white, so that without it the place has the colour of its like. A lamp is
mirrored only where it shines, so that this colour is in full light. And camera and lamps do not move: a spot
is where it was, while hands and pieces that fall come from elsewhere. So how much a place mirrors is learnt
while it rests without a piece, and once it is known to mirror none, nothing white that appears there is a
spot, unless it is as faint as a lamp's drift.
"""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray

OFF = 0.10
"""Relative difference of a colour without the spot's light from that of its like that is allowed."""
GRAIN = 7.0
"""Likewise in levels of 255, where places are dark."""
HELD = 0.02
"""How firmly a place is held to be in full light, where grey does not tell its own light from a lamp's."""
DIMMEST, BRIGHTEST = 0.6, 1.25
"""Part of full light that is left to a place without the spot's: pieces cast soft shadows into spots."""
MOST = 110.0
"""Levels of 255 that a spot adds; what is brighter may be anything white."""
CLIPPED = 240.0
"""Of a channel as bright as this, part may be lost: it says only that there is no less."""
LIT = 0.85
"""Part of full light from which on a place that mirrors nothing is known to lie beside the spot."""
RESTS = 8
"""Pictures without change and without a piece in which a place's spot is learnt: of a piece whose marker is
overlooked once, the white edge looks like one."""
MOST_PLACES = 6
"""Of one kind that look strange in a picture in which spots are learnt: more are hidden by an arm that rests
over the table, whose white may look like a spot's."""
SAME, SAME_SHARE = 16.0, 0.25
"""So much may the light of a known spot differ, in levels of 255 and by its own share: lamps drift."""
FOLLOWS = 0.1
"""Part of such a difference that is learnt in a picture."""
RELIT = 0.6
"""Share of places that change at once when somebody switches a lamp: all spots are unknown then."""


class Gleams:
    """Knows how much light of lamps each place mirrors."""

    def __init__(self, places: int) -> None:
        self._known: FloatArray = np.full(places, np.nan)  # levels of 255
        self._rested = np.zeros(places, dtype=int)

    def next_picture(self, changed: NDArray[np.bool_]) -> None:
        """Hear which places look other than in the picture before."""
        self._rested = np.where(changed, 0, self._rested + 1)
        if changed.mean() > RELIT:
            self._known[:] = np.nan

    def stand_on(self, places: Collection[int]) -> None:
        """Hear on which places pieces stand in this picture."""
        self._rested[list(places)] = 0

    def of(
        self,
        places: NDArray[np.intp],
        parts: FloatArray,
        tint: FloatArray,
        in_light: FloatArray,
        *,
        plain: NDArray[np.bool_],
    ) -> NDArray[np.bool_]:
        """Return which places (n) of one kind are under a known spot; learn from those that rest.

        `parts` (3, n, 3) are colours of the whole place and of its halves, `tint` (3) is the kind's colour
        by its red, `in_light` (n) the sum of a place's colour in full light; what is `plain` looks like its
        kind as it is.
        """
        full = in_light / tint.sum()
        own, white = _parted(parts, tint, full)
        plain_light = own[..., np.newaxis] * tint
        away = parts - plain_light - white[..., np.newaxis]
        away = np.where(parts < CLIPPED, np.abs(away), away)
        fits = (away <= np.maximum(OFF * plain_light, GRAIN)).all(axis=2) & (parts < CLIPPED).any(axis=2)
        fits &= (own >= DIMMEST * full) & (own <= BRIGHTEST * full) & (white <= MOST)
        is_spot = fits.all(axis=0)
        light = white[0]
        known = self._known[places]
        rested = self._rested[places] >= RESTS
        may_be_spot = is_spot & ((~plain).sum() <= MOST_PLACES)
        learns = np.isnan(known) & rested & np.where(plain, own[0] >= LIT * full, may_be_spot)
        known = np.where(learns, light, known)
        alike = (np.abs(light - known) <= SAME + SAME_SHARE * np.nan_to_num(known)) | (light <= SAME)
        spots: NDArray[np.bool_] = is_spot & alike
        self._known[places] = known + np.where(spots, FOLLOWS * (light - known), 0.0)
        return spots


def _parted(colours: FloatArray, tint: FloatArray, full: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return own light (by its red) and white light on top, none of it negative, that make colours best."""
    middle = tint.mean()
    spread = float(((tint - middle) ** 2).sum())
    along = (colours * (tint - middle)).sum(axis=-1)
    own = (along + HELD * full) / (spread + HELD)
    white = colours.mean(axis=-1) - own * middle
    dark = white < 0.0
    own = np.where(dark, (colours * tint).sum(axis=-1) / float((tint**2).sum()), own)
    is_clipped = (colours >= CLIPPED).any(axis=-1)
    darkest = colours.argmin(axis=-1)
    lit = np.take_along_axis(colours, darkest[..., np.newaxis], axis=-1)[..., 0] - full * tint[darkest]
    own, white = np.where(is_clipped, full, own), np.where(is_clipped, lit, white)
    return own, np.maximum(white, 0.0)
