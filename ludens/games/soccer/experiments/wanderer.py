"""A robot that walks from one place of the field to the next by where it believes to be, looking round.

For measuring localisation: it plays no ball. Where it is lost it looks round and then turns about, as
a striker does.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.player import StrikerPlayer
from ludens.games.soccer.decide.striker import LOOKS_FROM_HERE_S, LOST_ERROR, SEARCH_TURN_RADPS
from ludens.games.soccer.setups import STRIKER
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import FallReport, MotionRequest
from ludens.messages.field import FieldPose
from ludens.messages.soccer import GazePlan, MatchStatus, WalkPlan

INSIDE_M = 0.5
"""Targets lie so far inside the outer lines."""
LEAST_WAY_M = 1.5


@dataclass(frozen=True, slots=True)
class WandererParameters:
    """Which field, and how near is there."""

    field: Annotated[FieldName, Meta(description="On which it walks, by its year.")] = "2019"
    reached_m: Annotated[float, Meta(gt=0, le=2, description="From a target: the next one is drawn.")] = 0.3
    longest_s: Annotated[float, Meta(gt=0, le=600, description="On the way to one target.")] = 60.0


class Wanderer(Module[WandererParameters]):
    """Walks between targets by chance, as long as the game runs."""

    def start(self) -> None:
        """Begin without a target."""
        self._target: Pose2 | None = None
        self._since_s = 0.0
        self._playing = False
        self._lost_s: float | None = None

    def cycle(
        self, now: CycleTime, pose: FieldPose | None, status: MatchStatus | None, fall: FallReport | None
    ) -> tuple[MotionRequest, WalkPlan, GazePlan]:
        """Walk on, or stand and look where it is."""
        self._playing = self._playing if status is None else status.state == "playing"
        lost = pose is None or pose.error > LOST_ERROR or (fall is not None and fall.state != "upright")
        if pose is None or lost or not self._playing:
            self._lost_s = now.time_s if self._lost_s is None else self._lost_s
            turns = self._playing and now.time_s - self._lost_s > LOOKS_FROM_HERE_S
            plan = WalkPlan(time_s=now.time_s, turn_radps=SEARCH_TURN_RADPS if turns else 0.0)
            gaze = GazePlan(time_s=now.time_s, mode="survey")
        else:
            self._lost_s = None
            plan = WalkPlan(time_s=now.time_s, mode="path", target=self._next(pose, now.time_s))
            gaze = GazePlan(time_s=now.time_s, mode="look around")
        return MotionRequest(time_s=now.time_s, motion="walk"), plan, gaze

    def _next(self, pose: FieldPose, time_s: float) -> Pose2:
        """Return the target in the robot's frame; a new one where the last is reached."""
        here, p = pose.field_from_robot, self.parameters
        reached = self._target is not None and here.distance_m(self._target) < p.reached_m
        if self._target is None or reached or time_s - self._since_s > p.longest_s:
            self._target, self._since_s = self._drawn(here), time_s
        return here.inverse() @ self._target

    def _drawn(self, here: Pose2) -> Pose2:
        pitch = FIELDS[self.parameters.field]
        x_m, y_m = pitch.half_length_m - INSIDE_M, pitch.half_width_m - INSIDE_M
        while True:
            target = Pose2(
                float(self.random.uniform(-x_m, x_m)),
                float(self.random.uniform(-y_m, y_m)),
                float(self.random.uniform(-math.pi, math.pi)),
            )
            if here.distance_m(target) > LEAST_WAY_M:
                return target


WANDERING = STRIKER.replacing(StrikerPlayer, Wanderer)
"""A whole robot with its eyes, whose player only walks about."""
