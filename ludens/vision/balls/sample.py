"""Samples: the patch of a picture round a candidate, shrunk or grown to what the net takes."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.vision.balls.candidates import BallCandidate

Pixels = NDArray[np.uint8]

SAMPLE_PX = 16
REACH = 1.3
"""Half the edge of a patch, in radii of the ball."""


def cut_samples(ycbcr: Pixels, candidates: Sequence[BallCandidate]) -> NDArray[np.uint8]:
    """Return (candidates, 16, 16, 3) patches; beyond the picture its edge goes on."""
    samples = np.empty((len(candidates), SAMPLE_PX, SAMPLE_PX, 3), np.uint8)
    for number, candidate in enumerate(candidates):
        scale = 2.0 * REACH * candidate.radius_px / SAMPLE_PX
        corner = -0.5 * SAMPLE_PX + 0.5
        matrix = np.array(
            (
                (scale, 0.0, candidate.column_px + scale * corner),
                (0.0, scale, candidate.row_px + scale * corner),
            )
        )
        picture = ycbcr
        if scale > 2.0:  # averaging first: a large ball would be sampled at single pixels
            picture, matrix = _shrunk(ycbcr, candidate, scale)
        samples[number] = cv2.warpAffine(
            picture,
            matrix,
            (SAMPLE_PX, SAMPLE_PX),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return samples


def _shrunk(ycbcr: Pixels, candidate: BallCandidate, scale: float) -> tuple[Pixels, NDArray[np.float64]]:
    """Return the surroundings of a candidate, smoothed, and the matrix that samples them."""
    height, width, _ = ycbcr.shape
    reach = REACH * candidate.radius_px + 2.0 * scale
    left, right = max(int(candidate.column_px - reach), 0), min(int(candidate.column_px + reach) + 1, width)
    top, bottom = max(int(candidate.row_px - reach), 0), min(int(candidate.row_px + reach) + 1, height)
    size = int(scale) | 1
    smooth = cv2.blur(ycbcr[top:bottom, left:right], (size, size), borderType=cv2.BORDER_REPLICATE)
    corner = -0.5 * SAMPLE_PX + 0.5
    matrix = np.array(
        (
            (scale, 0.0, candidate.column_px - left + scale * corner),
            (0.0, scale, candidate.row_px - top + scale * corner),
        )
    )
    return np.asarray(smooth, np.uint8), matrix
