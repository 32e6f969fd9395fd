"""How the joints of the arms are off, found out at the table by a robot that nobody has calibrated.

A hand that is asked to be studied turns its man before the camera. From the pictures of each posture follows
by how much every joint's zero is wrong, of one arm or of both: what one hand has told of the head counts for
the other one, too. From then on, whenever a hand is shown, it is told where in it the man sits.
"""

import numpy as np

from ludens.core.contract.declaration import History, Last
from ludens.core.contract.module import Module, NoParameters
from ludens.games.morris.see.arm_fit import KNOWN, ArmFit, ArmSighting, fit_arms, held_point
from ludens.geometry import FloatArray
from ludens.manipulation.reaching import arm_of
from ludens.messages import CameraPoses, JointCalibration, JointOffsetsLearnt, JointReadings
from ludens.messages.manipulation import Hand, HandReport, HandRequest, HeldManSeen, HeldPoint
from ludens.messages.task import TaskState

STILL_S, STILL_RAD = 0.08, 0.004
"""An arm that turned by no more during that time before a picture was still."""
SAME_RAD = 0.1
PICTURES = 2
"""Of each posture, that count."""
FEWEST_PICTURES = 6
WORST_PX = 6.0
"""By which the fit may miss the middle picture; more are no sound pictures of a man."""
WORST_HOLD = 3.0
"""In sigmas of what is usual; a man that is held worse, or seems to be, teaches nothing about the arm."""
Told = tuple[JointOffsetsLearnt | None, HeldPoint | None]


class ArmSelfCalibrator(Module[NoParameters]):
    """Collects pictures while a hand is studied or shown, and tells what they say."""

    budget_s = 0.6  # of the fit, once for each hand; other pictures cost a thousandth of that

    def start(self) -> None:
        """Begin with nothing to do."""
        self._request: HandRequest | None = None
        self._number = 0
        self._studied: dict[Hand, list[ArmSighting]] = {"left": [], "right": []}
        self._new: list[ArmSighting] = []
        self._fit: ArmFit | None = None
        self._known_rad: FloatArray | None = None  # what the robot's file says
        self._taken_s = -1.0

    def cycle(
        self,
        held: HeldManSeen | None,
        places: History[CameraPoses],
        readings: History[JointReadings],
        calibration: JointCalibration | None,
        request: HandRequest | None,
        report: Last[HandReport],
    ) -> Told:
        """Take in a picture; when the hand has been studied, fit."""
        if self._known_rad is None and calibration is not None:
            self._known_rad = calibration.offset_rad
        if request is not None and request.number != self._number:
            self._number, self._new = request.number, []
            self._request = request if request.act in ("study", "show") else None
        if self._request is None or self._known_rad is None:
            return None, None
        is_new = held is not None and held.hand == self._request.hand and held.time_s > self._taken_s
        if held is not None and is_new:
            self._take(held, places, readings)
        if self._request.act == "show":
            return None, self._held(self._request.hand, self._known_rad) if is_new else None
        is_done = report is not None and report.number == self._number and report.state is TaskState.DONE
        return self._learn(self._known_rad) if is_done else (None, None)

    def _take(
        self, held: HeldManSeen, places: History[CameraPoses], readings: History[JointReadings]
    ) -> None:
        """Keep a picture of a hand that was still."""
        self._taken_s = held.time_s
        placed, read = places.at_or_before(held.time_s), readings.at_or_before(held.time_s)
        earlier = readings.at_or_before(held.time_s - STILL_S)
        if placed is None or read is None or earlier is None:
            return
        arm = arm_of(held.hand)
        if np.abs(read.position_rad[arm] - earlier.position_rad[arm]).max() > STILL_RAD:
            return
        posture = self._new[-1].posture if self._new else 0
        if self._new and np.abs(read.position_rad[arm] - self._new[-1].position_rad[arm]).max() > SAME_RAD:
            posture += 1
        present = [sighting for sighting in self._new if sighting.posture == posture]
        older = [sighting for sighting in self._new if sighting.posture != posture]
        sighting = ArmSighting(held.hand, posture, read.position_rad, placed.bottom, held.middle_px)
        self._new = [*older, *present[1 - PICTURES :], sighting]  # the last ones: before, the hand swung

    def _held(self, hand: Hand, known_rad: FloatArray) -> HeldPoint | None:
        """Say where the hand that is shown holds its man: roughly, until its arm is learnt."""
        if not self._new:
            return None
        numbers = np.zeros(KNOWN) if self._fit is None else self._fit.numbers
        held_m = held_point(self._new, numbers, known_rad=known_rad)
        return _told(hand, held_m, self._taken_s, arm_is_learnt=bool(self._studied[hand]))

    def _learn(self, known_rad: FloatArray) -> Told:
        """Fit to the newest pictures of both hands: how a man sits in a hand is another thing each time."""
        assert self._request is not None
        hand, self._request = self._request.hand, None
        if len(self._new) < FEWEST_PICTURES:
            return None, None
        studied = {**self._studied, hand: self._new}
        fit = fit_arms([*studied["left"], *studied["right"]], known_rad=known_rad)
        if fit.after_px > WORST_PX:
            return None, None
        if fit.worst_hold > WORST_HOLD:
            return None, _told(hand, fit.held_m[hand], self._taken_s, arm_is_learnt=False)
        self._studied, self._fit = studied, fit
        learnt = JointOffsetsLearnt(time_s=self._taken_s, offsets_rad=dict(fit.offsets_rad))
        return learnt, _told(hand, fit.held_m[hand], self._taken_s, arm_is_learnt=True)


def _told(hand: Hand, held_m: FloatArray, time_s: float, *, arm_is_learnt: bool) -> HeldPoint:
    x_m, y_m, z_m = held_m.tolist()
    return HeldPoint(time_s=time_s, hand=hand, place_m=(x_m, y_m, z_m), arm_is_learnt=arm_is_learnt)
