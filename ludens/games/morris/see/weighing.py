"""How likely each point is empty or carries a man, by the labels of the pixels on the faces it would have.

A line of sight to a face of a man at point p may end earlier, at a man who stands nearer; and if p is empty
it goes on, to a man behind, to the board, or over the table's edge to who knows what. So what a pixel says
about p depends on what stands at other points. All points are weighed in turn, a few times, each with what
is believed of the others by then. What cannot be seen tells nothing, and a point that is seen in part is
known in part.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

EMPTY, MAN_FIRST, MAN_SECOND, FOREIGN = range(4)
"""The hypotheses about a point."""
PRIOR = np.array([0.44, 0.27, 0.27, 0.02])
SEEN_AS = np.array(
    [
        # board first second other
        [0.930, 0.015, 0.015, 0.040],  # the board
        [0.060, 0.840, 0.010, 0.090],  # a man of the first colour
        [0.060, 0.010, 0.840, 0.090],
        [0.100, 0.030, 0.030, 0.840],  # a man of another colour
        [0.450, 0.120, 0.120, 0.310],  # what is beyond the table
    ]
)
"""How often the pixels of a surface carry each label; blur and the men's unknown places are in it."""
SWEEPS = 4
INDEPENDENT = 9.0
"""A whole man's pixels count as so many independent witnesses: neighbours err together."""


@compiled
def weigh(
    labels: NDArray[np.int8],
    eye_m: FloatArray,
    places_m: FloatArray,
    feet_m: FloatArray,
    half_m: float,
    table_half_m: float,
    seen_as: FloatArray,
    prior: FloatArray,
    sweeps: int,
    independent: float,
) -> tuple[FloatArray, FloatArray]:
    """Return probabilities (24, 4) and the share of each point's faces in sight (24,).

    `labels` (24, n): of the pixel at each place on the faces of a man at each point; -1 is not in the
    picture, or covered, and -2 a face that looks away. `places_m` (24, n, 3) are those places, `feet_m`
    (24, 2) where men at the points stand, if there are any, and `half_m` half their edge.
    """
    points, samples = labels.shape
    nearer = np.zeros((points, samples, points), dtype=np.bool_)
    behind = np.full((points, samples, 3), -1, dtype=np.int64)
    ground = np.zeros((points, samples), dtype=np.int64)
    for point in range(points):
        for sample in range(samples):
            if labels[point, sample] >= 0:
                way = places_m[point, sample] - eye_m
                _order(eye_m, way, feet_m, half_m, point, nearer[point, sample], behind[point, sample])
                ground[point, sample] = _ground(eye_m, way, table_half_m)
    chances = np.empty((points, 4))
    for point in range(points):
        for kind in range(4):
            chances[point, kind] = prior[kind]
    shares = np.zeros(points)
    for _ in range(sweeps):
        for point in range(points):
            faces = 0
            for sample in range(samples):
                faces += labels[point, sample] != -2
            if faces > 0:
                evidence, clear = _evidence(
                    labels[point], nearer[point], behind[point], ground[point], chances, seen_as
                )
                shares[point] = clear / faces
                _share_out(prior, independent / faces, evidence, chances[point])
    return chances, shares


@compiled
def _share_out(prior: FloatArray, weight: float, evidence: FloatArray, chances: FloatArray) -> None:
    """Fill in the chances of all that may be at a point; in loops, which compile much faster than arrays."""
    most, total = -np.inf, 0.0
    for kind in range(4):
        most = max(most, np.log(prior[kind]) + weight * evidence[kind])
    for kind in range(4):
        chances[kind] = np.exp(np.log(prior[kind]) + weight * evidence[kind] - most)
        total += chances[kind]
    for kind in range(4):
        chances[kind] /= total


@compiled
def _evidence(
    labels: NDArray[np.int8],
    nearer: NDArray[np.bool_],
    behind: NDArray[np.int64],
    ground: NDArray[np.int64],
    chances: FloatArray,
    seen_as: FloatArray,
) -> tuple[FloatArray, float]:
    """Return how likely the labels of one point's faces are for each that may be there, as logarithms.

    Also how many of its faces' places are in free sight.
    """
    evidence = np.zeros(4)
    clear = 0.0
    for sample in range(len(labels)):
        label = labels[sample]
        if label < 0:
            continue
        # Stopped by a nearer man, or free up to this place?
        free, before = 1.0, 0.0
        for other in range(len(chances)):
            if nearer[sample, other]:
                for kind in range(1, 4):
                    before += free * chances[other, kind] * seen_as[kind, label]
                free *= chances[other, 0]
        # If the point is empty: men behind it, then the ground.
        through, after = 1.0, 0.0
        for rank in range(3):
            other = behind[sample, rank]
            if other < 0:
                break
            for kind in range(1, 4):
                after += through * chances[other, kind] * seen_as[kind, label]
            through *= chances[other, 0]
        after += through * seen_as[ground[sample], label]
        clear += free
        evidence[0] += np.log(before + free * after)
        for kind in range(1, 4):
            evidence[kind] += np.log(before + free * seen_as[kind, label])
    return evidence, clear


@compiled
def _order(
    eye: FloatArray,
    way: FloatArray,
    feet: FloatArray,
    half: float,
    point: int,
    nearer: NDArray[np.bool_],
    behind: NDArray[np.int64],
) -> None:
    """Note which men would stand before a place, and the first three behind it, nearest first."""
    depths = np.full(3, np.inf)
    for other in range(len(feet)):
        if other == point:
            continue
        enters = _enters(eye, way, feet[other], half, 2.0 * half)
        if 0.0 <= enters < 1.0:
            nearer[other] = True
        elif enters >= 1.0:
            for rank in range(3):
                if enters < depths[rank]:
                    for later in range(2, rank, -1):
                        depths[later], behind[later] = depths[later - 1], behind[later - 1]
                    depths[rank], behind[rank] = enters, other
                    break


@compiled
def _ground(eye: FloatArray, way: FloatArray, table_half: float) -> int:
    """Return what lies at the end of a line of sight: the board (0), or what is beyond the table (4)."""
    if way[2] >= 0.0:
        return 4
    down = -eye[2] / way[2]
    reach = max(abs(eye[0] + down * way[0]), abs(eye[1] + down * way[1]))
    return 4 if reach > table_half else 0


@compiled
def _enters(eye: FloatArray, way: FloatArray, foot: FloatArray, half: float, height: float) -> float:
    """Return at which share of the way a line of sight enters an upright box; -1 if it misses it."""
    enter, leave = 0.0, np.inf
    for axis in range(3):
        low = foot[axis] - half if axis < 2 else 0.0
        high = foot[axis] + half if axis < 2 else height
        if abs(way[axis]) < 1e-12:
            if eye[axis] < low or eye[axis] > high:
                return -1.0
            continue
        first, second = (low - eye[axis]) / way[axis], (high - eye[axis]) / way[axis]
        enter = max(enter, min(first, second))
        leave = min(leave, max(first, second))
    return enter if enter < leave else -1.0
