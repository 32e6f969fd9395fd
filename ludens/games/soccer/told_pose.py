"""The pose on the field from outside, carried along by the legs: in place of localisation by landmarks."""

from typing import Annotated

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import LegOdometry
from ludens.messages.field import FieldPose

BLEND = 0.2
"""Of a pose that is told into the one that is believed."""
CARRIED_M = 0.6
"""Farther away than this the robot has been carried: the pose that is told counts alone."""


class ToldPose(Module[NoParameters]):
    """Believes what it is told a moment later, and follows its odometry in between."""

    def start(self) -> None:
        """Begin without an idea."""
        self._field_from_odometry: Pose2 | None = None

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        told: Annotated[Since[FieldPose], under("truth")],
    ) -> FieldPose | None:
        """Say where it is now."""
        for pose in told:
            then = path.at_or_before(pose.time_s)
            if then is not None:
                self._hear(pose.field_from_robot, then.odometry_from_robot)
        if self._field_from_odometry is None:
            return None
        here = self._field_from_odometry @ odometry.odometry_from_robot
        return FieldPose(time_s=now.time_s, field_from_robot=here, sigma_m=0.03, sigma_rad=0.02, error=1.0)

    def _hear(self, told: Pose2, odometry_from_robot: Pose2) -> None:
        if self._field_from_odometry is not None:
            believed = self._field_from_odometry @ odometry_from_robot
            if believed.distance_m(told) < CARRIED_M:
                told = Pose2(
                    believed.x_m + BLEND * (told.x_m - believed.x_m),
                    believed.y_m + BLEND * (told.y_m - believed.y_m),
                    believed.yaw_rad + BLEND * difference(told.yaw_rad, believed.yaw_rad),
                )
        self._field_from_odometry = told @ odometry_from_robot.inverse()
