"""The kick as a module: from a request and the body's sensors to the 25 joints, once a cycle."""

import math
from typing import Annotated

import numpy as np

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
    ImuReading,
    KickReport,
    KickRequest,
    MotionWeights,
    TorsoOrientation,
    WantedJoints,
)
from ludens.motion.kick.attempt import Attempt
from ludens.motion.kick.balance import KickBalance, capture_error, joints_for, standing
from ludens.motion.kick.course import SHIFT
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.targets import LEAN, SPREAD, Point
from ludens.motion.poses import PoseMotion
from ludens.robots.nao.joints import JOINTS, mirrored, within_limits

NAME = "kick"
LONGEST_CYCLE_S = 0.05
"""After a gap in the readings the kick goes on from where it was, rather than leap to where it would be."""
FULL_STIFFNESS = np.ones(len(JOINTS))
FULL_STIFFNESS.setflags(write=False)
READY = "get ready"
LEARNING = 0.1
"""Share of a new capture error in the usual one, at 83 readings a second."""


class Kick(Module[KickParameters]):
    """Kicks once whenever it is given the body, as the request of that moment says.

    First it brings the joints, wherever they are, to its stand, and in the end it stands there again. A ball
    that no foot reaches is not kicked: it is finished at once and says why. A kick that is under way may not
    be left, but ends early when another motion is wanted, and puts its foot down when the robot is shoved.
    """

    budget_s = 0.0003

    def start(self) -> None:
        """Begin anew: joints and request are looked at in the first cycle."""
        self._stand_rad = standing(self.parameters)
        self._attempt: Attempt | None = None
        self._getting_ready: PoseMotion | None = None
        self._balance = KickBalance()
        self._usual_m: Point = (0.0, 0.0)
        self._last_rad = self._stand_rad
        self._time_s = self._since_s = self._ready_s = 0.0

    def parameters_changed(self) -> None:
        """Count from the next kick on."""
        self._stand_rad = standing(self.parameters)

    def cycle(
        self,
        joints: CalibratedJoints,
        imu: ImuReading,
        orientation: TorsoOrientation | None,
        request: KickRequest | None,
        weights: MotionWeights | None,
    ) -> tuple[Annotated[WantedJoints | None, under(NAME)], KickReport | None]:
        """Say where every joint shall be now; nothing without a weight."""
        if weights is not None and weights.of(NAME) <= 0.0:
            if self._attempt is not None:
                self.start()
            return None, None
        if self._attempt is None or self._getting_ready is None:
            wanted = KickRequest(time_s=joints.time_s) if request is None else request
            self._attempt = Attempt(wanted, joints.position_rad, self.parameters)
            self._getting_ready = PoseMotion(within_limits(joints.position_rad), self._stand_rad)
            self._ready_s = self._getting_ready.duration_s
            self._time_s = joints.time_s
        self._since_s += min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        kicking_s = self._since_s - self._ready_s
        if kicking_s < 0.0 or not self._attempt.in_reach:
            return self._get_ready(self._attempt, self._getting_ready)
        if weights is not None and weights.motion != NAME:
            self._attempt.break_off(kicking_s)
        return self._kick(self._attempt, kicking_s, imu, orientation)

    def _get_ready(self, attempt: Attempt, motion: PoseMotion) -> tuple[WantedJoints, KickReport]:
        """Go to the stand; where there is nothing to be kicked, that is all."""
        share = min(self._since_s / self._ready_s, 1.0)
        # Not in the very first cycle: a module that waits for the end of a kick must have seen it begin.
        refused = not attempt.in_reach and self._since_s > 0.0
        wanted = self._wanted(motion.at(self._since_s), may_leave=True, finished=refused)
        return wanted, self._report(attempt, READY, share)

    def _kick(
        self, attempt: Attempt, kicking_s: float, imu: ImuReading, orientation: TorsoOrientation | None
    ) -> tuple[WantedJoints, KickReport]:
        roll_radps, pitch_radps, _ = imu.angular_velocity_radps
        self._balance.feel(attempt.mirror * roll_radps, pitch_radps)
        target = attempt.target(kicking_s)
        tips_m = (0.0, 0.0)
        if orientation is not None:
            error_m = capture_error(orientation, lean_rad=float(target[LEAN]), mirror=attempt.mirror)
            ahead_m, aside_m = self._watch(attempt, kicking_s, error_m)
            on_one_leg = float(target[SPREAD])
            tips_m = on_one_leg * ahead_m, on_one_leg * aside_m
        self._last_rad, _ = joints_for(target, self._last_rad, self.parameters)
        position_rad = self._last_rad.copy()
        finished = kicking_s >= attempt.end_s
        if not finished:
            self._balance.correct(position_rad, self.parameters, tips_m=tips_m)
        if not attempt.with_left:
            position_rad = mirrored(position_rad)
        wanted = self._wanted(within_limits(position_rad), may_leave=finished, finished=finished)
        return wanted, self._report(attempt, *attempt.phase(kicking_s))

    def _watch(self, attempt: Attempt, kicking_s: float, error_m: Point) -> Point:
        """See whether somebody shoves the robot; return how far the capture point is off.

        How the robot leans by itself is learnt in the shift, and is no error.
        """
        ahead_m, aside_m = error_m[0] - self._usual_m[0], error_m[1] - self._usual_m[1]
        if attempt.phase(kicking_s)[0] == SHIFT:
            self._usual_m = (
                self._usual_m[0] + LEARNING * ahead_m,
                self._usual_m[1] + LEARNING * aside_m,
            )
        self.debug.plot("capture_error_m", math.hypot(ahead_m, aside_m))
        if math.hypot(ahead_m, aside_m) > self.parameters.steady_m:
            attempt.put_down(kicking_s, (ahead_m, aside_m))
        return ahead_m, aside_m

    def _wanted(self, position_rad: FloatArray, *, may_leave: bool, finished: bool) -> WantedJoints:
        return WantedJoints(
            time_s=self._time_s,
            position_rad=position_rad,
            stiffness=FULL_STIFFNESS,
            may_leave=may_leave,
            finished=finished,
        )

    def _report(self, attempt: Attempt, phase: str, share: float) -> KickReport:
        return KickReport(
            time_s=self._time_s,
            phase=phase,
            share=share,
            with_left=attempt.with_left,
            refused=attempt.refused,
        )
