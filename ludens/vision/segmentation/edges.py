"""The edges of the pixel graph, lightest first, in time proportional to their number.

An edge joins two neighbouring pixels; its weight is their Euclidean distance in RGB, in grey levels (0 to
442). Comparison sorting of the 305,000 edges of a small picture would take most of the segmentation's time,
so weights are rounded to 16-bit **keys** and sorted by counting.

Even spacing of the keys would not do. A region of n pixels grows while the next edge is at most scale / n
heavier than the last: less than a hundredth of a grey level for a wall that fills the picture. With coarser
keys such regions get stuck and fall to pieces. So keys are spaced like floating point numbers, dense where
weights are small and regions large: the key is made of the leading bits of weight + 2, which gives steps of
1/4096 up to 2 grey levels, 1/1024 at 6 and 1/64 at 100.
"""

import cv2
import numpy as np
import numpy.typing as npt

from ludens.core.compiled import compiled
from ludens.vision.images import RgbImage

Keys = npt.NDArray[np.uint16]
"""(directions, height, width): for each pixel the edges to its right, lower and lower right neighbour, and
the one between its right and its lower neighbour. Entries that would leave the picture are undefined."""

KEY_COUNT = 65536
_FIXED_POINT = 128
"""Steps per grey level of the smoothed picture: as many as 16 bits hold."""
_OFFSET = 2.0
_OFFSET_BITS = 0x40000000
"""The bits of _OFFSET as a 32-bit floating point number."""
_DROPPED_BITS = 10

WEIGHT_OF_KEY = ((np.arange(KEY_COUNT, dtype=np.int32) << _DROPPED_BITS) + _OFFSET_BITS).view(
    np.float32
) - np.float32(_OFFSET)
"""Weight in grey levels for which a key stands."""


def smoothed_channels(pixels_rgb: RgbImage, *, sigma_px: float) -> list[npt.NDArray[np.int16]]:
    """Return the three channels, 128 steps a grey level, after a Gaussian filter of `sigma_px` (0: none)."""
    # From 8 to 16 bits in one go, by kernels of floating point numbers that carry the steps along.
    kernel = _gaussian(sigma_px)
    fixed = cv2.sepFilter2D(
        pixels_rgb, cv2.CV_16S, np.float32(_FIXED_POINT) * kernel, kernel, borderType=cv2.BORDER_REFLECT
    )
    return [channel.astype(np.int16, copy=False) for channel in cv2.split(fixed)]


def _gaussian(sigma_px: float) -> npt.NDArray[np.float32]:
    """Return the weights along one axis, to four sigma; a single 1 where nothing is smoothed."""
    if sigma_px == 0.0:
        return np.ones((1, 1), dtype=np.float32)
    width_px = round(8.0 * sigma_px + 1.0) | 1
    return cv2.getGaussianKernel(width_px, sigma_px, cv2.CV_32F).astype(np.float32, copy=False)


def edge_keys(channels: list[npt.NDArray[np.int16]], *, connectivity: int) -> Keys:
    """Return the key of every edge between 4 or 8 neighbours."""
    keys = np.empty((connectivity // 2, *channels[0].shape), dtype=np.uint16)
    _fill_keys(channels[0], channels[1], channels[2], keys)
    return keys


@compiled
def _fill_row(
    first: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]],
    second: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]],
    weights: npt.NDArray[np.float32],
    keys: Keys,
) -> None:
    """Two plain loops over short rows, so that the compiler can use vector instructions."""
    red, green, blue = first
    other_red, other_green, other_blue = second
    for column in range(red.shape[0]):
        d_red = np.float32(red[column]) - np.float32(other_red[column])
        d_green = np.float32(green[column]) - np.float32(other_green[column])
        d_blue = np.float32(blue[column]) - np.float32(other_blue[column])
        distance = np.sqrt(d_red * d_red + d_green * d_green + d_blue * d_blue)
        weights[column] = distance * np.float32(1.0 / _FIXED_POINT) + np.float32(_OFFSET)
    bits = weights.view(np.int32)
    for column in range(red.shape[0]):
        keys[column] = np.uint16((bits[column] - np.int32(_OFFSET_BITS)) >> np.int32(_DROPPED_BITS))


@compiled
def _fill_keys(
    red: npt.NDArray[np.int16], green: npt.NDArray[np.int16], blue: npt.NDArray[np.int16], keys: Keys
) -> None:
    height, width = red.shape
    weights = np.empty(width, dtype=np.float32)
    for row in range(height):
        here = red[row], green[row], blue[row]
        here_left = red[row, :-1], green[row, :-1], blue[row, :-1]
        here_right = red[row, 1:], green[row, 1:], blue[row, 1:]
        _fill_row(here_left, here_right, weights, keys[0, row])
        if row + 1 == height:
            break
        below = red[row + 1], green[row + 1], blue[row + 1]
        _fill_row(here, below, weights, keys[1, row])
        if keys.shape[0] == 4:
            below_left = red[row + 1, :-1], green[row + 1, :-1], blue[row + 1, :-1]
            below_right = red[row + 1, 1:], green[row + 1, 1:], blue[row + 1, 1:]
            _fill_row(here_left, below_right, weights, keys[2, row])
            _fill_row(here_right, below_left, weights, keys[3, row])


@compiled
def sorted_edges(keys: Keys) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Return all edges, lightest first and equal ones in reading order, and where each key ends.

    An edge is written as `pixel number * 4 + direction`; the end is the index after the key's last edge.
    """
    directions, height, width = keys.shape
    ends = np.zeros(KEY_COUNT + 1, dtype=np.uint32)
    counts = ends[1:]
    for direction in range(directions):
        for row in range(height if direction == 0 else height - 1):
            line = keys[direction, row]
            for column in range(width if direction == 1 else width - 1):
                counts[line[column]] += np.uint32(1)
    total = np.uint32(0)
    for key in range(KEY_COUNT + 1):
        total += ends[key]
        ends[key] = total
    edges = np.empty(total, dtype=np.uint32)
    for row in range(height):
        for direction in range(directions):
            if direction != 0 and row + 1 == height:
                continue
            line = keys[direction, row]
            for column in range(width if direction == 1 else width - 1):
                key = line[column]
                place = ends[key]
                edges[place] = np.uint32(((row * width + column) << 2) | direction)
                ends[key] = place + np.uint32(1)
    return edges, ends[:KEY_COUNT]
