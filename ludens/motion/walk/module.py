"""The walk as a module: from a wanted speed and the body's sensors to the 25 joints, once a cycle."""

from typing import Annotated

import numpy as np

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
    FootSupport,
    ImuReading,
    LegOdometry,
    MotionWeights,
    TorsoOrientation,
    WalkReport,
    WalkRequest,
    WantedJoints,
)
from ludens.motion.poses import PoseMotion
from ludens.motion.walk.balance import Levelling, Turns, UsualSway, WalkBalance, capture_error, lean
from ludens.motion.walk.gait import BodyTargets, Gait, GaitPhase
from ludens.motion.walk.hips import HipSupport
from ludens.motion.walk.legs import Arms, joints_for, left_foot_ahead_m
from ludens.motion.walk.pace import LearntPace
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import STILL, Speed, within_reach
from ludens.motion.walk.step import Carrying, Point
from ludens.motion.walk.step_kick import StepKick
from ludens.robots.nao.fingers import start_of_motion
from ludens.robots.nao.joints import JOINTS, within_limits
from ludens.robots.nao.kinematics import LEGS
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.motors import HOT_C

SLOWER_C = HOT_C - 5.0
"""From here on."""
SLOWEST_SHARE = 0.4
"""Of the fastest speed, for a hot robot."""


def cool_share(temperature_c: FloatArray) -> float:
    """Return the share of its speeds that a robot with motors so hot should walk at.

    Ankles and knees work hardest when walking fast; at less than half the speed they cool down again, before
    motors give up their stiffness and the robot falls.
    """
    hottest_c: float = max(temperature_c[LEGS].tolist())
    warm = (hottest_c - SLOWER_C) / (HOT_C - SLOWER_C)
    return 1.0 - (1.0 - SLOWEST_SHARE) * min(max(warm, 0.0), 1.0)


NAME = "walk"
LONGEST_CYCLE_S = 0.05
"""After a gap in the readings the walk goes on from where it was, rather than leap to where it would be."""
ROUNDS_TO_SETTLE = 20
FULL_STIFFNESS = np.ones(len(JOINTS))
FULL_STIFFNESS.setflags(write=False)


class Walk(Module[WalkParameters]):
    """Walks as the request says, from and to a stand. Without a request it stands.

    The first thing it does is to bring the joints, wherever they are, to its stand; so it does whenever it is
    given the body again. When another motion is wanted it comes to a stand, where it may be left.
    It does not know whether the body lies or stands: the arbiter asks the fall detector.
    """

    budget_s = 0.001

    def start(self) -> None:
        """Begin anew: the joints are looked at in the first cycle."""
        self._hips = HipSupport()
        self._pace = LearntPace()
        self._begin()

    def _begin(self) -> None:
        """Begin a walk; what was learnt of this body stays."""
        self._pace.begin()
        self._gait = Gait(self.parameters)
        self._balance = WalkBalance()
        self._levelling = Levelling()
        self._sway = UsualSway()
        self._arms = Arms()
        self._stand_rad = standing(self.parameters)
        self._legs_rad = self._stand_rad.copy()
        self._getting_ready: PoseMotion | None = None
        self._ready = False
        self._began_s = self._time_s = 0.0
        self._answered: tuple[tuple[object, ...], tuple[Speed, bool]] | None = None
        self._expected: tuple[tuple[object, ...], Speed] | None = None

    def parameters_changed(self) -> None:
        """Walk on with the new figures; they count from this step."""
        self._gait.parameters = self.parameters

    def cycle(
        self,
        joints: CalibratedJoints,
        imu: ImuReading,
        request: WalkRequest | None,
        orientation: TorsoOrientation | None,
        weights: MotionWeights | None,
        support: FootSupport | None = None,
        odometry: LegOdometry | None = None,
    ) -> tuple[Annotated[WantedJoints | None, under(NAME)], WalkReport | None]:
        """Say where every joint shall be now; nothing without a weight."""
        if weights is not None and weights.of(NAME) <= 0.0:
            if self._getting_ready is not None:
                self._begin()
            return None, None
        if weights is not None and weights.motion != NAME:
            request = None
        if self._getting_ready is None:
            self._arms.begin(self._stand_rad, measured_rad=joints.position_rad)
            self._getting_ready = PoseMotion(within_limits(start_of_motion(joints)), self._stand_rad)
            self._began_s = self._time_s = joints.time_s
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        since_s = joints.time_s - self._began_s
        if not self._ready and since_s < self._getting_ready.duration_s:
            share = since_s / self._getting_ready.duration_s
            return self._wanted(self._getting_ready.at(since_s)), self._report("get ready", share)
        self._ready = True
        wanted, behind = self._asked(request, cool_share(joints.temperature_c))
        roll_radps, pitch_radps, _ = imu.angular_velocity_radps
        self._balance.feel(roll_radps, pitch_radps)
        felt_m, doubt_m = self._tipping(orientation)
        self._sway.learn(felt_m, steps=self._gait.phase is GaitPhase.STEP, elapsed_s=elapsed_s)
        targets = self._gait.advance(
            wanted,
            elapsed_s=elapsed_s,
            felt_m=felt_m,
            doubt_m=doubt_m + self._sway.wider_m,
            higher_m=self._sway.higher_m,
            kick=_step_kick(request),
            carrying=_carrying(support),
        )
        if odometry is not None:
            self._pace.learn(odometry.odometry_from_robot, self._gait, time_s=joints.time_s)
        self._arms.place(self._legs_rad, behind=behind, elapsed_s=elapsed_s)
        if orientation is not None:
            self._hips.learn(lean(orientation)[0], targets, elapsed_s=elapsed_s)
        turns = self._levelling.turns(orientation, targets, self.parameters, elapsed_s=elapsed_s)
        position_rad = self._joints(targets, turns)
        may_leave = targets.phase is GaitPhase.STAND
        return self._wanted(position_rad, may_leave=may_leave), self._report(
            targets.phase.value, targets.share
        )

    def _tipping(self, orientation: TorsoOrientation | None) -> tuple[Point, float]:
        """Return the capture error, from what is upright for this body, and how far that may be off."""
        if orientation is None:
            return (0.0, 0.0), 0.0
        usual, height_m = self._levelling.usual, self.parameters.com_height_m
        felt_m = capture_error(orientation, self.parameters, upright_rad=usual.lean_rad)
        return felt_m, height_m * usual.doubt_rad

    def _asked(self, request: WalkRequest | None, cool: float) -> tuple[Speed, bool]:
        """Return the wanted speed, a hot robot's less, and whether the arms shall be behind the back.

        Worked out once for a request: legs are led more often than anybody asks anew.
        """
        if request is None:
            return STILL, False
        follows_from = (request, cool, self.parameters, self._pace.pairs)
        if self._answered is None or self._answered[0] != follows_from:
            self._answered = follows_from, self._answer(request, cool)
        return self._answered[1]

    def _answer(self, request: WalkRequest, cool: float) -> tuple[Speed, bool]:
        speed = Speed(request.forward_mps, request.left_mps, request.turn_radps)
        share = min(cool, self.parameters.small_share if request.steps == "small" else 1.0)
        reached = within_reach(speed, self.parameters, share=share)
        return self._pace.corrected(reached, self.parameters), request.arms == "behind"

    def _joints(self, targets: BodyTargets, turns: Turns) -> FloatArray:
        self._legs_rad = joints_for(targets, self._legs_rad, self.parameters, turns=turns)
        position_rad = self._legs_rad.copy()
        self._balance.correct(
            position_rad,
            self.parameters,
            left_is_stance=targets.left_is_stance,
            hip_share=self._hips.looseness,
        )
        self._hips.hold_up(position_rad, targets)
        self._arms.swing(
            position_rad,
            left_foot_ahead_m=left_foot_ahead_m(targets),
            swing_radpm=self.parameters.arm_swing_radpm,
        )
        return within_limits(position_rad)

    def _wanted(self, position_rad: FloatArray, *, may_leave: bool = False) -> WantedJoints:
        return WantedJoints(
            time_s=self._time_s,
            position_rad=position_rad,
            stiffness=FULL_STIFFNESS,
            may_leave=may_leave,
        )

    def _report(self, phase: str, share: float) -> WalkReport:
        follows_from = (self._gait.speed, self.parameters, self._pace.pairs)
        if self._expected is None or self._expected[0] != follows_from:
            self._expected = follows_from, self._pace.expected(self._gait.speed, self.parameters)
        speed = self._expected[1]
        return WalkReport(
            time_s=self._time_s,
            phase=phase,
            share=share,
            left_is_stance=self._gait.left_is_stance,
            forward_mps=speed.forward_mps,
            left_mps=speed.left_mps,
            turn_radps=speed.turn_radps,
            kick=self._gait.kicking.stage,
        )


def _step_kick(request: WalkRequest | None) -> StepKick | None:
    """Return the kick that is wanted of the walk."""
    if request is None or request.kick == "none":
        return None
    return StepKick(request.kick, request.kick_with_left, request.kick_strength)


def _carrying(support: FootSupport | None) -> Carrying | None:
    """Return whether the left and the right foot carry."""
    if support is None:
        return None
    return support.feet in ("left", "both"), support.feet in ("right", "both")


def standing(parameters: WalkParameters) -> FloatArray:
    """Return the joints of a body that stands as this walk wants it, before its first step."""
    targets = Gait(parameters).advance(STILL, elapsed_s=0.0)
    position_rad = np.array(stance(height_m=parameters.stand_height_m))
    for _ in range(ROUNDS_TO_SETTLE):  # the torso's place depends on the centre of mass, which depends on it
        position_rad = joints_for(targets, position_rad, parameters)
    return position_rad
