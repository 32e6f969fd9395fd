"""A man as geometry: places on its faces, turned and set down anywhere on the board.

Its outline in the picture, the hexagon of its corners and what stands before it, is compiled.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see import projection
from ludens.games.morris.see.projection import pixel
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


@compiled_using(projection)
def corners_of(numbers: FloatArray, state: FloatArray, half: float) -> tuple[FloatArray, FloatArray]:
    """Return the eight corners of a man with this foot and turn on the board, and their pixels."""
    cosine, sine = np.cos(state[2]), np.sin(state[2])
    corners, pixels = np.empty((8, 3)), np.empty((8, 2))
    for corner in range(8):
        ahead = half if corner & 1 else -half
        left = half if corner & 2 else -half
        corners[corner, 0] = state[0] + cosine * ahead - sine * left
        corners[corner, 1] = state[1] + sine * ahead + cosine * left
        corners[corner, 2] = 2.0 * half if corner & 4 else 0.0
        pixels[corner, 0], pixels[corner, 1] = pixel(
            numbers, corners[corner, 0], corners[corner, 1], corners[corner, 2]
        )
    return corners, pixels


@compiled
def hull_of(pixels: FloatArray) -> NDArray[np.int64]:
    """Return the corners of the convex outline in order (gift wrapping); empty if one is behind the eye."""
    count = len(pixels)
    order = np.empty(count, dtype=np.int64)
    start = 0
    for corner in range(count):
        if np.isnan(pixels[corner, 0]):
            return order[:0]
        if pixels[corner, 0] < pixels[start, 0]:
            start = corner
    current, length = start, 0
    while length < count:
        order[length] = current
        length += 1
        following = (current + 1) % count
        for other in range(count):
            cross = (pixels[following, 0] - pixels[current, 0]) * (pixels[other, 1] - pixels[current, 1]) - (
                pixels[following, 1] - pixels[current, 1]
            ) * (pixels[other, 0] - pixels[current, 0])
            if cross < 0.0:
                following = other
        current = following
        if current == start:
            break
    return order[:length]


@compiled
def middle_of(pixels: FloatArray, order: NDArray[np.int64]) -> FloatArray:
    """Return the middle of the outline's corners."""
    middle = np.zeros(2)
    for corner in order:
        middle[0] += pixels[corner, 0]
        middle[1] += pixels[corner, 1]
    middle[0] /= len(order)
    middle[1] /= len(order)
    return middle


@compiled
def outward_of(pixels: FloatArray, one: int, other: int, middle: FloatArray) -> FloatArray:
    """Return the direction across a side of the outline, away from its middle."""
    ahead, down = pixels[other, 0] - pixels[one, 0], pixels[other, 1] - pixels[one, 1]
    length = np.hypot(ahead, down)
    across = np.empty(2)
    across[0], across[1] = down / length, -ahead / length
    if (pixels[one, 0] - middle[0]) * across[0] + (pixels[one, 1] - middle[1]) * across[1] < 0.0:
        across[0], across[1] = -across[0], -across[1]
    return across


@compiled
def is_covered(eye: FloatArray, place: FloatArray, boxes: FloatArray) -> bool:
    """Tell whether one of some upright boxes (x, y, half their width, height) is before a place."""
    covered = False
    for box in range(len(boxes)):
        covered = covered or _covers(eye, place, boxes[box])
    return covered


@compiled
def _covers(eye: FloatArray, place: FloatArray, box: FloatArray) -> bool:
    enter, leave = 0.0, 1.0
    for axis in range(3):
        low = box[axis] - box[2] if axis < 2 else 0.0
        high = box[axis] + box[2] if axis < 2 else box[3]
        way = place[axis] - eye[axis]
        if abs(way) < 1e-12:
            if eye[axis] < low or eye[axis] > high:
                return False
            continue
        first, second = (low - eye[axis]) / way, (high - eye[axis]) / way
        enter = max(enter, min(first, second))
        leave = min(leave, max(first, second))
    return enter < leave
