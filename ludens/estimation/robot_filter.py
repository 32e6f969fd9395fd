"""Other robots on the ground: where each of them is, how it walks, whose it is, whether it lies.

A Kalman filter for each, in the frame of the odometry, with linear velocity (004, §5.7). A sighting goes to
the nearest robot within reach or begins a new one; one that is not seen any more is kept for some seconds,
less long where it should be seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.estimation.moving_point import carried_on, corrected
from ludens.geometry import FloatArray
from ludens.messages.team import RobotTeam

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotFilterTuning:
    """How robots walk, and how long they are believed in."""

    associate_m: float = 0.3  # a sighting so near is the same robot
    drifts_mps: float = 0.15  # that distance grows so fast while a robot is not seen
    most_associate_m: float = 0.6
    believed_after: int = 3  # sightings
    keep_s: float = 8.0
    candidate_s: float = 1.5  # how long one that nobody believes in lives without being seen
    walking_mps2: float = 0.25  # unknown accelerations
    fastest_mps: float = 0.35
    stands_after_s: float = 1.0  # one that is not seen is believed to stand soon: time constant
    seen_gain: float = 0.35  # of belief
    missed_share: float = 0.15  # of belief lost when it should be seen and is not
    least_belief: float = 0.08
    same_m: float = 0.22  # two so near are one
    team_share: float = 0.6  # of the sightings with a shirt, to say whose a robot is


@dataclass(slots=True, eq=False)
class RobotHypothesis:
    """One robot: (x, y, vx, vy) in the odometry's frame with its covariance, and what was seen of it."""

    state: FloatArray
    covariance: FloatArray
    time_s: float  # of the state
    seen_s: float
    sightings: int = 1
    belief: float = 0.3
    own: float = 0.0  # votes for the own team; old ones count less
    other: float = 0.0
    fallen: float = 0.0  # share of the last sightings

    def team(self, share: float) -> RobotTeam:
        """Whose it is, by so large a share of votes at least."""
        votes = self.own + self.other
        if votes <= 0.0 or max(self.own, self.other) < share * votes:
            return RobotTeam.UNKNOWN
        return RobotTeam.OWN if self.own > self.other else RobotTeam.OTHER

    def place_at(self, time_s: float, stands_after_s: float) -> Point:
        """Where it is at a time after the last sighting, as it comes to a stand."""
        way_s = stands_after_s * (1.0 - math.exp(-max(time_s - self.time_s, 0.0) / stands_after_s))
        x_m, y_m, vx, vy = self.state.tolist()
        return x_m + way_s * vx, y_m + way_s * vy

    @property
    def sigma_m(self) -> float:
        """Of its place."""
        return math.sqrt(0.5 * float(self.covariance[0, 0] + self.covariance[1, 1]))


@dataclass(frozen=True, slots=True, eq=False)
class RobotSighting:
    """A robot that was seen, in the odometry's frame."""

    place_m: Point
    covariance: FloatArray
    team: RobotTeam
    fallen: bool


class RobotFilter:
    """Keeps what is known about other robots."""

    def __init__(self, tuning: RobotFilterTuning | None = None) -> None:
        self.tuning = RobotFilterTuning() if tuning is None else tuning
        self.hypotheses: list[RobotHypothesis] = []

    @property
    def known(self) -> list[RobotHypothesis]:
        """Robots that were seen often enough to be some."""
        return [robot for robot in self.hypotheses if robot.sightings >= self.tuning.believed_after]

    def observe(self, sightings: Sequence[RobotSighting], time_s: float) -> list[RobotHypothesis]:
        """Take in all robots of one picture; return which hypotheses they are, the nearest pairs first."""
        self.forget(time_s)
        pairs = sorted(
            (
                (away_m, number, place)
                for number, sighting in enumerate(sightings)
                for place, robot in enumerate(self.hypotheses)
                if (away_m := self._away_m(sighting, robot, time_s)) is not None
            ),
        )
        matched: dict[int, RobotHypothesis] = {}
        taken: set[int] = set()
        for _, number, place in pairs:
            if number not in matched and place not in taken:
                taken.add(place)
                matched[number] = self.hypotheses[place]
        for number, sighting in enumerate(sightings):
            if number in matched:
                self._correct(matched[number], sighting, time_s)
            else:
                matched[number] = self._begin(sighting, time_s)
        if sightings:
            self._merge()
        return list(matched.values())

    def missed(self, in_view: Sequence[RobotHypothesis]) -> None:
        """Believe less in robots that should have been seen."""
        for robot in in_view:
            robot.belief *= 1.0 - self.tuning.missed_share
        self.hypotheses = [
            robot
            for robot in self.hypotheses
            if robot.belief > self.tuning.least_belief or robot not in in_view
        ]

    def forget(self, time_s: float) -> None:
        """Drop robots that were not seen for too long."""
        t = self.tuning
        self.hypotheses = [
            robot
            for robot in self.hypotheses
            if time_s - robot.seen_s < (t.keep_s if robot.sightings >= t.believed_after else t.candidate_s)
        ]

    def _away_m(self, sighting: RobotSighting, robot: RobotHypothesis, time_s: float) -> float | None:
        """Return how far a sighting is from a robot; None where it is another one."""
        t = self.tuning
        away_m = math.dist(sighting.place_m, robot.place_at(time_s, t.stands_after_s))
        reach_m = min(t.associate_m + t.drifts_mps * max(time_s - robot.seen_s, 0.0), t.most_associate_m)
        return away_m if away_m < reach_m else None

    def _begin(self, sighting: RobotSighting, time_s: float) -> RobotHypothesis:
        spread = np.diag((0.0, 0.0, 0.02, 0.02))
        spread[:2, :2] = sighting.covariance
        state = np.array((*sighting.place_m, 0.0, 0.0))
        robot = RobotHypothesis(state, spread, time_s, time_s, fallen=float(sighting.fallen))
        _vote(robot, sighting.team)
        self.hypotheses.append(robot)
        return robot

    def _correct(self, robot: RobotHypothesis, sighting: RobotSighting, time_s: float) -> None:
        t = self.tuning
        elapsed_s = max(time_s - robot.time_s, 0.0)
        if elapsed_s > 0.0:
            robot.state[:2] = robot.place_at(time_s, t.stands_after_s)
            robot.state[2:] *= math.exp(-elapsed_s / t.stands_after_s) if elapsed_s > 0.5 else 1.0
            step_s = min(elapsed_s, 2.0)
            robot.covariance = carried_on(robot.covariance, step_s, (t.walking_mps2 * step_s) ** 2)
            robot.time_s = time_s
        observed = np.array(sighting.place_m)
        robot.state, robot.covariance = corrected(
            robot.state, robot.covariance, observed, sighting.covariance
        )
        speed_mps = math.hypot(*robot.state[2:].tolist())
        if speed_mps > t.fastest_mps:
            robot.state[2:] *= t.fastest_mps / speed_mps
        robot.seen_s = time_s
        robot.sightings += 1
        robot.belief += (1.0 - robot.belief) * t.seen_gain
        robot.fallen += 0.3 * (float(sighting.fallen) - robot.fallen)
        _vote(robot, sighting.team)

    def _merge(self) -> None:
        """Drop a robot that stands where a better known one stands."""
        kept: list[RobotHypothesis] = []
        for robot in sorted(self.hypotheses, key=lambda robot: -robot.sightings):
            x_m, y_m = robot.state[0], robot.state[1]
            same_m = self.tuning.same_m
            if all(math.hypot(x_m - one.state[0], y_m - one.state[1]) > same_m for one in kept):
                kept.append(robot)
        if len(kept) < len(self.hypotheses):
            self.hypotheses = kept


def _vote(robot: RobotHypothesis, team: RobotTeam) -> None:
    if team is RobotTeam.UNKNOWN:
        return
    robot.own, robot.other = 0.95 * robot.own, 0.95 * robot.other
    if team is RobotTeam.OWN:
        robot.own += 1.0
    else:
        robot.other += 1.0
