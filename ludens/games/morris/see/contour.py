"""Where exactly a man stands and how it is turned: its outline is laid onto the edge of its colour.

The outline of an upright cube is a hexagon in the picture. Across each of its sides the colour is followed
from inside to outside; where it ends lies the man's edge. Foot and turn are moved until the hexagon lies on
the edges found (Gauss-Newton, three unknowns). Sides behind another man, and sides where the colour goes on
into a neighbour of the same colour, are left out: what is left of two men that melt together in the picture
is enough.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import read_only
from ludens.games.morris.see.contour_fit import fit_outline
from ludens.geometry import FloatArray

REACHES_PX = np.array([11.0, 5.0, 3.0])
"""How far across an edge is looked, round by round."""
START_SIGMAS = np.array([0.02, 0.02, 0.5])
"""How well foot and turn are known before: weak, but no direction is left open."""


@dataclass(frozen=True, slots=True)
class Outlined:
    """A man as its outline gives it."""

    x_m: float
    y_m: float
    yaw_rad: float
    found: float  # share of the outline that was found
    error_px: float  # root mean square


def outline(
    picture: NDArray[np.uint8],
    sight_numbers: FloatArray,
    *,
    start: tuple[float, float, float],
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
    others_m: FloatArray,
    edge_m: float,
) -> Outlined:
    """Lay the outline of a man about at `start` (x, y, yaw) onto the edge of its colour.

    `colour` and `radius` are its disc in the plane of colours, `gains` bring the picture to white light, and
    `others_m` (k, 2) are the feet of the other men, which may stand before it.
    """
    x_m, y_m, yaw_rad, found, error_px = fit_outline(
        read_only(picture),
        sight_numbers,
        np.array(start),
        colour,
        radius,
        gains,
        others_m,
        0.5 * edge_m,
        REACHES_PX,
        START_SIGMAS,
    )
    return Outlined(x_m, y_m, yaw_rad, found, error_px)
