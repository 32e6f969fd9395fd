"""Which covered places may be covered by a piece itself: toppled, upside down, or with its marker hidden.

A hand or the arm hides much at once. A piece that fell over hides a place or two, and its own marker is gone.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import Trouble

MOST_LYING = 2
"""Pieces that fall at once; where more are gone something else is in front of them."""
MOST_COVERED = 3
"""Places that one piece on its side covers, lying on a line or a crossing."""


def lying(
    gone: Sequence[int], covered: Sequence[int], *, seen_at_m: FloatArray, middles_m: FloatArray
) -> Iterator[Trouble]:
    """Name the place of each piece that is gone: the covered one nearest to where it was seen last."""
    if not covered or len(gone) > MOST_LYING or len(covered) > MOST_COVERED * len(gone):
        return
    for piece in gone:
        away_m = np.hypot(*(middles_m[list(covered)] - seen_at_m[piece]).T)
        yield Trouble("lying", (piece,), covered[int(np.nan_to_num(away_m).argmin())])
