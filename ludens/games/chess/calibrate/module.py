"""The calibration as a module: before it is done the game knows nothing of the table but what was meant.

How a game wires it: in the camera's cycler, before the eyes,

    CyclerPlan("camera", "camera", (Node(TableCalibrator), Node(PieceDetector), Node(PieceTracker), …))
    CyclerPlan("body", "body", (…, Node(ArmMotion)))

It asks `ArmMotion` for postures by `PostureRequest`, so nobody else commands the arm. Until it says
`TableCalibration` (with every picture from then on) nothing shall be carried: a `CarryRequest` would take the
arm away. `CalibrationReport` says how it gets on, and why not. It needs the plate on the arm
(`ChessWorldOptions(plate=True)`), unless the stored calibration has a camera; with camera and board stored it
is done with the first picture, and nothing moves.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.core.contract.time_series import TimeSeries
from ludens.games.chess.calibrate.postures import COUNT
from ludens.games.chess.calibrate.routine import Routine
from ludens.games.chess.calibrate.stored import StoredCalibration
from ludens.games.chess.workcell.measures import Measures
from ludens.geometry import FloatArray
from ludens.messages import CalibrationReport, CameraImage, JointStates, PostureRequest, TableCalibration
from ludens.messages.board_pieces import UNCORRECTED, BoardGuess
from ludens.planning.arm.trajectory import ArmPlanError

AGAIN_S = 10.0
"""After a failure: time to mount the plate or to switch on the light."""
REPEAT_S = 2.0
"""A posture that is not taken by then is asked for again: somebody had stopped the arm."""


@dataclass(frozen=True, slots=True)
class TableCalibratorParameters:
    """What is known already, and how thoroughly to look."""

    white_is_near: bool = True
    postures: Annotated[int, Meta(ge=8, le=200, description="In which the plate is looked at.")] = COUNT
    stored: StoredCalibration = field(default_factory=StoredCalibration)


class TableCalibrator(Module[TableCalibratorParameters]):
    """Finds camera and board with the arm's help, once."""

    budget_s = 0.3

    def start(self) -> None:
        """Begin with what is stored."""
        self._measures = Measures(white_is_near=self.parameters.white_is_near)
        self._found = self.parameters.stored if self.parameters.stored.has_board else None
        self.routine = self._new_routine(self.parameters.stored)
        self._known: TableCalibration | None = None
        self._asked_rad: FloatArray | None = None
        self._asked_s = 0.0
        self._number = 0
        self._failed_s: float | None = None
        self._reason = ""

    def parameters_changed(self) -> None:
        """Begin anew."""
        self.start()

    def cycle(
        self, image: CameraImage, arm: History[JointStates], pushed: BoardGuess | None = None
    ) -> tuple[PostureRequest | None, TableCalibration | None, CalibrationReport]:
        """Look at one picture; say which posture is wanted next, and what was found."""
        if pushed is not None and self._found is not None:
            self._look_again(pushed)
        joints_rad = _joints_at(arm, image.time_s)
        if self._found is None and joints_rad is not None and self._may_try(image.time_s):
            self._look(image, joints_rad)
        request = None if self._found is not None else self._request(image.time_s)
        return request, self._calibration(image.time_s), self._report(image.time_s)

    def _look_again(self, pushed: BoardGuess) -> None:
        """Find the board anew; the camera stays where it is."""
        assert self._found is not None
        about = replace(self._found, base_from_board=pushed.base_from_board, correction=UNCORRECTED)
        self.routine = self._new_routine(about)
        self._found = self._known = self._asked_rad = None

    def _look(self, image: CameraImage, joints_rad: FloatArray) -> None:
        try:
            if self.routine.look(image.pixels_rgb, joints_rad, time_s=image.time_s):
                self._found = self.routine.stored
        except ArmPlanError as error:
            # What was found so far is kept: after a failure at the board the plate is not looked at again.
            self._failed_s, self._reason = image.time_s, str(error)
            self.routine = self._new_routine(self.routine.stored)

    def _may_try(self, time_s: float) -> bool:
        if self._failed_s is not None and time_s - self._failed_s >= AGAIN_S:
            self._failed_s, self._reason = None, ""
        return self._failed_s is None

    def _request(self, time_s: float) -> PostureRequest | None:
        """Return the wanted posture when it is new, and again when nothing comes of it."""
        wanted_rad = self.routine.wanted_rad
        if self._asked_rad is None or not np.array_equal(wanted_rad, self._asked_rad):
            self._asked_rad, self._asked_s = wanted_rad, time_s
            self._number += 1
        elif time_s - self._asked_s > REPEAT_S and self.routine.is_stuck:
            self._asked_s = time_s
            self._number += 1
        else:
            return None
        return PostureRequest(time_s=time_s, number=self._number, positions_rad=tuple(wanted_rad.tolist()))

    def _calibration(self, time_s: float) -> TableCalibration | None:
        if self._found is not None and self._known is None:
            self._known = self._found.message(time_s=time_s, measures=self._measures)
        return self._known

    def _report(self, time_s: float) -> CalibrationReport:
        if self._found is not None:
            return CalibrationReport(time_s=time_s, state="done", share=1.0)
        if self._failed_s is not None:
            return CalibrationReport(time_s=time_s, state="failed", share=0.0, reason=self._reason)
        at_board = self.routine.stored.has_camera
        return CalibrationReport(
            time_s=time_s,
            state="looking at the board" if at_board else "looking at the plate",
            share=self.routine.share,
            posture=0 if at_board else self.routine.posture,
            postures=self.routine.postures,
        )

    def _new_routine(self, stored: StoredCalibration) -> Routine:
        return Routine(stored, measures=self._measures, count=self.parameters.postures, random=self.random)


def _joints_at(arm: TimeSeries[JointStates], time_s: float) -> FloatArray | None:
    """Return the axes' angles at a moment, between the readings before and after it."""
    around = arm.around(time_s)
    if around is None:
        return None
    before, after, share = around
    angles: FloatArray = (1.0 - share) * np.array(before.positions_rad) + share * np.array(
        after.positions_rad
    )
    return angles
