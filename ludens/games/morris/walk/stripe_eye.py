"""The module that looks for the stripe round the board: by it a robot finds the board without its marker.

How far it is, is told by the lowest rows of the picture that show its colour. The stripe's lower edge runs
round the table at one height, so the ray through one of its pixels meets it at one place. What would lie
nearer than the robot's own chest is no stripe: it is the robot itself, which may be blue too.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.geometry import FloatArray
from ludens.messages import CameraImage, CameraPose, CameraPoses
from ludens.messages.drawing import Drawing, Text
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardStripeSeen

LOST_S = 1.0
"""The stripe is for finding a board that has not been seen for so long."""
SHRINK = 4
HUE_RANGE = (100, 125)
"""Of OpenCV's 180: blue."""
LEAST_SATURATION, LEAST_VALUE = 110, 40
FEWEST_PX = 25
"""Of the small picture, joined."""
OWN_BODY_M = 0.13
FARTHEST_M = 2.5
STEEPEST = -0.05
"""A ray that sinks less than this meets the table's height nowhere near."""


@dataclass(frozen=True, slots=True)
class StripeEyeParameters:
    """Which camera, and how high the stripe lies."""

    camera: Literal["top", "bottom"] = "bottom"
    height_m: Annotated[
        float,
        Meta(gt=0, le=1, description="Of its lower edge over the floor, round the table."),
    ] = MorrisMeasures().table_height_m - MorrisMeasures().table_thickness_m


class StripeEye(Module[StripeEyeParameters]):
    """Says how near the stripe is, where it is seen, as long as nothing better tells where the board is."""

    budget_s = 0.003

    def cycle(
        self, image: CameraImage, places: History[CameraPoses], board: BoardPose | None
    ) -> BoardStripeSeen | None:
        """Look at one picture."""
        placed = places.at_or_before(image.time_s)
        if placed is None or (board is not None and board.seen_before_s < LOST_S):
            return None
        place = placed.top if self.parameters.camera == "top" else placed.bottom
        nearest_m = nearest_stripe_m(image.pixels_rgb, place, height_m=self.parameters.height_m)
        if nearest_m is None:
            return None
        words = f"stripe {nearest_m[0]:.2f} m ahead, {nearest_m[1]:.2f} m to the left"
        self.debug.drawing(
            "stripe", lambda: Drawing(frame="image", shapes=(Text(at=(10.0, 470.0), words=words),))
        )
        return BoardStripeSeen(time_s=image.time_s, camera=self.parameters.camera, nearest_m=nearest_m)


def nearest_stripe_m(
    pixels_rgb: NDArray[np.uint8], place: CameraPose, *, height_m: float
) -> tuple[float, float] | None:
    """Return the nearest place of the stripe, forward and left of the robot; None where none is seen."""
    small = cv2.resize(pixels_rgb, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
    mask = _blue(small)
    columns = np.flatnonzero(mask.any(axis=0))
    if columns.size == 0:
        return None
    rows = mask.shape[0] - 1 - np.argmax(mask[::-1, columns], axis=0)
    places_px = SHRINK * np.column_stack((columns, rows)).astype(np.float64) + 0.5 * (SHRINK - 1)
    places_m = _at_height(place, places_px, height_m)
    away_m = np.hypot(places_m[:, 0], places_m[:, 1])
    sound = (away_m > OWN_BODY_M) & (away_m < FARTHEST_M)
    if int(sound.sum()) < 3:
        return None
    places_m, away_m = places_m[sound], away_m[sound]
    x_m, y_m, _ = places_m[np.argsort(away_m)[len(away_m) // 20]].tolist()
    return x_m, y_m


def _blue(small_rgb: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where the picture is as blue as the stripe, in patches that are not just grain."""
    hsv = cv2.cvtColor(small_rgb, cv2.COLOR_RGB2HSV)
    lower = np.array([HUE_RANGE[0], LEAST_SATURATION, LEAST_VALUE], np.uint8)
    mask = cv2.inRange(hsv, lower, np.array([HUE_RANGE[1], 255, 255], np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= FEWEST_PX
    large[0] = False
    kept: NDArray[np.bool_] = large[labels]
    return kept


def _at_height(place: CameraPose, places_px: FloatArray, height_m: float) -> FloatArray:
    """Return where rays of the camera come down to a height; infinitely far for those that do not."""
    ways = place.robot_from_camera.rotate(place.camera.ray(places_px))
    origin_m = place.robot_from_camera.translation
    sinking = ways[:, 2] < STEEPEST
    slopes = np.where(sinking, ways[:, 2], -1.0)
    points_m = origin_m + ((height_m - origin_m[2]) / slopes)[:, None] * ways
    found_m: FloatArray = np.where(sinking[:, None], points_m, np.inf)
    return found_m
