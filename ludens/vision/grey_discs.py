"""Finds round patches without colour on a coloured floor: a ball in white and black, far and near.

Every pixel is judged for itself: the floor has a colour, the ball has none, whether white or black. What
touches becomes one patch; its circle is the one of its area. Whether a patch is as large as a ball there
would be is for the caller to judge, who knows the camera.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from ludens.vision.images import RgbImage, as_rgb

GREYEST = 0.16
"""The channels of a grey pixel differ by less than this part of the brightest, and by some noise."""
NOISE_LEVELS = 8
LEAST_FILL = 0.55
"""Of the circle round a patch: a ball with blurred spots fills more, a line on the floor less."""


@dataclass(frozen=True, slots=True)
class GreyDisc:
    """A patch: its middle, the radius of a disc of the same area, and how much of its circle it fills."""

    column_px: float
    row_px: float
    radius_px: float
    fill: float


def grey_discs(
    pixels_rgb: RgbImage, *, first_row_px: int = 0, least_radius_px: float = 5.0
) -> list[GreyDisc]:
    """Return all round patches from a row down, the largest first. Patches at the edge are left out."""
    pixels = as_rgb(pixels_rgb)[first_row_px:]
    if pixels.size == 0:
        return []
    half = cv2.blur(pixels, (3, 3))[::2, ::2].astype(np.int16)  # half as fine is fine enough
    brightest, darkest = half.max(axis=2), half.min(axis=2)
    mask = (brightest - darkest < GREYEST * brightest + NOISE_LEVELS).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, centers = cv2.connectedComponentsWithStats(mask, connectivity=4)
    discs = []
    height, width = mask.shape
    for label in range(1, count):
        left, top, across, down, area = (int(number) for number in stats[label])
        inside = left > 0 and top > 0 and left + across < width and top + down < height
        radius = float(np.sqrt(area / np.pi))
        if not inside or 2.0 * radius < least_radius_px:
            continue
        rows, columns = np.nonzero(labels[top : top + down, left : left + across] == label)
        _, reach = cv2.minEnclosingCircle(np.stack([columns, rows], axis=1).astype(np.float32))
        fill = area / (np.pi * (reach + 0.5) ** 2)
        if fill >= LEAST_FILL:
            column, row = centers[label]
            discs.append(
                GreyDisc(
                    2.0 * float(column) + 0.5,
                    2.0 * float(row) + 0.5 + first_row_px,
                    2.0 * radius,
                    float(fill),
                )
            )
    return sorted(discs, key=lambda disc: -disc.radius_px)
