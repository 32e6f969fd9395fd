"""Finds a ball on the floor in a picture of a calibrated camera.

Candidates are round patches without colour on a coloured floor: a ball in white and black, far and near.
Every pixel is judged for itself: the floor has a colour, the ball has none, whether white or black. What
touches becomes one patch; its circle is the one of its area.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import cv2
import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.messages import (
    CameraImage,
    CameraPose,
    CameraPoses,
    Circle,
    Drawing,
    RoundObject,
    Sighting,
    Text,
)
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


ORANGE = "#ff8f4c"


@dataclass(frozen=True, slots=True)
class BallFinderParameters:
    """Measures of the ball, and limits of what is taken for it."""

    camera: Annotated[Literal["top", "bottom"], Meta(description="Whose pictures are looked at.")] = "bottom"
    radius_m: Annotated[float, Meta(gt=0, le=1, description="Its true radius.")] = 0.05
    size_ratio: Annotated[
        float, Meta(ge=1, le=5, description="A disc may be so many times larger or smaller than expected.")
    ] = 1.6
    farthest_m: Annotated[float, Meta(gt=0, le=10, description="Beyond, it is not looked for.")] = 2.5
    place_sigma: Annotated[float, Meta(ge=0, le=1, description="Relative σ of its range.")] = 0.05


class BallFinder(Module[BallFinderParameters]):
    """Finds the round grey patch that is as large as a ball on the floor would be there.

    Its place follows from the ray to its middle, which is one radius above the floor.
    """

    budget_s = 0.006

    def cycle(self, image: CameraImage, places: History[CameraPoses]) -> Sighting:
        """Look at one image of its camera."""
        placed = places.at_or_before(image.time_s)
        found = (
            None
            if placed is None
            else self._found(image, placed.top if self.parameters.camera == "top" else placed.bottom)
        )
        self.debug.drawing("circle", lambda: _drawing(found))
        return Sighting(time_s=image.time_s, found=found)

    def _found(self, image: CameraImage, place: CameraPose) -> RoundObject | None:
        candidates = (self._ball(disc, place) for disc in grey_discs(image.pixels_rgb))
        balls = [ball for ball in candidates if ball is not None]
        return max(balls, key=lambda ball: ball.score, default=None)

    def _ball(self, disc: GreyDisc, place: CameraPose) -> RoundObject | None:
        p = self.parameters
        ray = place.camera.ray(np.array([(disc.column_px, disc.row_px)]))[0]
        point_m = _at_height(place, ray, height_m=p.radius_m)
        if point_m is None:
            return None
        range_m = math.hypot(point_m[0], point_m[1])
        away_m = float(np.linalg.norm(point_m - place.robot_from_camera.translation))
        expected_px = place.camera.focal_x_px * p.radius_m / away_m
        ratio = disc.radius_px / expected_px
        misfit = abs(math.log(ratio)) / math.log(p.size_ratio)
        if range_m > p.farthest_m or misfit > 1.0:
            return None
        return RoundObject(
            center_px=(disc.column_px, disc.row_px),
            radius_px=disc.radius_px,
            score=disc.fill * (1.0 - 0.5 * misfit),
            range_m=range_m,
            range_sigma_m=p.place_sigma * range_m,
            bearing_rad=math.atan2(point_m[1], point_m[0]),
            bearing_sigma_rad=p.place_sigma,
        )


def _at_height(place: CameraPose, ray: FloatArray, *, height_m: float) -> FloatArray | None:
    """Return where a ray of the camera comes down to a height over the floor, in the robot's frame."""
    way = place.robot_from_camera.rotate(ray)
    origin_m = place.robot_from_camera.translation
    if way[2] > -0.02:
        return None
    point_m: FloatArray = origin_m + (height_m - origin_m[2]) / way[2] * way
    return point_m


def _drawing(found: RoundObject | None) -> Drawing:
    if found is None:
        return Drawing(frame="image", shapes=())
    column, row = found.center_px
    return Drawing(
        frame="image",
        shapes=(
            Circle(center=found.center_px, radius=found.radius_px, colour=ORANGE),
            Text(at=(column, row - found.radius_px - 6.0), words=f"{found.range_m:.2f} m", colour=ORANGE),
        ),
    )
