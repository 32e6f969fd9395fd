"""Things so near that sonars hear them or feet run into them, kept while the robot turns away.

A sonar's cone is wide: what both hear at about the same distance is taken to be ahead, what only one hears
in the outer part of its cone. An echo that fits the ball, or a robot that is seen, is that one's. Bumpers
feel what lies too low for sonars (004, §5.13), which therefore take nothing away that was felt.
"""

import math
from collections.abc import Sequence

import numpy as np

from ludens.estimation.obstacle_memory import ObstacleMemory
from ludens.geometry import Pose2
from ludens.messages import FootCollision, SonarDistances
from ludens.robots.nao.places import PLACES, SONAR_FARTHEST_M

Point = tuple[float, float]

SONARS = {side: Pose2.from_transform3(PLACES[f"{side}Sonar"].link_from_place) for side in "LR"}
"""Places and directions on the torso, seen from above."""
SAME_THING_M = 0.12
"""Both sonars hear the same thing if their distances differ by less."""
OUTWARDS = 0.2
"""Of a distance: so much farther out than a sonar's axis is what only that sonar hears."""
BALL_FITS_M = 0.15
ROBOT_FITS_M = 0.15
ROBOT_RADIUS_M = 0.10
"""A sonar hears the front of a robot, whose middle is so much farther away."""
ROBOT_CONE_RAD = 0.9
SAME_ROBOT_M = 0.25
"""What was heard so near to the middle of a robot that is seen since was that robot."""
FELT_M = {"left": (0.17, 0.05), "right": (0.17, -0.05), "both": (0.18, 0.0)}
"""Where something is that a foot's bumper runs into."""
SURE_CONE_RAD = 0.15
"""Only the core of a sonar's cone is proof that nothing is there."""


class NearThings:
    """What was heard no farther away than `heard_m`, or felt, for as long as it is kept."""

    def __init__(self, *, heard_m: float, keep_s: float) -> None:
        self._heard_m, self._keep_s = heard_m, keep_s
        self._heard, self._felt = ObstacleMemory(capacity=64), ObstacleMemory(capacity=4)
        self._newest_s = -math.inf
        self._collides = False

    def listen(
        self,
        sonar: SonarDistances,
        odometry_from_robot: Pose2,
        time_s: float,
        *,
        ball_m: Point | None,
        robots_m: Sequence[Point],
    ) -> None:
        """Take in what the sonars hear now; ball and robots, in the robot's frame, are known otherwise."""
        points = [
            odometry_from_robot.apply(*echo_m)
            for echo_m in heard_at(sonar, farthest_m=self._heard_m)
            if not (ball_m is not None and _is_balls(echo_m, ball_m))
            and not any(_is_robots(echo_m, robot_m) for robot_m in robots_m)
        ]
        if points:
            self._heard.add(np.array(points), time_s)
            self._newest_s = time_s
        if time_s - self._newest_s > self._keep_s:
            return
        self._see_through(odometry_from_robot, sonar, time_s)
        for robot_m in robots_m:
            if math.hypot(*robot_m) < self._heard_m + ROBOT_RADIUS_M + ROBOT_FITS_M:
                self._heard.forget_near(*odometry_from_robot.apply(*robot_m), radius_m=SAME_ROBOT_M)

    def feel(self, collision: FootCollision, odometry_from_robot: Pose2, time_s: float) -> None:
        """Take in whether the feet run into something now; it is noted once."""
        begins = collision.collides and not self._collides
        self._collides = collision.collides
        if begins and collision.side is not None:
            self._felt.add(np.array([odometry_from_robot.apply(*FELT_M[collision.side])]), time_s)
            self._newest_s = time_s

    def near(self, odometry_from_robot: Pose2, time_s: float, *, within_m: float) -> list[Point]:
        """Return what is near, in the robot's frame; older things are forgotten."""
        if time_s - self._newest_s > self._keep_s:
            return []
        points: list[Point] = []
        for memory in (self._heard, self._felt):
            memory.forget(before_s=time_s - self._keep_s)
            near = memory.points_in_robot_m(odometry_from_robot, within_m=within_m).tolist()
            points += [(x_m, y_m) for x_m, y_m in near]
        return points

    def _see_through(self, robot: Pose2, sonar: SonarDistances, time_s: float) -> None:
        """Forget what a sonar now looks through."""
        beams, ranges_m = [], []
        for side, range_m in (("L", sonar.left_m), ("R", sonar.right_m)):
            at = robot @ SONARS[side]
            beams.append((at.x_m, at.y_m, at.yaw_rad))
            ranges_m.append(0.0 if sonar.is_silent else SONAR_FARTHEST_M if range_m is None else range_m)
        self._heard.see_through(
            np.array(beams),
            np.array(ranges_m),
            half_angle_rad=SURE_CONE_RAD,
            margin_m=0.15,
            before_s=time_s - 0.5,
        )


def heard_at(sonar: SonarDistances, *, farthest_m: float) -> list[Point]:
    """Return where things are that sonars hear, in the robot's frame."""
    left_m, right_m = (
        None if range_m is None or range_m > farthest_m else range_m
        for range_m in (sonar.left_m, sonar.right_m)
    )
    if left_m is not None and right_m is not None and abs(left_m - right_m) < SAME_THING_M:
        return [(0.5 * (left_m + right_m) + SONARS["L"].x_m, 0.0)]
    return [
        SONARS[side].apply(range_m, range_m * (OUTWARDS if side == "L" else -OUTWARDS))
        for side, range_m in (("L", left_m), ("R", right_m))
        if range_m is not None
    ]


def _is_balls(echo_m: Point, ball_m: Point) -> bool:
    return abs(math.hypot(*echo_m) - math.hypot(*ball_m)) <= BALL_FITS_M


def _is_robots(echo_m: Point, robot_m: Point) -> bool:
    off_m = math.hypot(*echo_m) + ROBOT_RADIUS_M - math.hypot(*robot_m)
    return abs(off_m) < ROBOT_FITS_M and abs(math.atan2(robot_m[1], robot_m[0])) < ROBOT_CONE_RAD
