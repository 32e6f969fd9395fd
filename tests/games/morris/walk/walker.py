"""A body that walks exactly as a journey wishes, without legs: for tests of the journey alone."""

import math
from dataclasses import replace

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.walk.journey import BodyCommand, Journey, JourneySenses, JourneyTuning
from ludens.games.morris.walk.route import Ring
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

MEASURES = MorrisMeasures()
HALF_M = 0.5 * MEASURES.table_width_m
CYCLE_S = 0.1
SPEED_MPS, TURN_RADPS = 0.1, 0.6


def station(side: int, *, left_m: float = 0.0) -> Pose2:
    return MEASURES.board_from_side(side) @ Pose2(-0.1, left_m, 0.0)


class Walker:
    """A body that goes where it is told, and a marker that it sees while it looks that way."""

    def __init__(self, start: Pose2, goal: Pose2, *, tuning: JourneyTuning | None = None) -> None:
        exact = replace(tuning or JourneyTuning(), short_m=0.0)  # this body stops where it is told to
        self.journey = Journey(goal, half_m=HALF_M, time_s=0.0, tuning=exact)
        self.place, self.time_s, self.stands_for_s = start, 0.0, 5.0
        self.sees, self.upright, self.hot, self.collides = True, True, False, False
        self.sigma_m = 0.004
        self.unseen_s = 0.0
        self.doings: list[str] = []
        self.visited: list[Pose2] = [start]
        self.asked: Pose2 | None = None  # where a way leads that was given from where it stood
        self.stops_off = Pose2.identity()  # where it stands then, from where it stopped
        self._stopped_for: Pose2 | None = None

    def cycle(self) -> BodyCommand:
        self.time_s += CYCLE_S
        self.unseen_s = 0.0 if self.sees and self.upright else self.unseen_s + CYCLE_S
        command = self.journey.advance(
            JourneySenses(
                time_s=self.time_s,
                place=self.place,
                sigma_m=self.sigma_m,
                sigma_rad=0.01,
                seen_before_s=self.unseen_s,
                stands_for_s=self.stands_for_s,
                is_upright=self.upright,
                collides=self.collides,
                hot=self.hot,
                cooled=not self.hot,
            )
        )
        if self.journey.finished:
            return command
        if not self.doings or self.doings[-1] != self.journey.doing:
            self.doings.append(self.journey.doing)
        self._follow(command)
        return command

    def run(self, *, seconds: float = 120.0) -> bool:
        """Let it walk to its end; return whether it has come to its station."""
        self.cycle()
        while not self.journey.finished and self.time_s < seconds:
            self.cycle()
        return self.journey.finished and self.journey.failure is None

    def until(self, doing: str) -> None:
        self.cycle()
        while self.journey.doing != doing:
            assert not self.journey.finished, self.journey.failure
            assert self.time_s < 150.0
            self.cycle()

    def _follow(self, command: BodyCommand) -> None:
        if command.way is None:
            self.asked = None
        elif self.asked is None:
            self.asked = self.place @ command.way
        goal = command.target if self.asked is None else self.asked
        if goal is None or command.motion != "walk":
            self._stopped_for = None
            self.stands_for_s += CYCLE_S
            return
        if goal == self._stopped_for or self._near(goal):
            if self.stands_for_s == 0.0:
                self.place, self._stopped_for = self.place @ self.stops_off, goal
            self.stands_for_s += CYCLE_S
            return
        self.stands_for_s = 0.0
        x_m, y_m = goal.x_m - self.place.x_m, goal.y_m - self.place.y_m
        share = min(1.0, SPEED_MPS * CYCLE_S / max(math.hypot(x_m, y_m), 1e-9))
        turn_rad = difference(goal.yaw_rad, self.place.yaw_rad)
        turned_rad = max(-TURN_RADPS * CYCLE_S, min(TURN_RADPS * CYCLE_S, turn_rad))
        self.place = Pose2(
            self.place.x_m + share * x_m, self.place.y_m + share * y_m, self.place.yaw_rad + turned_rad
        )
        self.visited.append(self.place)

    def _near(self, goal: Pose2) -> bool:
        turn_rad = abs(difference(goal.yaw_rad, self.place.yaw_rad))
        return self.place.distance_m(goal) < 1e-6 and turn_rad < 1e-6

    @property
    def closest_m(self) -> float:
        ring = Ring(HALF_M, 0.2)
        return min(ring.distance_m(pose.x_m, pose.y_m) for pose in self.visited)
