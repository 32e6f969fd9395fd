"""Robots that several players of a team see, put together.

Own eyes count more for what a robot sees itself: errors of its own pose and of a mate's are not in them.
"""

import math
from collections.abc import Sequence

from ludens.geometry import Pose2
from ludens.messages.team import RobotTeam, Teammates, TrackedRobot

ITSELF_M = 0.35
"""A robot that mates see nearer than this is the robot itself; another one it would see, hear or feel."""


def told_robots(mates: Teammates, *, time_s: float, told_s: float, same_m: float) -> tuple[TrackedRobot, ...]:
    """Return robots that mates see, on the field; players of the own team, who tell of themselves, are none.

    What several see is one robot in the mean of their places, weighed by how sure each is.
    """
    players = [(mate.field_from_robot.x_m, mate.field_from_robot.y_m) for mate in mates.players]
    told: list[TrackedRobot] = []
    for mate in mates.players:
        if mate.player == mates.own or mate.penalised or not mate.is_sure:
            continue
        for robot in mate.robots:
            if time_s - robot.seen_s > told_s or robot.heard:
                continue
            near_m = min(math.dist(robot.place_m, player_m) for player_m in players)
            if robot.team is not RobotTeam.OTHER and near_m < same_m:
                continue
            told.append(robot)
    clusters: list[list[TrackedRobot]] = []
    for robot in sorted(told, key=lambda robot: robot.sigma_m):
        for cluster in clusters:
            if math.dist(cluster[0].place_m, robot.place_m) < same_m and _may_be_same(cluster[0], robot):
                cluster.append(robot)
                break
        else:
            clusters.append([robot])
    return tuple(_mean(cluster) for cluster in clusters)


def _may_be_same(one: TrackedRobot, other: TrackedRobot) -> bool:
    return one.team is other.team or RobotTeam.UNKNOWN in (one.team, other.team)


def _mean(cluster: Sequence[TrackedRobot]) -> TrackedRobot:
    if len(cluster) == 1:
        return cluster[0]
    weights = [1.0 / max(robot.sigma_m, 0.03) ** 2 for robot in cluster]
    total = sum(weights)
    x_m, y_m = (
        sum(weight * robot.place_m[axis] for weight, robot in zip(weights, cluster, strict=True)) / total
        for axis in (0, 1)
    )
    newest = max(cluster, key=lambda robot: robot.seen_s)
    return TrackedRobot(
        place_m=(x_m, y_m),
        velocity_mps=newest.velocity_mps,
        team=next((robot.team for robot in cluster if robot.team is not RobotTeam.UNKNOWN), newest.team),
        fallen=newest.fallen,
        sigma_m=math.sqrt(1.0 / total),
        seen_s=newest.seen_s,
    )


def fused_robots(
    own: Sequence[TrackedRobot],
    told: Sequence[TrackedRobot],
    robot_from_field: Pose2,
    *,
    time_s: float,
    same_m: float,
    own_eyes_s: float,
) -> list[TrackedRobot]:
    """Return robots in the robot's frame: own ones, made better by mates, and those that only mates see.

    A robot that was seen no longer ago than `own_eyes_s` is where the own eyes say; mates may know its team.
    """
    fused: list[TrackedRobot] = []
    left = [
        TrackedRobot(
            place_m=robot_from_field.apply(*robot.place_m),
            team=robot.team,
            fallen=robot.fallen,
            sigma_m=robot.sigma_m,
            seen_s=robot.seen_s,
        )
        for robot in told
    ]
    for robot in own:
        same = [
            other
            for other in left
            if math.dist(robot.place_m, other.place_m) < same_m and _may_be_same(robot, other)
        ]
        left = [other for other in left if other not in same]
        if not same:
            fused.append(robot)
        elif time_s - robot.seen_s < own_eyes_s:
            team = robot.team if robot.team is not RobotTeam.UNKNOWN else same[0].team
            fused.append(
                TrackedRobot(place_m=robot.place_m, team=team, fallen=robot.fallen, seen_s=robot.seen_s)
            )
        else:
            fused.append(_mean([robot, *same]))
    return fused + [other for other in left if math.hypot(*other.place_m) > ITSELF_M]
