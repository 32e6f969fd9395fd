"""A way round the table: step away backwards, go round, step up to it. As poses on the board, close
together.

Two manners of going round. "facing" walks sideways with the face to the board, so that the marker stays in
sight all the time. "ahead" walks straight legs with turns between them, as the paper's robot did.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ludens.games.morris.walk.ring import Point, Ring, facing_board, side_at
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

Manner = Literal["facing", "ahead"]

SPACING_M = 0.02
TURN_COST_MPRAD = 0.12
"""What a radian of turning counts as way: it takes about as long."""
ALONG_MORE_M = 0.03
"""So much farther away than at its stations a robot walks that only changes its place along one side."""
SQUARE_TO_TABLE_RAD = 0.35
"""Within this of a side's normal it may walk close along that side."""


@dataclass(frozen=True, slots=True)
class Way:
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


def way_round(
    start: Pose2, goal: Pose2, *, half_m: float, clearance_m: float, manner: Manner = "facing"
) -> Way:
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
        return Way(poses, 1, len(poses) - 2, stops=True)
    if along_m is not None:
        middle = [stepped_away.interpolate(before_table, share) for share in _shares(away, before)]
    else:
        middle = _facing(string)
    backwards = [start.interpolate(stepped_away, share) for share in _shares((start.x_m, start.y_m), away)]
    forwards = [before_table.interpolate(goal, share) for share in _shares(before, (goal.x_m, goal.y_m))]
    poses = (*backwards, *middle, *forwards)
    return Way(poses, len(backwards) - 1, len(backwards) + len(middle), stops=False)


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
