"""Modules that tell how a NAO's body stands in the world: orientation, falls, the way it has walked."""

import math
from dataclasses import dataclass

from ludens.core.contract.module import Module, NoParameters
from ludens.estimation.leg_odometry import Soles, StepOdometry
from ludens.estimation.orientation import OrientationFilter, Quaternion, Vector, heading, up_in_torso
from ludens.messages import (
    BodyHealth,
    CalibratedJoints,
    FallReport,
    FootPressure,
    ImuReading,
    LegOdometry,
    TorsoOrientation,
)
from ludens.messages.balance import FallDirection, FallState
from ludens.robots.nao.kinematics import Posture


@dataclass(frozen=True, slots=True)
class FallTuning:
    """Angles and times that separate standing, falling and lying."""

    falling_rad: float = 0.75  # lean, `ahead_s` from now; a shoved walk comes back from 0.6
    ahead_s: float = 0.15
    least_rad: float = 0.4  # a fast turn alone is no fall, and a shove bends the body by this much
    lying_rad: float = 0.9
    lying_radps: float = 0.5
    lying_after_s: float = 0.3
    upright_rad: float = 0.3
    upright_after_s: float = 0.5


class FallDetector:
    """Tells whether one body stands, falls or lies, before it hits the floor.

    The lean is carried on with its rate for a moment ahead; where that exceeds what a walk ever recovers
    from, the body is falling. It has fallen once it leans far and moves no more. It stands again when it
    leans little for a while.
    """

    def __init__(self, tuning: FallTuning | None = None) -> None:
        self._tuning = FallTuning() if tuning is None else tuning
        self.state: FallState = "upright"
        self.direction: FallDirection = "forward"
        self.lean_rad = 0.0
        self._for_s = 0.0

    def update(self, level_from_torso: Quaternion, rates_radps: Vector, *, elapsed_s: float) -> FallState:
        """Take in orientation and turning rates (torso's axes) and return the state."""
        x, y, z = up_in_torso(level_from_torso)
        self.lean_rad = math.atan2(math.hypot(x, y), z)
        rate_radps = leaning_rate((x, y, z), rates_radps)
        tuning = self._tuning
        if self.state == "upright":
            ahead_rad = self.lean_rad + rate_radps * tuning.ahead_s
            if self.lean_rad > tuning.least_rad and ahead_rad > tuning.falling_rad:
                self._enter("falling")
        self.direction = lean_direction(x, y)
        if self.state == "falling":
            still = math.hypot(*rates_radps) < tuning.lying_radps
            self._wait(self.lean_rad > tuning.lying_rad and still, tuning.lying_after_s, "fallen", elapsed_s)
        if self.state != "upright":
            self._wait_upright(elapsed_s)
        return self.state

    def _enter(self, state: FallState) -> None:
        self.state = state
        self._for_s = 0.0

    def _wait(self, holds: bool, least_s: float, state: FallState, elapsed_s: float) -> None:
        if holds:
            self._for_s += elapsed_s
            if self._for_s >= least_s:
                self._enter(state)

    def _wait_upright(self, elapsed_s: float) -> None:
        stands = self.lean_rad < self._tuning.upright_rad
        if not stands and self.lean_rad < self._tuning.lying_rad:
            self._for_s = 0.0
        self._wait(stands, self._tuning.upright_after_s, "upright", elapsed_s)


def leaning_rate(up: Vector, rates_radps: Vector) -> float:
    """Return how fast the lean grows: how the upward direction leaves the torso's z axis."""
    x, y, _ = up
    tilt = math.hypot(x, y)
    if tilt < 1e-6:
        return math.hypot(rates_radps[0], rates_radps[1])
    # d(up)/dt = up × rates; its part along (x, y) is that of sin(lean), divided by cos(lean) = z.
    return (y * rates_radps[0] - x * rates_radps[1]) / tilt


def lean_direction(up_x: float, up_y: float) -> FallDirection:
    """Return where the head goes: opposite to where up lies in the torso."""
    if abs(up_x) >= abs(up_y):
        return "forward" if up_x < 0.0 else "backward"
    return "left" if up_y < 0.0 else "right"


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
