"""What a picture tells about where the board is: points of the board, and where their pictures were found.

A corner is found in both directions of the picture; a point of a line only across the line. Both are the
same kind of clue: how far the point's picture lies from where it was found, along one direction.
"""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Clues:
    """Any number of them."""

    points_in_board_m: FloatArray  # (n, 3)
    found_px: FloatArray  # (n, 2)
    across: FloatArray  # (n, 2): the direction of the picture in which the place is known
    sigma_px: FloatArray  # (n,)

    @classmethod
    def of_corners(cls, points_in_board_m: FloatArray, found_px: FloatArray, *, sigma_px: float) -> "Clues":
        """Two clues for each corner."""
        count = len(points_in_board_m)
        return cls(
            np.repeat(points_in_board_m, 2, axis=0),
            np.repeat(found_px, 2, axis=0),
            np.tile(np.eye(2), (count, 1)),
            np.full(2 * count, sigma_px),
        )

    def and_also(self, other: "Clues") -> "Clues":
        """All of both."""
        return Clues(
            np.concatenate((self.points_in_board_m, other.points_in_board_m)),
            np.concatenate((self.found_px, other.found_px)),
            np.concatenate((self.across, other.across)),
            np.concatenate((self.sigma_px, other.sigma_px)),
        )
