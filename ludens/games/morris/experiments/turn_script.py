"""A turn as the paper's robot made it: head ahead, a picture, body turned, another; and its score."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.observer import Keyed
from ludens.geometry import Pose2
from ludens.messages import Fault, HeadRequest, LegOdometry, WalkReport, WalkTarget
from ludens.messages.morris_table import TurnLook, TurnSeen

STILL_S = 2.6
"""The gyroscope's bias has been learnt by then; the head has turned and rests."""
LOOKS_S = 0.8
RESTS_S = 1.2


@dataclass(frozen=True, slots=True)
class TurnScriptParameters:
    """How far."""

    angle_rad: Annotated[float, Meta(ge=-3.2, le=3.2, description="Of the turn, to the left.")] = math.pi / 2


class TurnScript(Module[TurnScriptParameters]):
    """Looks, turns and looks again, once."""

    def start(self) -> None:
        """Begin standing."""
        self._target: Pose2 | None = None
        self._rests_since_s: float | None = None
        self._look: TurnLook | None = None
        self._looked_after = False

    def cycle(
        self, now: CycleTime, odometry: LegOdometry, walk: Last[WalkReport]
    ) -> tuple[WalkTarget | None, HeadRequest, TurnLook | None]:
        """Say what to do now."""
        angle_rad, time_s = self.parameters.angle_rad, now.time_s
        if self._target is None:
            if time_s >= STILL_S and self._look is None:
                self._look = TurnLook(time_s=time_s, number=1, moment="before", expected_rad=angle_rad)
            if time_s >= STILL_S + LOOKS_S:
                self._target = odometry.odometry_from_robot @ Pose2(0.0, 0.0, angle_rad)
            head_rad = angle_rad if self._target is None else 0.0
            return None, HeadRequest(time_s=time_s, yaw_rad=head_rad, camera="top"), self._look
        if walk is None or walk.phase != "stand" or time_s < STILL_S + LOOKS_S + 2.0:
            self._rests_since_s = None
        elif self._rests_since_s is None:
            self._rests_since_s = time_s
        elif time_s - self._rests_since_s > RESTS_S and not self._looked_after:
            self._looked_after = True
            self._look = TurnLook(time_s=time_s, number=1, moment="after", expected_rad=angle_rad)
        target = WalkTarget(time_s=time_s, odometry_from_target=self._target)
        return target, HeadRequest(time_s=time_s, camera="top"), self._look


class TurnWatch:
    """Notes where the robot really looked, and what its legs said, when each picture was asked for."""

    def __init__(self, truth: Callable[[], Pose2]) -> None:
        self._truth = truth
        self._moments: set[str] = set()
        self._odometry_rad = 0.0
        self.true_before_rad = self.true_after_rad = 0.0
        self.legs_before_rad = self.legs_after_rad = 0.0
        self.seen: TurnSeen | None = None

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note odometry, looks and what was seen."""
        for _, message in outputs:
            if isinstance(message, LegOdometry):
                self._odometry_rad = message.odometry_from_robot.yaw_rad
            elif isinstance(message, TurnSeen):
                self.seen = message
            elif isinstance(message, TurnLook) and message.moment not in self._moments:
                self._moments.add(message.moment)
                if message.moment == "before":
                    self.true_before_rad, self.legs_before_rad = self._truth().yaw_rad, self._odometry_rad
                else:
                    self.true_after_rad, self.legs_after_rad = self._truth().yaw_rad, self._odometry_rad

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""
