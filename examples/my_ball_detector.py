"""A ball detector of your own, by hue alone, in place of the one that passing ships with.

    ludens play --setup examples/my_ball_detector.py:SETUP

`docs/modules.md` builds this file up step by step.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import cv2
import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.games.passing.play import PASSING
from ludens.games.passing.see import RoundObjectDetector
from ludens.messages import CameraImage, Circle, Drawing, RoundObject, Sighting
from ludens.robots.pioneer import CAMERA, ROBOT_FROM_CAMERA


@dataclass(frozen=True, slots=True)
class MyBallDetectorParameters:
    """Which pixels count as ball. Hues are OpenCV's: 0 to 179, green is about 60."""

    lowest_hue: Annotated[int, Meta(ge=0, le=179, description="Hue where green begins.")] = 45
    highest_hue: Annotated[int, Meta(ge=0, le=179, description="Hue where green ends.")] = 85
    least_saturation: Annotated[int, Meta(ge=0, le=255, description="Paler pixels are left out.")] = 90
    least_pixels: Annotated[int, Meta(ge=1, le=76800, description="Smaller patches are left out.")] = 60
    ball_radius_m: Annotated[float, Meta(gt=0, le=1, description="True radius of the ball.")] = 0.11


class MyBallDetector(Module[MyBallDetectorParameters]):
    """Takes the largest green patch for the ball, and its size for its distance."""

    budget_s = 0.003

    def cycle(self, image: CameraImage) -> Sighting:
        """Look for green; say so also when there is none."""
        p = self.parameters
        hue_saturation_value = cv2.cvtColor(image.pixels_rgb, cv2.COLOR_RGB2HSV)
        mask = cv2.inRange(
            hue_saturation_value, (p.lowest_hue, p.least_saturation, 40), (p.highest_hue, 255, 255)
        )
        self.debug.image("mask", lambda: cv2.cvtColor(mask, cv2.COLOR_GRAY2RGB))
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        patch = max(contours, key=cv2.contourArea, default=None)
        if patch is None or cv2.contourArea(patch) < p.least_pixels or cut_at_side(patch):
            return Sighting(time_s=image.time_s, found=None)
        found = self.placed(patch)
        self.debug.drawing("circle", lambda: drawing(found))
        return Sighting(time_s=image.time_s, found=found)

    def placed(self, patch: np.ndarray) -> RoundObject:
        """Where the patch puts the ball, in the robot's frame.

        Width gives the radius and top the centre, because the lower border of the image cuts a near ball.
        """
        left, top, width, _ = cv2.boundingRect(patch)
        radius = width / 2
        column, row = left + radius - 0.5, top + radius - 0.5
        distance_m = self.parameters.ball_radius_m * CAMERA.focal_x_px / radius
        x_m, y_m, _ = ROBOT_FROM_CAMERA.apply(distance_m * CAMERA.ray(np.array([column, row])))
        return RoundObject(
            center_px=(column, row),
            radius_px=radius,
            score=1.0,
            range_m=math.hypot(x_m, y_m),
            range_sigma_m=distance_m * (1.0 / radius + 0.03),
            bearing_rad=math.atan2(y_m, x_m),
            bearing_sigma_rad=0.01,
        )


def cut_at_side(patch: np.ndarray) -> bool:
    """A ball cut by the left or right border looks narrower, and so farther away, than it is."""
    left, _, width, _ = cv2.boundingRect(patch)
    return left == 0 or left + width == CAMERA.width_px


def drawing(found: RoundObject) -> Drawing:
    """A circle on the camera image of the studio."""
    return Drawing(
        frame="image", shapes=(Circle(center=found.center_px, radius=found.radius_px, colour="lime"),)
    )


SETUP = PASSING.named("my-ball").replacing(RoundObjectDetector, MyBallDetector, under="ball")
