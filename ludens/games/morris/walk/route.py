"""A route round the table: step away backwards, go round, step up to it; as poses on the board.

Two manners of going round. "facing" walks sideways with the face to the board, so that the marker stays in
sight all the time. "ahead" walks straight legs with turns between them, as the paper's robot did.

The route keeps to a safe ring: a square with round corners, at one distance from the table's edge everywhere.
Frames and sides are those of `ludens.games.morris.board.measures`. The shortest way round from place to place
follows the tight string round the ring; where the table is not between them, it is straight.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ludens.games.morris.board.measures import SIDES
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

Point = tuple[float, float]

SLACK_M = 1e-4
"""The string lies so much nearer to the table than places on the ring, so that those are outside of it."""
Manner = Literal["facing", "ahead"]

SPACING_M = 0.02
TURN_COST_MPRAD = 0.12
"""Length of way that takes about as long as a radian of turning."""
ALONG_MORE_M = 0.03
"""Added to the distance from the table for a walk along one side of it."""
SQUARE_TO_TABLE_RAD = 0.35
"""Within this of a side's normal it may walk close along that side."""


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


@dataclass(frozen=True, slots=True)
class Route:
    """Poses of the robot on the board, in order; the first is where it stands."""

    poses: tuple[Pose2, ...]
    away_until: int  # the pose where it has stepped away
    up_from: int  # the pose where it begins to step up
    stops: bool  # whether it stands at every pose, rather than pass it

    @property
    def length_m(self) -> float:
        """How far it is."""
        return sum(first.distance_m(second) for first, second in pairwise(self.poses))

    @property
    def cost_m(self) -> float:
        """How long it takes, as metres: turns count too."""
        turned_rad = sum(abs(difference(b.yaw_rad, a.yaw_rad)) for a, b in pairwise(self.poses))
        return self.length_m + TURN_COST_MPRAD * turned_rad

    def nearest(self, place: Pose2, *, first: int, last: int) -> int:
        """Return which of the poses `first` to `last` is nearest to a place."""
        return min(range(first, last + 1), key=lambda number: self.poses[number].distance_m(place))

    def ahead(self, number: int, *, by_m: float, last: int) -> int:
        """Return the pose that lies so far after another one, at most the pose `last`."""
        way_m = 0.0
        while number < last and way_m < by_m:
            way_m += self.poses[number].distance_m(self.poses[number + 1])
            number += 1
        return number


def route_round(
    start: Pose2, goal: Pose2, *, half_m: float, clearance_m: float, manner: Manner = "facing"
) -> Route:
    """Return the way from where the robot stands to where it shall stand."""
    ring = Ring(half_m, clearance_m, cuts=1 if manner == "ahead" else 6)
    along_m = _along_one_side(start, goal, ring)
    if along_m is not None:
        ring, manner = Ring(half_m, along_m), "facing"
    away, before = ring.left(start.x_m, start.y_m), ring.left(goal.x_m, goal.y_m)
    string = ring.string(away, before)
    stepped_away = Pose2(*away, start.yaw_rad)
    before_table = Pose2(*before, goal.yaw_rad)
    if manner == "ahead":
        poses = (start, stepped_away, *_legs(string), before_table, goal)
        return Route(poses, 1, len(poses) - 2, stops=True)
    if along_m is not None:
        middle = [stepped_away.interpolate(before_table, share) for share in _shares(away, before)]
    else:
        middle = _facing(string)
    backwards = [start.interpolate(stepped_away, share) for share in _shares((start.x_m, start.y_m), away)]
    forwards = [before_table.interpolate(goal, share) for share in _shares(before, (goal.x_m, goal.y_m))]
    poses = (*backwards, *middle, *forwards)
    return Route(poses, len(backwards) - 1, len(backwards) + len(middle), stops=False)


def _along_one_side(start: Pose2, goal: Pose2, ring: Ring) -> float | None:
    """Return how far from the table to walk if both places are close to one side of it, else None."""
    side = side_at(goal.x_m, goal.y_m)
    normal_rad = math.pi / 2 + side * math.pi / 2
    away_m = [ring.distance_m(pose.x_m, pose.y_m) for pose in (start, goal)]
    is_square = all(abs(difference(p.yaw_rad, normal_rad)) < SQUARE_TO_TABLE_RAD for p in (start, goal))
    if side_at(start.x_m, start.y_m) != side or not is_square or max(away_m) > ring.clearance_m:
        return None
    return min(max(away_m) + ALONG_MORE_M, ring.clearance_m)


def _facing(string: tuple[Point, ...]) -> list[Pose2]:
    """Return poses along a string that look at the board."""
    points = [
        (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        for a, b in pairwise(string)
        for share in _shares(a, b)
    ]
    return [facing_board(*point) for point in points]


def _legs(string: tuple[Point, ...]) -> list[Pose2]:
    """Return where a walker stands that turns at each corner and then walks straight."""
    legs = []
    for (x_m, y_m), (next_x_m, next_y_m) in pairwise(string):
        heading_rad = math.atan2(next_y_m - y_m, next_x_m - x_m)
        legs += [Pose2(x_m, y_m, heading_rad), Pose2(next_x_m, next_y_m, heading_rad)]
    return legs


def _shares(start: Point, goal: Point) -> list[float]:
    """Return shares of a straight line about `SPACING_M` apart, both ends included."""
    pieces = max(1, math.ceil(math.dist(start, goal) / SPACING_M))
    return [piece / pieces for piece in range(pieces + 1)]
