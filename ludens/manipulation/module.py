"""Hands at a board as a module: from a request, the board's pose and the body's sensors to the 25 joints."""

from dataclasses import replace
from typing import Annotated

import numpy as np

from ludens.core.behaviour import Behaviour
from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.core.task import TaskServer
from ludens.geometry import Pose2, Transform3
from ludens.geometry.angles import difference
from ludens.manipulation.acts import behaviour_for, tuck, withdraw
from ludens.manipulation.hands import CommandedBody, Feeling, HandControl, HandTaskError, Held
from ludens.manipulation.parameters import ManipulationParameters
from ludens.manipulation.reaching import arm_of
from ludens.manipulation.safety import UPRIGHT_RAD, SafetyMonitor, UprightSense
from ludens.messages import (
    CalibratedJoints,
    MotionWeights,
    TorsoOrientation,
    TouchState,
    WantedJoints,
)
from ludens.messages.manipulation import (
    BoardPose,
    BoardSighting,
    Hand,
    HandContents,
    HandFailure,
    HandReport,
    HandRequest,
    HeldPoint,
)
from ludens.robots.nao.fingers import start_of_motion
from ludens.robots.nao.joints import JOINTS, within_limits
from ludens.robots.nao.kinematics import Posture

NEW_SHARE = 0.06
"""Of a new reading in what is remembered, at 83 a second: a standing body sways."""
ELSEWHERE_M, ELSEWHERE_RAD = 0.02, 0.05
"""Differences beyond are no swaying: feet or beliefs have moved."""


class BoardOverFeet:
    """Where the board is over the feet, remembered from when the body stood still and upright.

    Legs tell better than eyes and inner ear how high the board is and how much tilted: floor and table are
    level, the table's height is known. Where it is and how it is turned, only eyes know. They tell it by
    where the torso is, so it is taken over only while the body stands: in a lean the torso's place is known
    less well. By how much eyes have seen it elsewhere from over the table is remembered for the next time:
    most of that are zeros of the legs' joints, and a table that is not as high as was said.
    """

    def __init__(self) -> None:
        self._stance_from_board: Pose2 | None = None
        self._correction = Transform3.identity()

    def see(self, place: BoardPose, joints: CalibratedJoints) -> None:
        """Take in where a standing robot believes to be."""
        stance_from_robot = Posture.of(joints.position_rad).torso_over_soles()
        seen, last = stance_from_robot @ place.board_from_robot.inverse(), self._stance_from_board
        if last is not None:
            turn_rad = difference(seen.yaw_rad, last.yaw_rad)
            if seen.distance_m(last) < ELSEWHERE_M and abs(turn_rad) < ELSEWHERE_RAD:
                seen = Pose2(
                    last.x_m + NEW_SHARE * (seen.x_m - last.x_m),
                    last.y_m + NEW_SHARE * (seen.y_m - last.y_m),
                    last.yaw_rad + NEW_SHARE * turn_rad,
                )
        self._stance_from_board = seen

    def stance_from_board(self, *, table_height_m: float) -> Transform3 | None:
        """Return it in space, level and at the table's height; nothing before it has been seen."""
        if self._stance_from_board is None:
            return None
        lifted = Transform3.from_translation(0.0, 0.0, table_height_m)
        return self._correction @ lifted @ self._stance_from_board.to_transform3()

    def correct(self, remembered: Transform3, seen: Transform3) -> None:
        """Hear where eyes have seen the board over feet for which this told otherwise."""
        self._correction = seen @ remembered.inverse() @ self._correction


NAME = "hands"
LEANS_RAD = 0.7
"""How far a body that reaches over a table leans on purpose."""
LONGEST_CYCLE_S = 0.05
FRESH_S = 0.5
"""Between two acts only what was just seen counts; before the first, whatever is believed."""
SEEN_SURE = 0.8
"""Probability of an object in the open hand from which on it closes."""
FULL_STIFFNESS = np.ones(len(JOINTS))
FULL_STIFFNESS.setflags(write=False)


class Manipulation(Module[ManipulationParameters]):
    """Does what `HandRequest` says while it has a weight; `MotionRequest` must say "hands".

    A request that comes without a weight waits for one. An act leaves the hand where it has done its work:
    above the board, or before the chest; the next one goes on from there. When another motion is wanted, it
    lifts the hand, stands up and tucks the arms behind the back, with what they hold; only there may it be
    left.
    """

    budget_s = 0.012

    def start(self) -> None:
        """Begin with nothing to do."""
        self._feeling = Feeling()
        self._hands: HandControl | None = None
        self._act: Behaviour[None] | None = None
        self._leaving = False
        self._task = TaskServer[HandRequest]()
        self._details = ""
        self._board = BoardOverFeet()
        self._held: dict[Hand, Held] = {}
        self._told_held: HeldPoint | None = None
        self._upright = UprightSense()
        self._safety = SafetyMonitor(self.parameters, self._upright)
        self._time_s = 0.0

    def cycle(
        self,
        joints: CalibratedJoints,
        weights: MotionWeights,
        request: HandRequest | None,
        place: BoardPose | None,
        orientation: TorsoOrientation | None,
        touch: TouchState | None,
        in_hand: Annotated[HandContents | None, under("bottom")],
        sighting: Annotated[BoardSighting | None, under("bottom")] = None,
        held: Annotated[HeldPoint | None, under("bottom")] = None,
    ) -> tuple[Annotated[WantedJoints | None, under(NAME)], HandReport]:
        """Say where every joint shall be now, and how the act gets on."""
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        self._feeling.feel(joints, elapsed_s=elapsed_s)
        self._hear(request)
        self._look(place, joints)
        self._note_held(held)
        if weights.of(NAME) <= 0.0:
            self._without_weight()
            return None, self._report()
        if self._hands is None:
            self._hands = HandControl(
                CommandedBody(start_of_motion(joints)), self._feeling, self.parameters, held=self._held
            )
            self._safety = SafetyMonitor(self.parameters, self._upright)
        hands = self._hands
        hands.advance(joints, elapsed_s=elapsed_s)
        self._sense(hands, touch, in_hand)
        hands.sighting = sighting or hands.sighting
        self._choose(hands, wanted=weights.motion == NAME)
        self._go_on(hands, joints, orientation)
        if hands.stance_from_board is not None and hands.seen_board is not None:
            self._board.correct(hands.stance_from_board, hands.seen_board)
            hands.seen_board = None
        may_leave = self._leaving and self._act is None
        return self._wanted(hands, orientation, may_leave=may_leave), self._report()

    def _hear(self, request: HandRequest | None) -> None:
        """Take a new request over; the act before it is given up. A cancelled one ends like a failed one."""
        was_busy = self._task.is_busy
        if self._task.hear(request):
            self._details = ""
            if not self._leaving:
                self._act = None
        elif was_busy and not self._task.is_busy and self._hands is not None and not self._leaving:
            self._break_off(self._hands)

    def _without_weight(self) -> None:
        """The body belongs to others: what was under way is lost."""
        if self._hands is not None:
            if self._task.is_busy and not self._leaving:
                self._fail(HandFailure.BODY_TAKEN, "The body was taken away in the middle of the work.")
            self._hands, self._act, self._leaving = None, None, False

    def _look(self, place: BoardPose | None, joints: CalibratedJoints) -> None:
        """Take over where the board is while the body stands; hands at work go by what was seen before."""
        hands = self._hands
        if place is None:
            return
        rests = hands is not None and hands.body.rests and abs(hands.body.torso.lean_rad) < UPRIGHT_RAD
        if hands is None or (rests and place.seen_before_s < FRESH_S):
            self._board.see(place, joints)

    def _note_held(self, held: HeldPoint | None) -> None:
        """Remember where eyes see what a hand holds, until it holds something else."""
        if held is not None and held is not self._told_held and held.arm_is_learnt:
            self._told_held = held
            self._held[held.hand] = replace(self._held.get(held.hand, Held()), place_m=held.place_m)

    def _sense(self, hands: HandControl, touch: TouchState | None, in_hand: HandContents | None) -> None:
        hands.touches = frozenset() if touch is None else frozenset(touch.pressed)
        hands.stance_from_board = self._board.stance_from_board(table_height_m=self.parameters.table_height_m)
        if in_hand is not None:
            hands.seen = {
                "left": False,
                "right": False,
                in_hand.hand: in_hand.probabilities[0] < 1.0 - SEEN_SURE,
            }

    def _choose(self, hands: HandControl, *, wanted: bool) -> None:
        """Begin the behaviour that is due: to leave, or what the request says."""
        if not wanted and not self._leaving:
            if self._act is not None and self._task.is_busy:
                self._fail(HandFailure.OTHER_MOTION, "Another motion was wanted.")
            self._leaving, self._act = True, _leave(hands)
        elif wanted and self._leaving and self._act is None:
            self._leaving = False
        request = self._task.request
        if self._act is None and not self._leaving and self._task.is_busy and request is not None:
            self._act = behaviour_for(hands, request)

    def _go_on(
        self, hands: HandControl, joints: CalibratedJoints, orientation: TorsoOrientation | None
    ) -> None:
        """Let the act go on by a cycle; when something goes wrong it ends, and the hand comes up."""
        try:
            if self._act is not None and not self._leaving:
                self._safety.look(hands, joints, orientation, hand=self._arm())
            if self._act is not None:
                next(self._act)
        except StopIteration:
            self._act = None
            hands.doing = ""
            if not self._leaving and self._task.is_busy:
                self._task.finish()
        except HandTaskError as failure:
            self._fail(failure.reason, str(failure))
            self._break_off(hands)

    def _arm(self) -> slice:
        request = self._task.request
        return arm_of("left" if request is None else request.hand)

    def _fail(self, reason: HandFailure, details: str) -> None:
        self._task.fail(reason)
        self._details = details

    def _break_off(self, hands: HandControl) -> None:
        """Stop, and bring the hand up from wherever it is."""
        hands.body.stop()
        self._safety = SafetyMonitor(self.parameters, self._upright)
        self._act = None if self._leaving else withdraw(hands)

    def _wanted(
        self, hands: HandControl, orientation: TorsoOrientation | None, *, may_leave: bool
    ) -> WantedJoints:
        position_rad = hands.wanted_rad()
        if orientation is not None:
            self._safety.balance(position_rad, orientation)
        return WantedJoints(
            time_s=self._time_s,
            position_rad=within_limits(position_rad),
            stiffness=FULL_STIFFNESS,
            may_leave=may_leave,
            finished=self._act is None,
            leans_rad=LEANS_RAD,
        )

    def _report(self) -> HandReport:
        return HandReport(
            time_s=self._time_s,
            number=self._task.number,
            state=self._task.state,
            reason=self._task.reason,
            holds=self._feeling.holds,
            doing="" if self._hands is None else self._hands.doing,
            details=self._details,
        )


def _leave(hands: HandControl) -> Behaviour[None]:
    yield from withdraw(hands)
    yield from tuck(hands)
