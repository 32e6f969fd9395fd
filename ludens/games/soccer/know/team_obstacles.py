"""Everything that is in a player's way, by the knowledge of its whole team (004, §5.8).

Robots: those that this robot sees, and those that mates tell of (`team_robots`). Map: posts and nets of the
goals. Rules: the ground round the ball while the other team has a free kick. And what was heard or touched.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.know.team_robots import fused_robots, told_robots
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName, SoccerField
from ludens.messages import Circle, Drawing
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus, Obstacles
from ludens.messages.team import (
    FieldObstacle,
    ObstacleKind,
    RobotsTracked,
    RobotTeam,
    TeamBall,
    Teammates,
    TeamObstacles,
    TrackedRobot,
)

Point = tuple[float, float]

ROBOT_RADIUS_M = 0.12
LYING_RADIUS_M = 0.25
HEARD_RADIUS_M = 0.03
"""Of what sonars hear: its front is where the echo comes from."""
FREE_KICK_M = 0.75
"""So far away from the ball opponents stay, by the rules of 2019."""
GOAL_STEP_M = 0.25
"""Between two points of a goal's net."""
KIND_OF_TEAM = {
    RobotTeam.OWN: ObstacleKind.MATE,
    RobotTeam.OTHER: ObstacleKind.OPPONENT,
    RobotTeam.UNKNOWN: ObstacleKind.ROBOT,
}
MOVABLE = (ObstacleKind.MATE, ObstacleKind.OPPONENT, ObstacleKind.ROBOT, ObstacleKind.UNKNOWN)
COLOURS = {
    ObstacleKind.BALL: "#ff8f4c",
    ObstacleKind.MATE: "#7dc8ff",
    ObstacleKind.OPPONENT: "#ff5f5f",
    ObstacleKind.ROBOT: "#c0c0c0",
    ObstacleKind.GOAL_POST: "#ffffff",
    ObstacleKind.FREE_KICK: "#ffd24c",
    ObstacleKind.UNKNOWN: "#c080ff",
}


@dataclass(frozen=True, slots=True)
class TeamObstacleFilterParameters:
    """Who is believed for how long, and what the legs are told."""

    field: Annotated[FieldName, Meta(description="On which it plays, by its year.")] = "2019"
    same_m: Annotated[float, Meta(gt=0, le=2, description="Robots told so near are one.")] = 0.5
    own_eyes_s: Annotated[
        float, Meta(ge=0, le=10, description="So long the own eyes alone say where a robot is.")
    ] = 1.5
    told_s: Annotated[float, Meta(gt=0, le=30, description="Robots that mates saw earlier are gone.")] = 4.0
    mate_s: Annotated[float, Meta(gt=0, le=30, description="Mates heard of earlier are gone.")] = 6.0
    within_m: Annotated[float, Meta(gt=0, le=5, description="The legs are told of nothing beyond.")] = 1.2
    sure_m: Annotated[
        float,
        Meta(gt=0, le=2, description="Of the own pose: less sure, and the field's places are left out."),
    ] = 0.3


class TeamObstacleFilter(Module[TeamObstacleFilterParameters]):
    """Puts together what the robot and its mates know."""

    budget_s = 0.0005

    def start(self) -> None:
        """Begin with an empty field and an unknown game."""
        self._pitch = FIELDS[self.parameters.field]
        self._goal_points = _goal_points(self._pitch)
        self._status: MatchStatus | None = None
        self._mates: Teammates | None = None
        self._heard_s: tuple[float, ...] = ()
        self._told: tuple[TrackedRobot, ...] = ()  # robots that mates see, on the field

    def cycle(
        self,
        now: CycleTime,
        tracked: RobotsTracked | None,
        ball: BallState | None,
        team_ball: TeamBall | None,
        pose: FieldPose | None,
        mates: Teammates | None,
        status: MatchStatus | None,
    ) -> tuple[TeamObstacles, Obstacles]:
        """Say what is in the way now."""
        p = self.parameters
        self._status = status or self._status
        if mates is not None:
            self._hear(mates, now.time_s)
        ball_m = _ball_in_robot(ball, team_ball)
        known = pose is not None and pose.sigma_m < p.sure_m
        robot_from_field = pose.field_from_robot.inverse() if pose is not None and known else None
        obstacles = self._robots(tracked, robot_from_field, now.time_s)
        if ball_m is not None:
            obstacles.append(FieldObstacle(ball_m, self._pitch.ball_radius_m, ObstacleKind.BALL))
            if self._keeps_off_free_kick():
                obstacles.append(FieldObstacle(ball_m, FREE_KICK_M, ObstacleKind.FREE_KICK))
        if (
            pose is not None
            and robot_from_field is not None
            and _is_near_goals(pose, self._pitch, p.within_m)
        ):
            ahead = pose.field_from_robot.x_m
            goals = (robot_from_field.apply(*point) for point in self._goal_points if point[0] * ahead > 0.0)
            obstacles += [
                FieldObstacle(point, self._pitch.post_radius_m, ObstacleKind.GOAL_POST)
                for point in goals
                if math.hypot(*point) < p.within_m
            ]
        team = TeamObstacles(time_s=now.time_s, obstacles=tuple(obstacles))
        self.debug.drawing("team obstacles", lambda: _drawing(team))
        return team, Obstacles(
            time_s=now.time_s,
            points_m=_for_legs(obstacles, p.within_m),
            middles_m=tuple(
                obstacle.place_m
                for obstacle in obstacles
                if obstacle.kind in MOVABLE and math.hypot(*obstacle.place_m) < p.within_m
            ),
        )

    def _hear(self, mates: Teammates, time_s: float) -> None:
        """Put together what mates see, whenever one of them was heard."""
        self._mates = mates
        heard_s = tuple(mate.heard_s for mate in mates.players if mate.player != mates.own)
        if heard_s != self._heard_s:
            p, self._heard_s = self.parameters, heard_s
            self._told = told_robots(mates, time_s=time_s, told_s=p.told_s, same_m=p.same_m)

    def _keeps_off_free_kick(self) -> bool:
        status = self._status
        return (
            status is not None
            and status.state == "playing"
            and status.set_play is not SetPlay.NONE
            and not status.own_set_play
        )

    def _robots(
        self, tracked: RobotsTracked | None, robot_from_field: Pose2 | None, time_s: float
    ) -> list[FieldObstacle]:
        """Return all robots, and what was heard or touched, in the robot's frame."""
        own = [] if tracked is None else list(tracked.robots)
        obstacles = [
            FieldObstacle(robot.place_m, HEARD_RADIUS_M, ObstacleKind.UNKNOWN) for robot in own if robot.heard
        ]
        own = [robot for robot in own if not robot.heard]
        if robot_from_field is not None and self._mates is not None:
            obstacles += self._mates_of(own, robot_from_field, time_s)
            told = [robot for robot in self._told if time_s - robot.seen_s < self.parameters.told_s]
            own = fused_robots(
                own,
                told,
                robot_from_field,
                time_s=time_s,
                same_m=self.parameters.same_m,
                own_eyes_s=self.parameters.own_eyes_s,
            )
        return obstacles + [
            _disc(robot.place_m, KIND_OF_TEAM[robot.team], fallen=robot.fallen) for robot in own
        ]

    def _mates_of(
        self, own: list[TrackedRobot], robot_from_field: Pose2, time_s: float
    ) -> list[FieldObstacle]:
        """Return mates that tell where they are; those that are seen too are taken out of the robots seen."""
        p, mates = self.parameters, self._mates
        assert mates is not None
        found = []
        for mate in mates.players:
            if mate.player == mates.own or mate.penalised or time_s - mate.heard_s > p.mate_s:
                continue
            place_m = robot_from_field.apply(mate.field_from_robot.x_m, mate.field_from_robot.y_m)
            same = [
                robot
                for robot in own
                if robot.team is not RobotTeam.OTHER and math.dist(robot.place_m, place_m) < p.same_m
            ]
            if same:
                nearest = min(same, key=lambda robot: math.dist(robot.place_m, place_m))
                own.remove(nearest)
                if time_s - nearest.seen_s < p.own_eyes_s or not mate.is_sure:
                    place_m = nearest.place_m
            if same or mate.is_sure:
                found.append(_disc(place_m, ObstacleKind.MATE, fallen=mate.fallen))
        return found


def _disc(place_m: Point, kind: ObstacleKind, *, fallen: bool) -> FieldObstacle:
    return FieldObstacle(place_m, LYING_RADIUS_M if fallen else ROBOT_RADIUS_M, kind, fallen)


def _ball_in_robot(ball: BallState | None, team_ball: TeamBall | None) -> Point | None:
    if team_ball is not None and team_ball.is_known:
        return team_ball.in_robot_m
    return None if ball is None else ball.place_m


def _for_legs(obstacles: Sequence[FieldObstacle], within_m: float) -> tuple[Point, ...]:
    """Return the nearest point of every obstacle but the ball, for legs that keep away from points.

    Who stands in the area of a free kick already is not told of it: it must be able to leave.
    """
    points = []
    for obstacle in obstacles:
        if obstacle.kind is ObstacleKind.BALL:
            continue
        x_m, y_m = obstacle.place_m
        away_m = math.hypot(x_m, y_m)
        surface_m = away_m - obstacle.radius_m
        if surface_m > within_m:
            continue
        if obstacle.kind in (ObstacleKind.GOAL_POST, ObstacleKind.UNKNOWN):
            points.append((x_m, y_m))
        elif surface_m > 0.0:
            points.append((x_m * surface_m / away_m, y_m * surface_m / away_m))
        elif obstacle.kind is not ObstacleKind.FREE_KICK:
            points.append((x_m, y_m))
    return tuple(points)


def _goal_points(pitch: SoccerField) -> tuple[Point, ...]:
    """Return points on posts and nets of both goals."""
    depths_m = np.arange(0.0, pitch.goal_depth_m + 1e-6, GOAL_STEP_M).tolist()
    half_m = 0.5 * pitch.goal_width_m
    return tuple(
        (end * (pitch.half_length_m + depth_m), side * half_m)
        for end in (-1.0, 1.0)
        for side in (-1.0, 1.0)
        for depth_m in depths_m
    )


def _is_near_goals(pose: FieldPose, pitch: SoccerField, within_m: float) -> bool:
    """Whether any point of a goal can be so near; most of the field is not, and most cycles are there."""
    return abs(pose.field_from_robot.x_m) > pitch.half_length_m - within_m


def _drawing(team: TeamObstacles) -> Drawing:
    shapes = tuple(
        Circle(
            center=obstacle.place_m,
            radius=obstacle.radius_m,
            colour=COLOURS[obstacle.kind],
            filled=obstacle.fallen,
        )
        for obstacle in team.obstacles
    )
    return Drawing(frame="robot", shapes=shapes)
