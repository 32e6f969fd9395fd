"""Growing regions along the sorted edges.

The forest of regions is kept as one parent per pixel; a root is its own parent and stands for its region.
Three things here are for speed alone: pixel numbers are unsigned (the compiler then leaves out the handling
of negative indices), what is known of a root lies in one place in memory, and loops count instead of
iterating.
"""

import numpy as np
import numpy.typing as npt

from ludens.core.compiled import compiled
from ludens.vision.images import LabelImage

_Numbers = npt.NDArray[np.uint32]
_Floats = npt.NDArray[np.float32]

_LIMIT = 0
"""Column of a region's facts: the heaviest edge along which it may still grow."""
_SIZE = 1
"""Column of a region's facts: pixels; a 32-bit float counts up to 16 million of them exactly."""


@compiled
def _root(parents: _Numbers, pixel: np.uint32) -> np.uint32:
    """Follow the parents to the root, halving the path on the way."""
    parent: np.uint32 = parents[pixel]
    grandparent: np.uint32 = parents[parent]
    while parent != grandparent:
        parents[pixel] = grandparent
        pixel = grandparent
        parent = parents[pixel]
        grandparent = parents[parent]
    return parent


@compiled
def _join(parents: _Numbers, facts: _Floats, first: np.uint32, second: np.uint32) -> np.uint32:
    """Hang the smaller of two trees under the larger and return the common root."""
    size = facts[first, _SIZE] + facts[second, _SIZE]
    if facts[first, _SIZE] < facts[second, _SIZE]:
        first, second = second, first
    parents[second] = first
    facts[first, _SIZE] = size
    return first


@compiled
def grow_regions(
    edges: _Numbers,
    ends: _Numbers,
    weight_of_key: _Floats,
    height: int,
    width: int,
    scale: np.float32,
    minimum_size: int,
) -> LabelImage:
    """Join regions along the edges, as `edges.sorted_edges` gives them, and return the labels.

    An edge joins two regions where its weight is at most `inner + scale / size` of both, with `inner` the
    heaviest edge that holds a region together. Then the edges that joined nothing are gone through once more,
    lightest first, to join what is smaller than `minimum_size` to its most similar neighbour.
    """
    # Where the two ends of an edge lie, counted from its pixel; see `edges.Keys` for the directions.
    first_step = np.array([0, 0, 0, 1], dtype=np.uint32)
    second_step = np.array([1, width, width + 1, width], dtype=np.uint32)

    parents = np.arange(height * width).astype(np.uint32)
    facts = np.empty((height * width, 2), dtype=np.float32)
    facts[:, _LIMIT] = scale
    facts[:, _SIZE] = np.float32(1.0)
    refused = np.empty(edges.size, dtype=np.uint32)
    refused_count = np.uint32(0)
    start = np.uint32(0)
    for key in range(ends.size):
        weight = weight_of_key[key]
        for index in range(start, ends[key]):
            edge = edges[index]
            pixel, direction = edge >> np.uint32(2), edge & np.uint32(3)
            first = _root(parents, np.uint32(pixel + first_step[direction]))
            second = _root(parents, np.uint32(pixel + second_step[direction]))
            if first == second:
                continue
            if weight <= facts[first, _LIMIT] and weight <= facts[second, _LIMIT]:
                root = _join(parents, facts, first, second)
                facts[root, _LIMIT] = weight + scale / facts[root, _SIZE]
            else:
                refused[refused_count] = edge
                refused_count += np.uint32(1)
        start = ends[key]

    for index in range(refused_count):
        edge = refused[index]
        pixel, direction = edge >> np.uint32(2), edge & np.uint32(3)
        first = _root(parents, np.uint32(pixel + first_step[direction]))
        second = _root(parents, np.uint32(pixel + second_step[direction]))
        if first != second and min(facts[first, _SIZE], facts[second, _SIZE]) < minimum_size:
            _join(parents, facts, first, second)

    return _labels(parents, height, width)


@compiled
def _labels(parents: _Numbers, height: int, width: int) -> LabelImage:
    """Number the trees in the order in which reading the picture meets them."""
    labels = np.empty((height, width), dtype=np.int32)
    number_of_root = np.full(parents.size, -1, dtype=np.int32)
    count = np.int32(0)
    for row in range(height):
        for column in range(width):
            root = _root(parents, np.uint32(row * width + column))
            if number_of_root[root] < 0:
                number_of_root[root] = count
                count += np.int32(1)
            labels[row, column] = number_of_root[root]
    return labels
