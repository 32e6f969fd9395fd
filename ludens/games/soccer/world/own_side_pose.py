"""The own pose from truth and noise, as a robot's localisation would say it."""

import math
from typing import Protocol

import numpy as np

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Source
from ludens.games.soccer.world.referee_eyes import RefereeOnField
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.field import FieldPose

PERIOD_NS = 100_000_000
LATENCY_NS = 60_000_000
SIGMA_M, SIGMA_RAD = 0.05, math.radians(2.0)
HALF_TURN = Pose2(0.0, 0.0, math.pi)
KNOWING = Capability("pose from truth", delivers=(FieldPose,))


class PosedWorld(Protocol):
    """A world that knows where its robots are."""

    def pose_of(self, robot: int = 0) -> Pose2:
        """Return where a robot really is."""
        ...


class OwnSidePose:
    """Where a robot is on the field as its own team sees it, which attacks positive x in either half."""

    description = Source("truth/localisation", PERIOD_NS * 1e-9, (KNOWING,))
    period_ns = PERIOD_NS

    def __init__(
        self,
        world: PosedWorld,
        robot: int,
        random: np.random.Generator,
        *,
        referee: RefereeOnField,
        team: int,
    ) -> None:
        self._world, self._robot, self._random = world, robot, random
        self._referee, self._team = referee, team

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Say where it is now, as well as it knows."""
        x_m, y_m, turn = self._random.normal(size=3) * (SIGMA_M, SIGMA_M, SIGMA_RAD)
        pose = self._world.pose_of(self._robot)
        about = Pose2(pose.x_m + float(x_m), pose.y_m + float(y_m), pose.yaw_rad + float(turn))
        if self._team != self._referee.attacks_right:
            about = HALF_TURN @ about
        return (
            FieldPose(
                time_s=time_ns * 1e-9,
                field_from_robot=about,
                sigma_m=SIGMA_M,
                sigma_rad=SIGMA_RAD,
                error=1.0,
            ),
        )

    def latency_ns(self) -> int:
        """As long as a picture and its eyes take."""
        return LATENCY_NS
