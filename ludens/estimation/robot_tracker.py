"""Other robots as a module: robots seen by both cameras, and what is heard and felt, in the robot's frame."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.estimation.moving_point import sighting_covariance
from ludens.estimation.near_things import NearThings
from ludens.estimation.robot_filter import RobotFilter, RobotFilterTuning, RobotSighting
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.polygon import contains
from ludens.messages import Arrow, Circle, Drawing, FootCollision, LegOdometry, Shape, SonarDistances
from ludens.messages.field import BallState
from ludens.messages.team import RobotsSeen, RobotsTracked, RobotTeam, SeenRobot, TrackedRobot

Point = tuple[float, float]

ITSELF_M = 0.12
"""What is seen nearer than this is the robot's own body."""
HIDES_RAD_M = 0.18
"""Half the width of a robot, with some room: it hides what is behind it."""
LIES = 0.5
"""Of the last sightings: so many show a robot lying that lies."""
HEARD_SIGMA_M = 0.15
COLOURS = {RobotTeam.OWN: "#7dc8ff", RobotTeam.OTHER: "#ff5f5f", RobotTeam.UNKNOWN: "#c0c0c0"}


@dataclass(frozen=True, slots=True)
class RobotTrackerParameters:
    """What counts, and for how long."""

    associate_m: Annotated[float, Meta(gt=0, le=2, description="Sightings so near are one robot.")] = 0.3
    believed_after: Annotated[int, Meta(ge=1, le=20, description="Sightings of a robot.")] = 3
    keep_s: Annotated[float, Meta(gt=0, le=60, description="A robot not seen for so long is forgotten.")] = (
        8.0
    )
    heard_m: Annotated[float, Meta(gt=0, le=0.8, description="Echoes from farther away do not count.")] = 0.65
    heard_keep_s: Annotated[
        float, Meta(gt=0, le=60, description="What was heard or felt is remembered so long.")
    ] = 6.0
    heard_within_m: Annotated[
        float, Meta(gt=0, le=5, description="What was heard farther away is not told.")
    ] = 1.2


class RobotTracker(Module[RobotTrackerParameters]):
    """Knows where other robots are, as far as this one sees, hears and feels."""

    budget_s = 0.0005

    def start(self) -> None:
        """Begin alone."""
        p = self.parameters
        self._filter = RobotFilter(
            RobotFilterTuning(
                associate_m=p.associate_m,
                most_associate_m=2.0 * p.associate_m,
                believed_after=p.believed_after,
                keep_s=p.keep_s,
            )
        )
        self._things = NearThings(heard_m=p.heard_m, keep_s=p.heard_keep_s)

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        top: Annotated[Since[RobotsSeen], under("top")],
        bottom: Annotated[Since[RobotsSeen], under("bottom")],
        sonar: SonarDistances | None,
        collision: FootCollision | None,
        ball: BallState | None,
    ) -> RobotsTracked:
        """Take in what was seen, heard and felt; say where everybody is now."""
        if top or bottom:
            for picture in sorted((*top, *bottom), key=lambda seen: seen.time_s):
                then = path.at_or_before(picture.time_s)
                if then is not None:
                    self._look(picture, then.odometry_from_robot)
            self._filter.forget(now.time_s)
        odometry_from_robot = odometry.odometry_from_robot
        robots = self._told(odometry_from_robot.inverse(), now.time_s) if self._filter.hypotheses else []
        things = self._things
        if collision is not None:
            things.feel(collision, odometry_from_robot, now.time_s)
        if sonar is not None:
            things.listen(
                sonar,
                odometry_from_robot,
                now.time_s,
                ball_m=None if ball is None else ball.place_m,
                robots_m=[robot.place_m for robot in robots],
            )
        for place_m in things.near(odometry_from_robot, now.time_s, within_m=self.parameters.heard_within_m):
            robots.append(TrackedRobot(place_m=place_m, sigma_m=HEARD_SIGMA_M, seen_s=now.time_s, heard=True))
        told = tuple(robots)
        self.debug.drawing("robots", lambda: _drawing(told))
        return RobotsTracked(time_s=now.time_s, robots=told)

    def _look(self, picture: RobotsSeen, odometry_from_robot: Pose2) -> None:
        """Take in one picture: robots in it, and robots that should be in it and are not."""
        sightings = [
            _sighting(robot, odometry_from_robot)
            for robot in picture.robots
            if math.hypot(*robot.place_m) > ITSELF_M
        ]
        if not sightings and not self._filter.hypotheses:
            return
        seen = self._filter.observe(sightings, picture.time_s)
        if len(picture.looked_at_m) < 3:
            return
        unseen = [robot for robot in self._filter.hypotheses if robot not in seen]
        if unseen:
            robot_from_odometry, stands_s = odometry_from_robot.inverse(), self._filter.tuning.stands_after_s
            places = {
                id(robot): robot_from_odometry.apply(*robot.place_at(picture.time_s, stands_s))
                for robot in self._filter.hypotheses
            }
            self._filter.missed(
                [
                    robot
                    for robot in unseen
                    if contains(picture.looked_at_m, places[id(robot)])
                    and not _is_hidden(places[id(robot)], list(places.values()))
                ]
            )

    def _told(self, robot_from_odometry: Pose2, time_s: float) -> list[TrackedRobot]:
        tuning = self._filter.tuning
        cosine, sine = math.cos(robot_from_odometry.yaw_rad), math.sin(robot_from_odometry.yaw_rad)
        x_m, y_m = robot_from_odometry.x_m, robot_from_odometry.y_m
        told = []
        for robot in self._filter.known:
            place_x, place_y = robot.place_at(time_s, tuning.stands_after_s)
            _, _, vx, vy = robot.state.tolist()
            told.append(
                TrackedRobot(
                    place_m=(
                        x_m + cosine * place_x - sine * place_y,
                        y_m + sine * place_x + cosine * place_y,
                    ),
                    velocity_mps=(cosine * vx - sine * vy, sine * vx + cosine * vy),
                    team=robot.team(tuning.team_share),
                    fallen=robot.fallen > LIES,
                    sigma_m=robot.sigma_m,
                    seen_s=robot.seen_s,
                )
            )
        return told


def _sighting(robot: SeenRobot, odometry_from_robot: Pose2) -> RobotSighting:
    bearing_rad = math.atan2(robot.place_m[1], robot.place_m[0]) + odometry_from_robot.yaw_rad
    return RobotSighting(
        odometry_from_robot.apply(*robot.place_m),
        sighting_covariance(robot.along_sigma_m, robot.across_sigma_m, bearing_rad),
        robot.team,
        robot.fallen,
    )


def _is_hidden(place_m: Point, others_m: Sequence[Point]) -> bool:
    """Tell whether a nearer robot stands before a place."""
    away_m, bearing_rad = math.hypot(*place_m), math.atan2(place_m[1], place_m[0])
    for other_m in others_m:
        nearer_m = math.hypot(*other_m)
        if nearer_m < away_m - 0.1:
            off_rad = abs(difference(math.atan2(other_m[1], other_m[0]), bearing_rad))
            if off_rad * nearer_m < HIDES_RAD_M:
                return True
    return False


def _drawing(robots: Sequence[TrackedRobot]) -> Drawing:
    shapes: list[Shape] = []
    for robot in robots:
        x_m, y_m = robot.place_m
        colour = COLOURS[robot.team]
        radius_m = 0.06 if robot.heard else 0.13
        shapes.append(Circle(center=(x_m, y_m), radius=radius_m, colour=colour, filled=robot.fallen))
        if math.hypot(*robot.velocity_mps) > 0.05:
            vx, vy = robot.velocity_mps
            shapes.append(Arrow(tail=(x_m, y_m), tip=(x_m + vx, y_m + vy), colour=colour))
    return Drawing(frame="robot", shapes=tuple(shapes))
