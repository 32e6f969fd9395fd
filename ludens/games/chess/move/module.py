"""The arm as a module: from a request to carry something to axes and magnet, a hundred times a second.

It alone commands the arm. A posture, as the calibration wants it, is asked for by a `PostureRequest`; the
request that came last counts. Contact is torque that the arm's own motion does not explain: the arm carries
its weight by itself, so what its servos give goes into speeding up its own inertia, mostly that of the
rotors, and into what resists it.
"""

from collections import deque
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.core.task import TaskServer
from ludens.games.chess.move.trajectories import Leg, course, turning
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.geometry import FloatArray
from ludens.messages import (
    ArmFailure,
    ArmReport,
    CarryRequest,
    JointCommand,
    JointStates,
    MagnetCommand,
    PostureRequest,
    StopRequest,
)
from ludens.messages.arm import ArmPhase
from ludens.planning.arm.hop import HopLimits
from ludens.planning.arm.trajectory import ArmPlanError, Limits
from ludens.robots.iiwa.dimensions import AXES

STIFF = (1.0,) * len(AXES)
AT_REST_RAD = 0.02
INERTIA_KG_M2: FloatArray = np.array([4.0, 4.0, 2.4, 2.4, 0.85, 0.55, 0.31])
"""Of each axis and what it moves, about: the arm stretched forward over the table."""
MOST_NM: FloatArray = np.array([45.0, 45.0, 32.0, 32.0, 20.0, 12.0, 8.0])
"""Unexplained torque that is no longer noise: at a reach of 0.6 m about 70 N, less than a nudge hurts."""
PATIENCE = 2
"""Readings in a row: one alone may be a disturbance of the sensor."""


@dataclass(frozen=True, slots=True)
class ArmMotionParameters:
    """How briskly the arm works."""

    across_mps: Annotated[float, Meta(gt=0.0, le=2.0, description="Fastest over the table.")] = 1.0
    across_mps2: Annotated[float, Meta(gt=0.0, le=10.0, description="Fastest change of that.")] = 4.0
    upright_mps: Annotated[float, Meta(gt=0.0, le=1.0, description="Fastest up and down.")] = 0.4
    upright_mps2: Annotated[float, Meta(gt=0.0, le=10.0, description="Fastest change of that.")] = 3.0

    def limits(self) -> HopLimits:
        """Return them as the planner wants them."""
        return HopLimits(
            across=Limits((self.across_mps,), (self.across_mps2,), (15.0 * self.across_mps2,)),
            upright=Limits((self.upright_mps,), (self.upright_mps2,), (20.0 * self.upright_mps2,)),
        )


class ArmMotion(Module[ArmMotionParameters]):
    """Carries out one request after another; holds still on contact or when told to stop."""

    budget_s = 0.05

    def start(self) -> None:
        """Begin with nothing to do, wherever the arm is."""
        self._task: TaskServer[CarryRequest] = TaskServer()
        self._legs: deque[Leg] = deque()
        self._posture_rad: FloatArray | None = None
        self._posture_number = -1
        self._details = ""
        self._holds = False
        self._contact = ContactWatch()
        self._elapsed_s = 0.0
        self._has_acted = False
        self._time_s: float | None = None

    def cycle(
        self,
        arm: JointStates,
        request: CarryRequest | None,
        stop: StopRequest | None,
        posture: PostureRequest | None = None,
    ) -> tuple[JointCommand, MagnetCommand, ArmReport]:
        """Say where the axes shall be now, and whether the magnet is on."""
        if self._posture_rad is None:
            measured_rad = np.array(arm.positions_rad)
            rests = np.abs(measured_rad - REST_RAD).max() < AT_REST_RAD
            self._posture_rad = REST_RAD if rests else measured_rad
            self._holds = not rests  # the program before this one may have been carrying something
        before_s, self._time_s = self._time_s, arm.time_s
        elapsed_s = 0.0 if before_s is None else arm.time_s - before_s
        touched = self._contact.feel(
            np.array(arm.torques_nm), np.array(arm.velocities_radps), elapsed_s=elapsed_s
        )
        if stop is not None and stop.stopped:
            self._halt(ArmFailure.STOPPED)
        else:
            if touched and self._legs:
                self._halt(ArmFailure.IN_THE_WAY)
            self._hear(request, posture)
        if self._legs:
            self._go_on(elapsed_s)
        return self._command(), MagnetCommand(time_s=arm.time_s, on=self._holds), self._report()

    def _hear(self, request: CarryRequest | None, posture: PostureRequest | None) -> None:
        """Take in what is wanted; what is left of an older request is forgotten."""
        if posture is not None and posture.number != self._posture_number:
            self._posture_number = posture.number
            if self._task.is_busy:
                self._task.fail(ArmFailure.REPLACED)
            self._plan(posture)
        was_busy = self._task.is_busy
        if self._task.hear(request) and self._task.request is not None:
            self._plan(self._task.request)
        elif was_busy and not self._task.is_busy:  # no longer wanted
            self._legs.clear()

    def _plan(self, request: CarryRequest | PostureRequest) -> None:
        self._legs.clear()
        self._details = ""
        try:
            self._legs.extend(self._course(request))
        except ArmPlanError as error:
            self._details = str(error)
            if isinstance(request, CarryRequest):
                self._task.fail(ArmFailure.OUT_OF_REACH)
            return
        self._begin_leg()

    def _course(self, request: CarryRequest | PostureRequest) -> list[Leg]:
        assert self._posture_rad is not None
        if isinstance(request, PostureRequest):
            return [Leg(turning(self._posture_rad, np.array(request.positions_rad)), "moving")]
        return course(request, joints_rad=self._posture_rad, limits=self.parameters.limits())

    def _begin_leg(self) -> None:
        self._elapsed_s, self._has_acted = 0.0, False
        if not self._legs and self._task.is_busy:
            self._task.finish()

    def _go_on(self, elapsed_s: float) -> None:
        """Move along the present leg; at its end wait, grip or let go, wait, and take the next."""
        leg = self._legs[0]
        self._elapsed_s += elapsed_s
        self._posture_rad = leg.trajectory.at(self._elapsed_s)
        over_s = self._elapsed_s - leg.trajectory.duration_s
        if over_s >= leg.settle_s and not self._has_acted:
            self._has_acted = True
            if leg.action is not None:
                self._holds = leg.action == "grip"
        if over_s >= leg.settle_s + leg.wait_s:
            self._legs.popleft()
            self._begin_leg()

    def _halt(self, reason: ArmFailure) -> None:
        self._legs.clear()
        if self._task.is_busy:
            self._task.fail(reason)
        self._contact.forget()

    def _command(self) -> JointCommand:
        assert self._posture_rad is not None
        assert self._time_s is not None
        return JointCommand(
            time_s=self._time_s,
            names=AXES,
            positions_rad=tuple(self._posture_rad.tolist()),
            stiffnesses=STIFF,
        )

    def _report(self) -> ArmReport:
        assert self._posture_rad is not None
        assert self._time_s is not None
        at_rest = not self._legs and bool(np.abs(self._posture_rad - REST_RAD).max() < AT_REST_RAD)
        still: ArmPhase = "resting" if at_rest else "standing"
        return ArmReport(
            time_s=self._time_s,
            number=self._task.number,
            state=self._task.state,
            reason=self._task.reason,
            phase=self._legs[0].phase if self._legs else still,
            holds=self._holds,
            at_rest=at_rest,
            details=self._details,
        )


class ContactWatch:
    """Compares torques with the motion that was commanded."""

    def __init__(self) -> None:
        self._speed_radps: FloatArray | None = None
        self._in_a_row = 0

    def feel(self, torques_nm: FloatArray, speeds_radps: FloatArray, *, elapsed_s: float) -> bool:
        """Take in one reading and tell whether something is in the way."""
        before_radps, self._speed_radps = self._speed_radps, speeds_radps
        if before_radps is None or elapsed_s <= 0.0:
            return False
        explained_nm = INERTIA_KG_M2 * (speeds_radps - before_radps) / elapsed_s
        over = bool((np.abs(torques_nm - explained_nm) > MOST_NM).any())
        self._in_a_row = self._in_a_row + 1 if over else 0
        return self._in_a_row >= PATIENCE

    def forget(self) -> None:
        """Begin anew."""
        self._speed_radps, self._in_a_row = None, 0
