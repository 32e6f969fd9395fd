"""By how much a robot has turned, from two pictures of what stands around it.

A point far away stays where it is when the robot turns, and moves through the picture instead. Features
(ORB) of one picture are found again in the other; each match is a pair of rays, and how far their bearings
differ, in the robot's level frame, is how far the robot has turned between the pictures. The median over
all matches forgives wrong ones. The head may have turned too: each picture comes with the place of its
camera.

In pixels, a bearing is atan((column − centre) / focal length) for a level camera; the rays say the same
for one that looks up or down and for a lens that bends.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray, PinholeCamera, Transform3, wrap_array

FEWEST_MATCHES = 10
MOST_FEATURES = 500
ALIKE = 0.8
"""A match counts if the second best candidate is so much worse (Lowe's ratio)."""
LEVEL_RAD = 0.03
"""A turn about the vertical does not raise a point by more than this."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A grey picture, and where its camera was in the robot's level frame."""

    grey: NDArray[np.uint8]
    camera: PinholeCamera
    robot_from_camera: Transform3


@dataclass(frozen=True, slots=True)
class ImageTurn:
    """How far the robot turned to the left, and what that is based on."""

    angle_rad: float
    matches: int
    spread_rad: float  # median distance of single matches from the angle


def turn_between(before: View, after: View, *, expected_rad: float = 0.0) -> ImageTurn | None:
    """Return the turn of the robot from one view to another, or None with fewer than ten matches.

    `expected_rad` only says near which multiple of a whole turn the answer lies.
    """
    pairs = _matched_px(before.grey, after.grey)
    if len(pairs) < FEWEST_MATCHES:
        return None
    first, second = (_directions(view, pairs[:, number]) for number, view in enumerate((before, after)))
    is_level = np.abs(first[:, 1] - second[:, 1]) < LEVEL_RAD
    turns_rad = expected_rad + wrap_array(first[:, 0] - second[:, 0] - expected_rad)[is_level]
    if len(turns_rad) < FEWEST_MATCHES:
        return None
    angle_rad = float(np.median(turns_rad))
    return ImageTurn(angle_rad, len(turns_rad), float(np.median(np.abs(turns_rad - angle_rad))))


def _matched_px(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> FloatArray:
    """Return places (n, 2, 2) of features in the first and in the second picture."""
    finder = cv2.ORB_create(nfeatures=MOST_FEATURES)  # type: ignore[attr-defined]
    (points, words), (other_points, other_words) = (
        finder.detectAndCompute(grey, None) for grey in (before, after)
    )
    if words is None or other_words is None or len(other_words) < 2:
        return np.empty((0, 2, 2))
    candidates = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(words, other_words, k=2)
    return np.array(
        [
            (points[best.queryIdx].pt, other_points[best.trainIdx].pt)
            for best, second in candidates
            if best.distance < ALIKE * second.distance
        ]
    ).reshape(-1, 2, 2)


def _directions(view: View, places_px: FloatArray) -> FloatArray:
    """Return bearing and elevation (n, 2) of pixels in the robot's level frame."""
    rays = view.robot_from_camera.rotate(view.camera.ray(places_px))
    bearing_rad = np.arctan2(rays[:, 1], rays[:, 0])
    elevation_rad = np.arctan2(rays[:, 2], np.hypot(rays[:, 0], rays[:, 1]))
    return np.column_stack((bearing_rad, elevation_rad))
