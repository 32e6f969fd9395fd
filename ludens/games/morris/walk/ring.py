"""The safe ring round the table: a square with round corners, at one distance from the table's edge
everywhere.

Frames and sides are those of `ludens.games.morris.measures`. The shortest way round from place to place
follows the tight string round the ring; where the table is not between them, it is straight.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from ludens.games.morris.measures import SIDES
from ludens.geometry import Pose2

Point = tuple[float, float]

SLACK_M = 1e-4
"""The string lies so much nearer to the table than places on the ring, so that those are outside of it."""


def side_at(x_m: float, y_m: float) -> int:
    """Return which side of the table a place lies at: the quadrant between the board's diagonals."""
    return round((math.atan2(y_m, x_m) + math.pi / 2) / (math.pi / 2)) % SIDES


@dataclass(frozen=True, slots=True)
class Ring:
    """All places at `clearance_m` from a square table of half width `half_m`."""

    half_m: float
    clearance_m: float
    cuts: int = 6  # pieces of each round corner of the string

    def distance_m(self, x_m: float, y_m: float) -> float:
        """Return how far a place is from the table's edge; negative over the table."""
        across_m, along_m = abs(x_m) - self.half_m, abs(y_m) - self.half_m
        outside_m = math.hypot(max(across_m, 0.0), max(along_m, 0.0))
        return outside_m if outside_m > 0.0 else max(across_m, along_m)

    def left(self, x_m: float, y_m: float) -> Point:
        """Return where the straight way from the table meets the ring; a place outside of it stays."""
        near_m = tuple(min(max(value, -self.half_m), self.half_m) for value in (x_m, y_m))
        away_m = math.dist(near_m, (x_m, y_m))
        if away_m >= self.clearance_m:
            return x_m, y_m
        if away_m > 1e-9:
            scale = self.clearance_m / away_m
            return near_m[0] + scale * (x_m - near_m[0]), near_m[1] + scale * (y_m - near_m[1])
        # Over the table (an estimate that cannot be): straight off on the side it is nearest to.
        side, out_m = side_at(x_m, y_m), self.half_m + self.clearance_m
        if side % 2 == 1:
            return math.copysign(out_m, 2 - side), y_m
        return x_m, math.copysign(out_m, side - 1)

    def outline(self) -> tuple[Point, ...]:
        """Return corners of the ring counter-clockwise; between them it is cut straight."""
        radius_m = self.clearance_m - SLACK_M
        corners = []
        for quarter in range(SIDES):
            start_rad = quarter * math.pi / 2
            diagonal_rad = start_rad + math.pi / 4
            middle_x_m = math.copysign(self.half_m, math.cos(diagonal_rad))
            middle_y_m = math.copysign(self.half_m, math.sin(diagonal_rad))
            for cut in range(self.cuts + 1):
                turn_rad = start_rad + cut * math.pi / 2 / self.cuts
                corners.append(
                    (middle_x_m + radius_m * math.cos(turn_rad), middle_y_m + radius_m * math.sin(turn_rad))
                )
        return tuple(corners)

    def string(self, start: Point, goal: Point) -> tuple[Point, ...]:
        """Return the shortest way between two places that are not inside the ring."""
        hull = _hull((*self.outline(), start, goal))
        if start not in hull or goal not in hull:
            return start, goal  # one of them stands before the table as the other sees it
        first, last = hull.index(start), hull.index(goal)
        there = _chain(hull, first, last)
        back = tuple(reversed(_chain(hull, last, first)))
        return min(there, back, key=length_m)


def length_m(points: tuple[Point, ...]) -> float:
    """Return the length of a broken line."""
    return sum(math.dist(*pair) for pair in pairwise(points))


def facing_board(x_m: float, y_m: float) -> Pose2:
    """Return the pose of somebody there who looks at the board's middle."""
    return Pose2(x_m, y_m, math.atan2(-y_m, -x_m))


def _chain(hull: tuple[Point, ...], first: int, last: int) -> tuple[Point, ...]:
    """Return the corners from one to another, counter-clockwise."""
    count = (last - first) % len(hull)
    return tuple(hull[(first + step) % len(hull)] for step in range(count + 1))


def _hull(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the convex hull counter-clockwise (Andrew's monotone chain); without points on its edges."""
    ordered = sorted(set(points))
    halves = []
    for sequence in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in sequence:
            while len(half) >= 2 and _turn(half[-2], half[-1], point) <= 0.0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def _turn(first: Point, second: Point, third: Point) -> float:
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
