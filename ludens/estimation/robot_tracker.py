"""Other robots as a module: robots seen by both cameras, and what is heard and felt, in the robot's frame."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.estimation.near_things import NearThings
from ludens.estimation.robot_filter import NO_TEAM, OTHER_TEAM, OWN_TEAM, RobotFilter, RobotFilterTuning
from ludens.geometry import FloatArray, Pose2
from ludens.messages import Arrow, Circle, Drawing, FootCollision, LegOdometry, Shape, SonarDistances
from ludens.messages.field import BallState
from ludens.messages.team import RobotsSeen, RobotsTracked, RobotTeam, SeenRobot, TrackedRobot

ITSELF_M = 0.12
"""What is seen nearer than this is the robot's own body."""
LIES = 0.5
"""Of the last sightings: so many show a robot lying that lies."""
HEARD_SIGMA_M = 0.15
TEAMS = {NO_TEAM: RobotTeam.UNKNOWN, OWN_TEAM: RobotTeam.OWN, OTHER_TEAM: RobotTeam.OTHER}
TEAM_NUMBERS = {team: number for number, team in TEAMS.items()}
NO_SIGHTINGS = np.zeros((0, 6))
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
            RobotFilterTuning(p.associate_m, 2.0 * p.associate_m, p.believed_after, p.keep_s)
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
                    at = then.odometry_from_robot
                    self._filter.observe(
                        _sightings(picture.robots),
                        picture.looked_at_m,
                        (at.x_m, at.y_m, at.yaw_rad),
                        picture.time_s,
                    )
        odometry_from_robot = odometry.odometry_from_robot
        robots = self._told(odometry_from_robot.inverse(), now.time_s)
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

    def _told(self, robot_from_odometry: Pose2, time_s: float) -> list[TrackedRobot]:
        at = robot_from_odometry
        return [
            TrackedRobot(
                place_m=(x_m, y_m),
                velocity_mps=(vx_mps, vy_mps),
                team=TEAMS[int(team)],
                fallen=lying > LIES,
                sigma_m=sigma_m,
                seen_s=seen_s,
            )
            for x_m, y_m, vx_mps, vy_mps, sigma_m, seen_s, team, lying in self._filter.known(
                (at.x_m, at.y_m, at.yaw_rad), time_s
            )
        ]


def _sightings(robots: Sequence[SeenRobot]) -> FloatArray:
    """Return robots of a picture as the filter takes them in, without the robot's own body."""
    rows = [
        (*robot.place_m, robot.along_sigma_m, robot.across_sigma_m, TEAM_NUMBERS[robot.team], robot.fallen)
        for robot in robots
        if math.hypot(*robot.place_m) > ITSELF_M
    ]
    return np.array(rows, dtype=float) if rows else NO_SIGHTINGS


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
