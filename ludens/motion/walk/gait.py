"""The rhythm of walking: standing, shifting the weight, stepping; and where the mass shall be at each moment.

Everything is in the frame of the stance sole. The other foot is called the swinging one also while it stands.
A step is never broken off: a new speed counts from the middle of the present step at the latest, and a stop
comes after the step that brings the feet side by side.
"""

import math
from enum import Enum
from typing import NamedTuple

from ludens.geometry import Pose2
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import STILL, Speed, approached, parts_of_fastest, within_reach
from ludens.motion.walk.step import (
    Carrying,
    Pendulum,
    Point,
    StepTiming,
    capture_offset,
    landing,
    natural_rate_hz,
    side_by_side,
    swing_height,
    swing_place,
    zmp_towards,
)
from ludens.motion.walk.step_kick import KickingSteps, StepKick

LATEST_ZMP_S = 0.05
"""Time before the end of a step in which the ZMP stays as it is: its formula divides by the time left."""
PLAN_UNTIL_SHARE = 0.5
"""Of a step: later its landing stays as planned."""
EARLY_FADE_S = 0.05
"""In which the leg of a foot that landed early is stretched as the plan wants it."""
SMALLEST_M = 1e-5
"""Offsets below this have faded."""
SAME_PLACE = 1e-9
ZMP_ROOM_M = (0.035, 0.018)
"""How far from its usual point a sole may carry the weight, forward and sideways."""


class GaitPhase(Enum):
    """Phase of the legs' cycle."""

    STAND = "stand"
    START = "start"
    STEP = "step"
    STOP = "stop"


class BodyTargets(NamedTuple):
    """Where mass and swinging foot shall be at one moment, in the frame of the stance sole."""

    left_is_stance: bool
    mass_m: Point
    swing: Pose2
    swing_height_m: float
    phase: GaitPhase
    share: float  # of the phase, 0 to 1
    stance_height_m: float = 0.0  # of a foot that landed early, by the plan above the floor


class _StepPlan(NamedTuple):
    """How feet step at one speed: where each lands, and how high it swings.

    The faster the step, the higher. On a soft floor, under hips that sink, a foot that is lifted little drags
    over the floor; a small step must not rock the body.
    """

    speed: Speed
    parameters: WalkParameters
    left: Pose2
    right: Pose2
    lift_m: float

    @classmethod
    def made_for(cls, speed: Speed, parameters: WalkParameters) -> "_StepPlan":
        """Plan them."""
        left, right = (landing(speed, parameters, left_swings=is_left) for is_left in (True, False))
        fast = min(math.hypot(*parts_of_fastest(speed, parameters)), 1.0)
        lift_m = parameters.lift_m + fast * (parameters.fast_lift_m - parameters.lift_m)
        return cls(speed, parameters, left, right, lift_m)


class Gait:
    """Keeps the rhythm; `advance` is called once a cycle."""

    def __init__(self, parameters: WalkParameters) -> None:
        self.parameters = parameters
        self.phase = GaitPhase.STAND
        self.left_is_stance = True
        self.speed = STILL
        self._elapsed_s = 0.0
        self._calm_s = 0.0
        self._higher_m = 0.0
        self._early_height_m = 0.0
        self.kicking = KickingSteps()
        self.timing = StepTiming()
        self._reached: tuple[Speed, WalkParameters, Speed] | None = None
        self._planned: _StepPlan | None = None
        self._aimed: tuple[tuple[object, ...], Point] | None = None
        self._start = self._end = side_by_side(parameters, left_swings=False)
        middle = self._middle()
        self.pendulum = Pendulum(middle, middle)
        self.zmp_m = middle

    @property
    def is_calming(self) -> bool:
        """Whether it steps on the spot after a shove."""
        return self._calm_s > 0.0

    @property
    def rate_hz(self) -> float:
        """The pendulum's natural rate ω."""
        return natural_rate_hz(self.parameters.com_height_m)

    def advance(
        self,
        wanted: Speed,
        *,
        elapsed_s: float,
        felt_m: Point = (0.0, 0.0),
        doubt_m: float = 0.0,
        higher_m: float = 0.0,
        kick: StepKick | None = None,
        carrying: Carrying | None = None,
    ) -> BodyTargets:
        """Go on by `elapsed_s` and return the targets of the new moment.

        `felt_m` is how far the real capture point is from the planned one, in the frame of the stance sole;
        `doubt_m` is how far that may be off. `higher_m` is by how much more than usual the foot is lifted.
        `carrying` says whether the left and the right foot carry weight; without it steps go by the clock.
        """
        self._higher_m = higher_m
        self.kicking.ask(kick)
        reachable = self._recovered(self._within_reach(wanted), felt_m, doubt_m, elapsed_s)
        if self.phase in (GaitPhase.STEP, GaitPhase.START):
            self.speed = approached(
                self.speed, reachable, self.parameters, elapsed_s=elapsed_s, stops=wanted.is_zero
            )
        faded_m = self._early_height_m * math.exp(-elapsed_s / EARLY_FADE_S)
        self._early_height_m = faded_m if faded_m > SMALLEST_M else 0.0
        self._pass_time(carrying, elapsed_s)
        if self.phase is GaitPhase.STAND and (self.kicking.pending or not reachable.is_zero):
            self._begin_walking(reachable)
        elif self.phase is not GaitPhase.STAND and self._elapsed_s >= self._duration_s:
            self._next_phase(reachable)
        if self.phase is GaitPhase.STEP and self._share < PLAN_UNTIL_SHARE:
            usual = self._landing(left_swings=not self.left_is_stance)
            self._end = self.kicking.landing(usual)
        self.zmp_m = self._wanted_zmp()
        self.pendulum = self.pendulum.moved(self.zmp_m, rate_hz=self.rate_hz, elapsed_s=elapsed_s)
        return self._targets()

    def _within_reach(self, wanted: Speed) -> Speed:
        """What the legs can do of a wanted speed; worked out once for as long as that is wanted."""
        known = self._reached
        if known is None or known[0] is not wanted or known[1] is not self.parameters:
            known = self._reached = wanted, self.parameters, within_reach(wanted, self.parameters)
        return known[2]

    def _pass_time(self, carrying: Carrying | None, elapsed_s: float) -> None:
        """Let time pass in this phase; a foot that has landed ends its step."""
        self._elapsed_s += elapsed_s
        self.timing.feel(carrying)
        if self.phase is GaitPhase.STEP and self.kicking.stage != "kick" and self._share < 1.0:
            swings, least_share = not self.left_is_stance, self.parameters.early_share
            if self.timing.has_landed(left=swings) and self._share >= least_share:
                self._land_early()

    def _land_early(self) -> None:
        """End the step where the foot is: the body is ahead, where the plan had it at the landing."""
        targets, goal, planned = self._targets(), self._goal(), self._end
        moved = targets.swing @ planned.inverse()
        self._end, self._early_height_m = targets.swing, targets.swing_height_m
        self.pendulum = Pendulum(self.pendulum.mass_m, moved.apply(*goal))
        self._elapsed_s = self._duration_s

    def _recovered(self, wanted: Speed, felt_m: Point, doubt_m: float, elapsed_s: float) -> Speed:
        """Return the wanted speed, or none for a while after a shove: steps on the spot calm the body."""
        self._calm_s = max(self._calm_s - elapsed_s, 0.0)
        ahead_m, aside_m = self.parameters.steady_ahead_m, self.parameters.steady_aside_m
        if abs(felt_m[0]) > ahead_m + doubt_m or abs(felt_m[1]) > aside_m + doubt_m:
            self._calm_s = self.parameters.calm_s
            self.kicking.give_up()
        return STILL if self.is_calming else wanted

    @property
    def _duration_s(self) -> float:
        if self.phase is GaitPhase.STEP:
            return self.parameters.step_s * self.kicking.slowness
        return self.parameters.shift_s

    @property
    def _share(self) -> float:
        return min(self._elapsed_s / self._duration_s, 1.0)

    def _begin_walking(self, wanted: Speed) -> None:
        """Shift the weight to the foot that stays: the other one, on the side of the way, goes first."""
        sideways = wanted.left_mps / self.parameters.left_most_mps
        turning = wanted.turn_radps / self.parameters.turn_most_radps
        if (sideways + turning < 0.0) != self.left_is_stance:
            self._change_feet()
        self._start = self._end
        self._enter(GaitPhase.START)

    def _next_phase(self, wanted: Speed) -> None:
        if self.phase is GaitPhase.STOP:
            self._enter(GaitPhase.STAND)
        elif self.phase is GaitPhase.START:
            self._enter(GaitPhase.STEP)
        else:
            beside = side_by_side(self.parameters, left_swings=not self.left_is_stance)
            is_beside = self._end.is_close(beside, tolerance=SAME_PLACE)
            self._change_feet()
            self._start = self._end
            stops = is_beside and wanted.is_zero and not self.is_calming and not self.kicking.pending
            self._enter(GaitPhase.STOP if stops else GaitPhase.STEP)

    def _enter(self, phase: GaitPhase) -> None:
        self.phase = phase
        self._elapsed_s = 0.0
        if phase is GaitPhase.STAND:
            self.speed = STILL
        elif phase is GaitPhase.STEP:
            self.timing.begin()
            self.kicking.next_step(left_swings=not self.left_is_stance)

    def _change_feet(self) -> None:
        """See everything from the other foot."""
        self.pendulum = self.pendulum.seen_from(self._end)
        self._end = self._end.inverse()
        self.left_is_stance = not self.left_is_stance

    def _middle(self) -> Point:
        """The point between both soles' carrying points."""
        first = self._carrying_point(left=self.left_is_stance)
        second = self._end.apply(*self._carrying_point(left=not self.left_is_stance))
        return 0.5 * (first[0] + second[0]), 0.5 * (first[1] + second[1])

    def _carrying_point(self, *, left: bool) -> Point:
        outside_m = self.parameters.zmp_outside_m
        return self.parameters.zmp_ahead_m, outside_m if left else -outside_m

    def _wanted_zmp(self) -> Point:
        if self.phase is GaitPhase.STAND:
            middle, capture = self._middle(), self.pendulum.capture_m
            return 2.0 * capture[0] - middle[0], 2.0 * capture[1] - middle[1]
        remaining_s = self._duration_s - self._elapsed_s
        if remaining_s < LATEST_ZMP_S:
            return self.zmp_m
        wanted = zmp_towards(
            self.pendulum.capture_m, self._goal(), rate_hz=self.rate_hz, remaining_s=remaining_s
        )
        if self.phase is not GaitPhase.STEP:
            return wanted
        usual = self._carrying_point(left=self.left_is_stance)
        return (
            usual[0] + max(-ZMP_ROOM_M[0], min(ZMP_ROOM_M[0], wanted[0] - usual[0])),
            usual[1] + max(-ZMP_ROOM_M[1], min(ZMP_ROOM_M[1], wanted[1] - usual[1])),
        )

    def _plan(self) -> "_StepPlan":
        """How feet step at the present speed; planned once for both of them as long as that stays."""
        plan = self._planned
        if plan is None or plan.speed is not self.speed or plan.parameters is not self.parameters:
            plan = self._planned = _StepPlan.made_for(self.speed, self.parameters)
        return plan

    def _landing(self, *, left_swings: bool) -> Pose2:
        """Where a foot lands at the present speed."""
        plan = self._plan()
        return plan.left if left_swings else plan.right

    def _goal(self) -> Point:
        """Where the capture point shall be at the end of this phase."""
        if self.phase is GaitPhase.STOP:
            return self._middle()
        follows_from = (self.phase, self.left_is_stance, self._end, self.speed, self.parameters)
        if self._aimed is None or self._aimed[0] != follows_from:
            self._aimed = follows_from, self._aim()
        return self._aimed[1]

    def _aim(self) -> Point:
        if self.phase is GaitPhase.START:
            foot, left_stands = Pose2.identity(), self.left_is_stance
        else:
            foot, left_stands = self._end, not self.left_is_stance
        second = foot @ self._landing(left_swings=not left_stands)
        third = second @ self._landing(left_swings=left_stands)
        own, other = self._carrying_point(left=left_stands), self._carrying_point(left=not left_stands)
        first_m = foot.apply(*own)
        offset = capture_offset(
            first_m,
            second.apply(*other),
            third.apply(*own),
            rate_hz=self.rate_hz,
            step_s=self.parameters.step_s,
        )
        return first_m[0] + offset[0], first_m[1] + offset[1]

    def _targets(self) -> BodyTargets:
        swing, height_m, share = self._end, 0.0, self._share
        if self.phase is GaitPhase.STEP:
            begins, ends = self.parameters.both_feet_share, self.parameters.swing_end_share
            swing = swing_place(self._start, self._end, share, begins=begins, ends=ends)
            height_m = swing_height(share, begins=begins, lift_m=self._plan().lift_m + self._higher_m)
            swing, height_m = self.kicking.struck(swing, height_m, share=share)
        return BodyTargets(
            self.left_is_stance,
            self.pendulum.mass_m,
            swing,
            height_m,
            self.phase,
            share,
            self._early_height_m,
        )
