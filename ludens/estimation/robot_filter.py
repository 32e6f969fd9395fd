"""Other robots on the ground: where each of them is, how it walks, whose it is, whether it lies.

A Kalman filter for each, in the frame of the odometry, with linear velocity (004, §5.7). A sighting goes to
the nearest robot within reach or begins a new one; one that is not seen any more is kept for some seconds,
less long where it should be seen. All robots are records of one array, and a picture is taken in by one
compiled call: in a match ten robots look twenty times a second each.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using, read_only
from ludens.estimation import moving_point, outline
from ludens.estimation.moving_point import carried_on, corrected, sighting_covariance
from ludens.estimation.outline import contains
from ludens.geometry import FloatArray

Records = NDArray[np.void]
Record = Any
"""One element of `Records`: its fields are attributes in compiled code."""
Frame = tuple[float, float, float]
"""A pose on the ground: x, y, yaw."""

DRIFTS_MPS = 0.15
"""While a robot is not seen, sightings farther away count as the same one; that distance grows so fast."""
CANDIDATE_S = 1.5
"""How long a robot that nobody believes in lives without being seen."""
WALKING_MPS2 = 0.25
"""Unknown accelerations."""
FASTEST_MPS = 0.35
BEGINS_M2PS2 = 0.02
"""Variance of the velocity of a robot that is seen for the first time."""
STANDS_AFTER_S = 1.0
"""One that is not seen is believed to stand soon: time constant."""
FIRST_BELIEF, SEEN_GAIN = 0.3, 0.35
MISSED_SHARE = 0.15
"""Of belief, lost when a robot should be seen and is not."""
LEAST_BELIEF = 0.08
SAME_M = 0.22
"""Two so near are one."""
OLD_VOTE = 0.95
"""What a vote for a team still counts after the next one."""
TEAM_SHARE = 0.6
"""Of the votes, to say whose a robot is."""
LYING_GAIN = 0.3
"""How much the newest sighting says about lying or standing."""
HIDES_M = 0.18
"""Half the width of a robot, with some room: it hides what is behind it."""
NO_TEAM, OWN_TEAM, OTHER_TEAM = 0, 1, 2

ROBOT = np.dtype(
    [
        ("state", float, (4,)),  # x, y, vx, vy in the odometry's frame
        ("covariance", float, (4, 4)),
        ("time_s", float),  # of the state
        ("seen_s", float),
        ("sightings", np.int64),
        ("belief", float),
        ("votes", float, (3,)),  # for each team
        ("lying", float),  # share of the last sightings
        ("in_picture", np.bool_),  # whether the last picture shows it
    ]
)


class RobotFilterTuning(NamedTuple):
    """What counts as the same robot, and how long it is believed in."""

    associate_m: float = 0.3  # a sighting so near is the same robot
    most_associate_m: float = 0.6
    believed_after: int = 3  # sightings
    keep_s: float = 8.0


Tuning = tuple[float, float, int, float]
"""The same for compiled code, which takes a bare tuple sooner."""


class RobotFilter:
    """Keeps what is known about other robots."""

    def __init__(self, tuning: RobotFilterTuning | None = None) -> None:
        t = RobotFilterTuning() if tuning is None else tuning
        self._tuning: Tuning = t.associate_m, t.most_associate_m, t.believed_after, t.keep_s
        self._robots = np.zeros(0, ROBOT)

    def observe(
        self,
        sightings: FloatArray,
        looked_at_m: FloatArray,
        odometry_from_robot: Frame,
        time_s: float,
    ) -> None:
        """Take in one picture: robots in it, and robots that should be in it and are not.

        A sighting is x, y, standard deviations along and across, team, and whether it lies, in the frame of
        the robot that looks, which is at a pose (x, y, yaw) of the odometry.
        """
        if len(sightings) or len(self._robots):
            self._robots = _observed(
                self._robots, sightings, read_only(looked_at_m), odometry_from_robot, time_s, self._tuning
            )

    def known(self, robot_from_odometry: Frame, time_s: float) -> list[list[float]]:
        """Return robots that were seen often enough to be some, in the robot's frame at a pose, now.

        Each is x, y, vx, vy, standard deviation of the place, last seen, team, share of sightings that lie.
        """
        if not len(self._robots):
            return []
        self._robots, rows = _known(self._robots, robot_from_odometry, time_s, self._tuning)
        told: list[list[float]] = rows.tolist()
        return told


# ---------------------------------------------------------------- compiled


@compiled
def _moved(x_m: float, y_m: float, pose: Frame) -> tuple[float, float]:
    cosine, sine = math.cos(pose[2]), math.sin(pose[2])
    return pose[0] + cosine * x_m - sine * y_m, pose[1] + sine * x_m + cosine * y_m


@compiled
def _inverse(pose: Frame) -> Frame:
    cosine, sine = math.cos(pose[2]), math.sin(pose[2])
    return -(cosine * pose[0] + sine * pose[1]), sine * pose[0] - cosine * pose[1], -pose[2]


@compiled
def _place(robot: Record, time_s: float) -> tuple[float, float]:
    """Where a robot is at a time after its last sighting, as it comes to a stand."""
    way_s = STANDS_AFTER_S * (1.0 - math.exp(-max(time_s - robot.time_s, 0.0) / STANDS_AFTER_S))
    return robot.state[0] + way_s * robot.state[2], robot.state[1] + way_s * robot.state[3]


@compiled
def _kept(robots: Records, time_s: float, tuning: Tuning) -> Records:
    """Drop robots that were not seen for too long."""
    _, _, believed_after, keep_s = tuning
    stays = np.zeros(len(robots), np.bool_)
    for number in range(len(robots)):
        is_believed = robots[number].sightings >= believed_after
        limit_s = keep_s if is_believed else CANDIDATE_S
        stays[number] = time_s - robots[number].seen_s < limit_s
    return robots if stays.all() else robots[stays]


@compiled
def _matched(robots: Records, places_m: FloatArray, time_s: float, tuning: Tuning) -> NDArray[np.int64]:
    """Return which robot every sighting is, the nearest pairs first; -1 for one that is new."""
    associate_m, most_associate_m, _, _ = tuning
    away_m = np.full((len(places_m), len(robots)), np.inf)
    for number in range(len(robots)):
        x_m, y_m = _place(robots[number], time_s)
        unseen_s = max(time_s - robots[number].seen_s, 0.0)
        reach_m = min(associate_m + DRIFTS_MPS * unseen_s, most_associate_m)
        for sighting in range(len(places_m)):
            off_m = math.hypot(places_m[sighting, 0] - x_m, places_m[sighting, 1] - y_m)
            if off_m < reach_m:
                away_m[sighting, number] = off_m
    matched = np.full(len(places_m), -1)
    for _ in range(min(away_m.shape)):
        nearest = int(away_m.argmin())
        sighting, number = nearest // len(robots), nearest % len(robots)
        if away_m[sighting, number] == np.inf:
            break
        matched[sighting] = number
        away_m[sighting, :] = np.inf
        away_m[:, number] = np.inf
    return matched


@compiled_using(moving_point)
def _correct(
    robot: Record, place_m: tuple[float, float], noise: tuple[float, float, float], time_s: float
) -> None:
    """Take a sighting into a robot's state."""
    elapsed_s = max(time_s - robot.time_s, 0.0)
    kept = math.exp(-elapsed_s / STANDS_AFTER_S) if elapsed_s > 0.5 else 1.0
    predicted = (*_place(robot, time_s), kept * robot.state[2], kept * robot.state[3])
    step_s = min(elapsed_s, 2.0)
    covariance = carried_on(robot.covariance.copy(), step_s, (WALKING_MPS2 * step_s) ** 2)
    state, covariance = corrected(predicted, covariance, place_m, noise)
    slower = min(FASTEST_MPS / max(math.hypot(state[2], state[3]), 1e-9), 1.0)
    robot.state[0], robot.state[1] = state[0], state[1]
    robot.state[2], robot.state[3] = slower * state[2], slower * state[3]
    robot.covariance[:] = covariance
    robot.time_s, robot.seen_s = max(robot.time_s, time_s), time_s
    robot.sightings += 1
    robot.belief += (1.0 - robot.belief) * SEEN_GAIN


@compiled
def _begin(
    robot: Record, place_m: tuple[float, float], noise: tuple[float, float, float], time_s: float
) -> None:
    """Begin with a robot that is seen for the first time: it may walk or not."""
    robot.state[0], robot.state[1] = place_m
    robot.covariance[0, 0], robot.covariance[1, 1] = noise[0], noise[2]
    robot.covariance[0, 1] = robot.covariance[1, 0] = noise[1]
    robot.covariance[2, 2] = robot.covariance[3, 3] = BEGINS_M2PS2
    robot.time_s = robot.seen_s = time_s
    robot.sightings, robot.belief = 1, FIRST_BELIEF


@compiled
def _merged(robots: Records) -> Records:
    """Drop a robot that stands where a better known one stands."""
    stays = np.ones(len(robots), np.bool_)
    order = np.argsort(-robots["sightings"], kind="mergesort")
    for rank in range(len(order)):
        robot = robots[order[rank]]
        for better in order[:rank]:
            one = robots[better]
            if stays[better]:
                off_m = math.hypot(robot.state[0] - one.state[0], robot.state[1] - one.state[1])
                stays[order[rank]] &= off_m > SAME_M
    return robots if stays.all() else robots[stays]


@compiled
def _is_hidden(number: int, places_m: FloatArray) -> bool:
    """Tell whether a nearer robot stands before a place, both in the frame of the robot that looks."""
    x_m, y_m = places_m[number]
    away_m = math.hypot(x_m, y_m)
    for other in range(len(places_m)):
        nearer_m = math.hypot(places_m[other, 0], places_m[other, 1])
        if nearer_m < away_m - 0.1:
            across = places_m[other, 0] * y_m - places_m[other, 1] * x_m
            along = places_m[other, 0] * x_m + places_m[other, 1] * y_m
            if abs(math.atan2(across, along)) * nearer_m < HIDES_M:
                return True
    return False


@compiled_using(outline)
def _doubted(robots: Records, looked_at_m: FloatArray, robot_from_odometry: Frame, time_s: float) -> Records:
    """Believe less in robots that should have been in the picture, and drop those believed in least."""
    places_m = np.empty((len(robots), 2))
    for number in range(len(robots)):
        x_m, y_m = _place(robots[number], time_s)
        places_m[number] = _moved(x_m, y_m, robot_from_odometry)
    stays = np.ones(len(robots), np.bool_)
    for number in range(len(robots)):
        robot = robots[number]
        if robot.in_picture or not contains(looked_at_m, places_m[number, 0], places_m[number, 1]):
            continue
        if not _is_hidden(number, places_m):
            robot.belief *= 1.0 - MISSED_SHARE
            stays[number] = robot.belief > LEAST_BELIEF
    return robots if stays.all() else robots[stays]


@compiled_using(moving_point, outline)
def _observed(
    robots: Records,
    sightings: FloatArray,
    looked_at_m: FloatArray,
    odometry_from_robot: Frame,
    time_s: float,
    tuning: Tuning,
) -> Records:
    """Return all robots after a picture."""
    robots = _kept(robots, time_s, tuning)
    places_m = np.empty((len(sightings), 2))
    for number in range(len(sightings)):
        places_m[number] = _moved(sightings[number, 0], sightings[number, 1], odometry_from_robot)
    numbers = _matched(robots, places_m, time_s, tuning)
    count = len(robots)
    after = np.zeros(count + (numbers < 0).sum(), ROBOT)
    after[:count] = robots
    after["in_picture"][:] = False
    for number in range(len(sightings)):
        _, _, along_m, across_m, team, lying = sightings[number]
        place_m = (places_m[number, 0], places_m[number, 1])
        bearing_rad = math.atan2(sightings[number, 1], sightings[number, 0]) + odometry_from_robot[2]
        noise = sighting_covariance(along_m, across_m, bearing_rad)
        if numbers[number] >= 0:
            robot = after[numbers[number]]
            _correct(robot, place_m, noise, time_s)
            robot.lying += LYING_GAIN * (lying - robot.lying)
        else:
            robot = after[count]
            count += 1
            _begin(robot, place_m, noise, time_s)
            robot.lying = lying
        robot.in_picture = True
        if team != NO_TEAM:
            robot.votes[:] *= OLD_VOTE
            robot.votes[int(team)] += 1.0
    if len(sightings):
        after = _merged(after)
    if len(looked_at_m) < 3:
        return after
    return _doubted(after, looked_at_m, _inverse(odometry_from_robot), time_s)


@compiled
def _known(
    robots: Records, robot_from_odometry: Frame, time_s: float, tuning: Tuning
) -> tuple[Records, FloatArray]:
    """Return robots that are kept, and rows of those believed in, as `RobotFilter.known` tells them."""
    robots = _kept(robots, time_s, tuning)
    believed_after = tuning[2]
    rows = np.empty((len(robots), 8))
    count = 0
    for number in range(len(robots)):
        robot = robots[number]
        if robot.sightings < believed_after:
            continue
        row = rows[count]
        count += 1
        x_m, y_m = _place(robot, time_s)
        row[0], row[1] = _moved(x_m, y_m, robot_from_odometry)
        row[2], row[3] = _moved(robot.state[2], robot.state[3], (0.0, 0.0, robot_from_odometry[2]))
        row[4] = math.sqrt(0.5 * (robot.covariance[0, 0] + robot.covariance[1, 1]))
        row[5] = robot.seen_s
        own, other = robot.votes[OWN_TEAM], robot.votes[OTHER_TEAM]
        row[6] = NO_TEAM
        if own + other > 0.0 and max(own, other) >= TEAM_SHARE * (own + other):
            row[6] = OWN_TEAM if own > other else OTHER_TEAM
        row[7] = robot.lying
    return robots, rows[:count]
