"""Modules that tell how a NAO's body stands in the world: orientation, falls, the way it has walked."""

from ludens.core.contract.module import Module, NoParameters
from ludens.estimation.falling import FallDetector
from ludens.estimation.leg_odometry import Soles, StepOdometry
from ludens.estimation.orientation import OrientationFilter, heading
from ludens.messages import (
    BodyHealth,
    CalibratedJoints,
    FallReport,
    FootPressure,
    ImuReading,
    LegOdometry,
    TorsoOrientation,
)
from ludens.robots.nao.kinematics import Posture

LONGEST_CYCLE_S = 0.1


class _Stopwatch:
    """Time between readings; none before the first, and no more than `LONGEST_CYCLE_S` over a gap."""

    def __init__(self) -> None:
        self._last_s: float | None = None

    def since(self, time_s: float) -> float:
        last_s, self._last_s = self._last_s, time_s
        return 0.0 if last_s is None else min(max(time_s - last_s, 0.0), LONGEST_CYCLE_S)


class OrientationEstimator(Module[NoParameters]):
    """Keeps the torso's orientation from gyroscope and accelerometer."""

    budget_s = 0.0003

    def start(self) -> None:
        """Begin with the lean of the first reading and heading zero."""
        self._filter = OrientationFilter()
        self._watch = _Stopwatch()

    def cycle(self, imu: ImuReading, health: BodyHealth | None = None) -> TorsoOrientation:
        """Take in one reading if it can be believed; a dead axis of the gyroscope counts as zero."""
        elapsed_s = self._watch.since(imu.time_s)
        if health is not None and not health.frame_is_sound:
            quaternion = self._filter.hold()
        else:
            x, y, z = imu.angular_velocity_radps
            dead = () if health is None else health.dead_gyro_axes
            quaternion = self._filter.update(
                (0.0 if "x" in dead else x, 0.0 if "y" in dead else y, 0.0 if "z" in dead else z),
                imu.linear_acceleration_mps2,
                elapsed_s=elapsed_s,
                gyroscope_is_whole=not dead,
            )
        return TorsoOrientation(
            time_s=imu.time_s, quaternion=quaternion, rates_radps=self._filter.rates_radps
        )


class FallWatch(Module[NoParameters]):
    """Tells standing, falling and lying apart."""

    budget_s = 0.0002

    def start(self) -> None:
        """Begin upright."""
        self._detector = FallDetector()
        self._watch = _Stopwatch()

    def cycle(self, orientation: TorsoOrientation) -> FallReport:
        """Look at lean and turning."""
        elapsed_s = self._watch.since(orientation.time_s)
        state = self._detector.update(orientation.quaternion, orientation.rates_radps, elapsed_s=elapsed_s)
        self.debug.plot("lean_rad", self._detector.lean_rad)
        return FallReport(
            time_s=orientation.time_s,
            state=state,
            direction=self._detector.direction,
            lean_rad=self._detector.lean_rad,
        )


class LegOdometer(Module[NoParameters]):
    """Adds up the way from joints, foot pressures and the gyroscope's heading."""

    budget_s = 0.0005

    def start(self) -> None:
        """Begin at the origin."""
        self._odometry = StepOdometry()
        self._watch = _Stopwatch()

    def cycle(
        self, joints: CalibratedJoints, pressure: FootPressure, orientation: TorsoOrientation
    ) -> LegOdometry:
        """Take in one reading of all three."""
        posture = Posture.of(joints.position_rad)
        pose = self._odometry.update(
            Soles(*posture.soles_over_floor(orientation.up_in_torso)),
            left_n=sum(pressure.left_n),
            right_n=sum(pressure.right_n),
            yaw_rad=heading(orientation.quaternion),
            elapsed_s=self._watch.since(joints.time_s),
        )
        return LegOdometry(
            time_s=joints.time_s, odometry_from_robot=pose, covariance=self._odometry.covariance
        )
