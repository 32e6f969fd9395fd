"""The orange ball: touching orange pixels whose number fits a ball at that place of the picture.

001 took the mean of all orange pixels and let its ray meet the ground, which puts a ball too far away: the
ray to a ball's middle meets the plane one radius above the ground.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.messages.field import SeenBall
from ludens.vision.balls.detector import measured_ball
from ludens.vision.coloured.hues import ORANGE
from ludens.vision.field.projection import GroundView

LEAST_PX = 4
"""Pixels of a ball: 001 takes more than three."""
SMALLEST, LARGEST = 0.3, 2.2
"""Pixels of a ball as a share of the disc that is expected: part of it may be hidden."""
SIGMAS_RAD = (0.012, 0.012)
FARTHEST_M = 6.5


def find_orange_balls(
    labels: NDArray[np.uint8], view: GroundView, *, radius_m: float
) -> tuple[SeenBall, ...]:
    """Return orange discs of a ball's size, the best fitting first."""
    mask = np.equal(labels, ORANGE).astype(np.uint8)
    count, _, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    balls: list[SeenBall] = []
    for number in range(1, count):
        pixels = int(boxes[number, cv2.CC_STAT_AREA])
        if pixels < LEAST_PX:
            continue
        column_px, row_px = middles[number].tolist()
        radius_px = view.ball_radius_px(column_px, row_px, radius_m)
        share = pixels / (math.pi * radius_px**2) if radius_px > 0.0 else 0.0
        if not SMALLEST < share < LARGEST:
            continue
        ball = measured_ball(
            (column_px, row_px),
            radius_px,
            min(share, 1.0 / share),
            view,
            radius_m=radius_m,
            farthest_m=FARTHEST_M,
            sigmas_rad=SIGMAS_RAD,
        )
        if ball is not None:
            balls.append(ball)
    return tuple(sorted(balls, key=lambda ball: -ball.score))
