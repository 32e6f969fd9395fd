"""The smallest robot that passes `check_robot`: a point on an endless floor that drives as it is told.

    .venv/bin/python examples/point_robot.py

`docs/robots.md` explains what a driver promises.
"""

import math

from ludens.core.contract.capabilities import BASE_VELOCITY, ODOMETRY
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.drivers.check import check_robot
from ludens.geometry import Pose2
from ludens.messages import BaseVelocityCommand, Message, Odometry

PERIOD_NS = 20_000_000


class PointRobot:
    """A driver with one robot. `drift_radps` turns it a little to the left, whatever it is told."""

    def __init__(self, *, drift_radps: float = 0.0) -> None:
        body = Source("body", PERIOD_NS * 1e-9, (ODOMETRY,))
        self.robots = (RobotDescription("", "point", (body,), (BASE_VELOCITY,)),)
        self._drift_radps = drift_radps
        self._pose = Pose2.identity()
        self._speeds = (0.0, 0.0)
        self._time_ns = 0
        self._open = True

    def next_delivery(self) -> Delivery | None:
        """Let one period pass, and say where the robot is then; None once it is closed."""
        if not self._open:
            return None
        elapsed_s = PERIOD_NS * 1e-9
        forward_mps, turn_radps = self._speeds
        turned_rad = (turn_radps + (self._drift_radps if forward_mps else 0.0)) * elapsed_s
        half = Pose2(0.0, 0.0, turned_rad / 2)
        self._pose = self._pose @ half @ Pose2(forward_mps * elapsed_s, 0.0, 0.0) @ half
        self._time_ns += PERIOD_NS
        reading = Odometry(
            time_s=self._time_ns * 1e-9,
            odometry_from_robot=self._pose,
            forward_mps=forward_mps,
            turn_radps=turned_rad / elapsed_s,
        )
        return Delivery(self._time_ns, "", "body", (reading,))

    def command(self, robot: str, command: Message) -> None:
        """Drive so from now on, as fast as the robot can."""
        if robot != "":
            raise LudensError(f"There is no robot called '{robot}' here; the only one has no name.")
        if not isinstance(command, BaseVelocityCommand):
            raise LudensError(f"A point robot takes BaseVelocityCommand, not {type(command).__name__}.")
        self._speeds = (
            math.copysign(min(abs(command.forward_mps), 1.0), command.forward_mps),
            math.copysign(min(abs(command.turn_radps), 2.0), command.turn_radps),
        )

    def make_safe(self, robot: str) -> None:
        """Stand still."""
        self._speeds = (0.0, 0.0)

    def close(self) -> None:
        """Nothing comes any more."""
        self.make_safe("")
        self._open = False


if __name__ == "__main__":
    check_robot(PointRobot())
