"""Landmarks made of lines: crossings, and the line through the centre circle.

A crossing of two lines at a right angle is an L where both end there, a T where one does, an X where both go
on. An end at the edge of the picture is none: where it matters, such a crossing is left out.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludens.geometry.soccer_field import CrossingKind
from ludens.vision.field.circle import SeenCircle
from ludens.vision.field.colour import FieldColour, is_field
from ludens.vision.field.lines import SeenLine
from ludens.vision.field.projection import GroundView

Point = tuple[float, float]

RIGHT_ANGLE = math.sin(math.radians(14.0))
BEYOND_M = 0.18
"""A line that goes on beyond a crossing by more than this passes through it; one by less ends there."""
REACH_M = 0.35
"""An end that is farther than this from the crossing has nothing to do with it."""
EDGE_PX = 14
THROUGH_CIRCLE_M = 0.18


@dataclass(frozen=True, slots=True)
class SeenCrossing:
    """A crossing on the ground, in the robot's frame; `yaw_rad` is where its stem or corner points to.

    For a T it is the direction in which the stem leaves the bar, for an L the middle between both arms; for
    an X, one of its lines.
    """

    kind: CrossingKind
    at_m: Point
    yaw_rad: float


@dataclass(frozen=True, slots=True, eq=False)
class FieldBeside:
    """A picture, asked whether there is nothing but field at a place."""

    ycbcr: NDArray[np.uint8]
    view: GroundView
    colour: FieldColour

    def is_seen(self, at_m: Point) -> bool:
        """Tell whether a place on the ground is in the picture, and field is seen there."""
        column, row = self.view.pixels(np.array([(*at_m, 0.0)]))[0].tolist()
        camera = self.view.camera
        inside_x = EDGE_PX < column < camera.width_px - EDGE_PX
        if not (inside_x and EDGE_PX < row < camera.height_px - EDGE_PX):
            return False
        x, y = round(column), round(row)
        y_cb_cr = self.ycbcr[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)
        return is_field(self.colour.numbers, *y_cb_cr.tolist())


def find_crossings(
    lines: Sequence[SeenLine], circle: SeenCircle | None, beside: FieldBeside, *, circle_radius_m: float
) -> tuple[SeenCrossing, ...]:
    """Return the crossings of all pairs of lines that are at a right angle to each other."""
    found = []
    for first, second in combinations(lines, 2):
        crossing = _crossing(first, second, beside)
        if crossing is None:
            continue
        if circle is not None and math.dist(crossing.at_m, circle.center_m) < circle_radius_m + 0.3:
            continue  # arcs of the circle that look straight
        found.append(crossing)
    return tuple(found)


def _crossing(first: SeenLine, second: SeenLine, beside: FieldBeside) -> SeenCrossing | None:
    one, other = first.direction, second.direction
    sine = one[0] * other[1] - one[1] * other[0]
    if abs(one[0] * other[0] + one[1] * other[1]) > RIGHT_ANGLE:
        return None
    gap = (second.start_m[0] - first.start_m[0], second.start_m[1] - first.start_m[1])
    along = (gap[0] * other[1] - gap[1] * other[0]) / sine
    at_m = (first.start_m[0] + along * one[0], first.start_m[1] + along * one[1])
    arms = [_arms(line, at_m, beside) for line in (first, second)]
    if any(arm is None for arm in arms):
        return None
    (first_through, first_way), (second_through, second_way) = arms  # type: ignore[misc]
    if first_through and second_through:
        return SeenCrossing("X", at_m, math.atan2(one[1], one[0]))
    if first_through != second_through:
        stem = second_way if first_through else first_way
        return SeenCrossing("T", at_m, math.atan2(stem[1], stem[0]))
    corner = (first_way[0] + second_way[0], first_way[1] + second_way[1])
    return SeenCrossing("L", at_m, math.atan2(corner[1], corner[0]))


def _arms(line: SeenLine, at_m: Point, beside: FieldBeside) -> tuple[bool, Point] | None:
    """Return whether a line goes on at a crossing, and the way along its longer arm; None if nobody knows."""
    way = line.direction
    start = (line.start_m[0] - at_m[0]) * way[0] + (line.start_m[1] - at_m[1]) * way[1]
    end = (line.end_m[0] - at_m[0]) * way[0] + (line.end_m[1] - at_m[1]) * way[1]
    longer = way if end > -start else (-way[0], -way[1])
    shorter_m = max(min(end, -start), -math.inf)
    if shorter_m > BEYOND_M:
        return True, longer
    away_m = math.hypot(*at_m)
    if shorter_m < -(REACH_M + 0.05 * away_m):
        return None  # the line ends before it gets here
    beyond_m = [
        (at_m[0] - longer[0] * away_m, at_m[1] - longer[1] * away_m) for away_m in (BEYOND_M, BEYOND_M + 0.12)
    ]
    if not all(beside.is_seen(point_m) for point_m in beyond_m):
        return None  # where it would go on, something stands in the way, or the picture ends
    return False, longer


def middle_line(circle: SeenCircle, lines: Sequence[SeenLine]) -> float | None:
    """Return the direction of the line through the circle's middle, if one is seen."""
    best: tuple[float, float] | None = None
    for line in lines:
        way = line.direction
        gap = (circle.center_m[0] - line.start_m[0], circle.center_m[1] - line.start_m[1])
        off_m = abs(way[0] * gap[1] - way[1] * gap[0])
        if off_m < THROUGH_CIRCLE_M and (best is None or line.length_m > best[0]):
            best = line.length_m, math.atan2(way[1], way[0])
    return None if best is None else best[1]
