"""A man as geometry: places on its faces, turned and set down anywhere on the board."""

from dataclasses import dataclass

import numpy as np

from ludens.games.morris.measures import MorrisMeasures
from ludens.geometry import FloatArray

TOP_COUNT, SIDE_COUNT = 5, 3
TOP_REACH = 0.76
"""How much of the top is looked at, of its edge: men do not stand exactly on their points."""
SIDE_REACH = 0.6
QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""Cosine and sine of the four ways its sides look."""


@dataclass(frozen=True, slots=True, eq=False)
class CubeFaces:
    """Places on the upper face and the four sides of an upright cube, from the middle of its foot."""

    places_m: FloatArray  # (n, 3)
    outward: FloatArray  # (n, 3): the way the face there looks

    @classmethod
    def of(cls, measures: MorrisMeasures) -> "CubeFaces":
        """A grid on every face, away from the edges."""
        edge_m = measures.man_m
        top = 0.5 * TOP_REACH * edge_m * np.linspace(-1.0, 1.0, TOP_COUNT)
        x, y = np.meshgrid(top, top)
        places = [np.column_stack((x.ravel(), y.ravel(), np.full(x.size, edge_m)))]
        outward = [np.tile((0.0, 0.0, 1.0), (x.size, 1))]
        side = 0.5 * SIDE_REACH * edge_m * np.linspace(-1.0, 1.0, SIDE_COUNT)
        along, up = (values.ravel() for values in np.meshgrid(side, 0.5 * edge_m + side))
        for cosine, sine in QUARTERS:
            ahead = np.full(along.size, 0.5 * edge_m)
            places.append(np.column_stack((cosine * ahead - sine * along, sine * ahead + cosine * along, up)))
            outward.append(np.tile((cosine, sine, 0.0), (along.size, 1)))
        return cls(np.concatenate(places), np.concatenate(outward))

    def facing(self, foot_m: FloatArray, eye_m: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return all places for cubes at feet (k, 2) as (k, n, 3), and whether the eye sees that face."""
        feet = np.column_stack((foot_m, np.zeros(len(foot_m))))
        places = feet[:, np.newaxis] + self.places_m
        faces = np.einsum("kni,ni->kn", eye_m - places, self.outward) > 0.0
        return places, faces
