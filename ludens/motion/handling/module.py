"""Hands at a table as a module: from a request, the board's place and the body's sensors to the 25 joints."""

from typing import Annotated

import numpy as np

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.messages import (
    CalibratedJoints,
    HandlingJoints,
    MotionActivations,
    TorsoOrientation,
    TouchState,
)
from ludens.messages.morris_table import (
    BoardPlace,
    Hand,
    HandReport,
    HandRequest,
    ManInHand,
    TaskState,
)
from ludens.motion.grip import start_of_motion
from ludens.motion.handling.acts import story_of, tuck, withdraw
from ludens.motion.handling.board import BoardOverFeet
from ludens.motion.handling.body import HandlingBody
from ludens.motion.handling.errors import HandlingError
from ludens.motion.handling.feeling import Feeling
from ludens.motion.handling.parameters import HandlingParameters
from ludens.motion.handling.reaching import arm_of
from ludens.motion.handling.watch import Watch
from ludens.motion.handling.worker import Held, Story, Worker
from ludens.robots.nao.joints import JOINTS, within_limits

LONGEST_CYCLE_S = 0.05
UPRIGHT_RAD = 0.05
FRESH_S = 0.5
"""Between two acts only what was just seen counts; before the first, whatever is believed."""
SEEN_SURE = 0.8
"""Probability of a piece in the open hand from which on it closes."""
FULL_STIFFNESS = np.ones(len(JOINTS))
FULL_STIFFNESS.setflags(write=False)


class Handling(Module[HandlingParameters]):
    """Does what `HandRequest` says while it has a share of the body; `MotionRequest` must say "handle".

    A request that comes without a share waits for one. An act leaves the hand where it has done its work:
    above the board, or before the chest; the next one goes on from there. When another motion is wanted, it
    lifts the hand, stands up and tucks the arms behind the back, with what they hold; only there may it be
    left.
    """

    budget_s = 0.012

    def start(self) -> None:
        """Begin with nothing to do."""
        self._feeling = Feeling()
        self._worker: Worker | None = None
        self._story: Story | None = None
        self._leaving = False
        self._request: HandRequest | None = None
        self._state: TaskState = "idle"
        self._reason = ""
        self._board = BoardOverFeet()
        self._held: dict[Hand, Held] = {}
        self._watch = Watch(self.parameters)
        self._time_s = 0.0

    def cycle(
        self,
        joints: CalibratedJoints,
        activations: MotionActivations,
        request: HandRequest | None,
        place: BoardPlace | None,
        orientation: TorsoOrientation | None,
        touch: TouchState | None,
        in_hand: Annotated[ManInHand | None, under("bottom")],
    ) -> tuple[HandlingJoints | None, HandReport | None]:
        """Say where every joint shall be now, and how the act gets on."""
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        self._feeling.feel(joints, elapsed_s=elapsed_s)
        self._hear(request)
        self._look(place, joints)
        if activations.shares.get("handle", 0.0) <= 0.0:
            self._without_share()
            return None, self._report()
        if self._worker is None:
            self._worker = Worker(
                HandlingBody(start_of_motion(joints)), self._feeling, self.parameters, held=self._held
            )
            self._watch = Watch(self.parameters)
        worker = self._worker
        worker.advance(joints, elapsed_s=elapsed_s)
        self._sense(worker, touch, in_hand)
        self._choose(worker, wanted=activations.motion == "handle")
        self._go_on(worker, joints, orientation)
        may_leave = self._leaving and self._story is None
        return self._wanted(worker, orientation, may_leave=may_leave), self._report()

    def _hear(self, request: HandRequest | None) -> None:
        """Take a new request over; the act before it is given up."""
        if request is not None and (self._request is None or request.number != self._request.number):
            self._request, self._state, self._reason = request, "busy", ""
            if not self._leaving:
                self._story = None

    def _without_share(self) -> None:
        """The body belongs to others: what was under way is lost."""
        if self._worker is not None:
            if self._state == "busy" and not self._leaving:
                self._end("failed", "The body was taken away in the middle of the work.")
            self._worker, self._story, self._leaving = None, None, False

    def _look(self, place: BoardPlace | None, joints: CalibratedJoints) -> None:
        """Take over where the board is while the body stands; hands at work go by what was seen before."""
        worker = self._worker
        if place is None:
            return
        rests = worker is not None and worker.body.rests and abs(worker.body.torso.lean_rad) < UPRIGHT_RAD
        if worker is None or (rests and place.seen_before_s < FRESH_S):
            self._board.see(place, joints)

    def _sense(self, worker: Worker, touch: TouchState | None, in_hand: ManInHand | None) -> None:
        worker.touches = frozenset() if touch is None else frozenset(touch.pressed)
        worker.stance_from_board = self._board.stance_from_board(
            table_height_m=self.parameters.table_height_m
        )
        if in_hand is not None:
            worker.seen = {
                "left": False,
                "right": False,
                in_hand.hand: in_hand.probabilities[0] < 1.0 - SEEN_SURE,
            }

    def _choose(self, worker: Worker, *, wanted: bool) -> None:
        """Begin the story that is due: to leave, or what the request says."""
        if not wanted and not self._leaving:
            if self._story is not None and self._state == "busy":
                self._end("failed", "Another motion was wanted.")
            self._leaving, self._story = True, _leave(worker)
        elif wanted and self._leaving and self._story is None:
            self._leaving = False
        if self._story is None and not self._leaving and self._state == "busy" and self._request is not None:
            self._story = story_of(worker, self._request)

    def _go_on(self, worker: Worker, joints: CalibratedJoints, orientation: TorsoOrientation | None) -> None:
        """Let the story go on by a cycle; what goes wrong ends it with a sentence, and the hand comes up."""
        try:
            if self._story is not None and not self._leaving:
                self._watch.look(worker, joints, orientation, hand=self._hand())
            if self._story is not None:
                next(self._story)
        except StopIteration:
            self._story = None
            worker.doing = ""
            if not self._leaving and self._state == "busy":
                self._end("done", "")
        except HandlingError as failure:
            self._end("failed", str(failure))
            worker.body.stop()
            self._watch = Watch(self.parameters)
            self._story = None if self._leaving else withdraw(worker)

    def _hand(self) -> slice:
        return arm_of("left" if self._request is None else self._request.hand)

    def _end(self, state: TaskState, reason: str) -> None:
        self._state, self._reason = state, reason

    def _wanted(
        self, worker: Worker, orientation: TorsoOrientation | None, *, may_leave: bool
    ) -> HandlingJoints:
        position_rad = worker.wanted_rad()
        if orientation is not None:
            self._watch.balance(position_rad, orientation)
        return HandlingJoints(
            time_s=self._time_s,
            position_rad=within_limits(position_rad),
            stiffness=FULL_STIFFNESS,
            may_leave=may_leave,
            finished=self._story is None,
        )

    def _report(self) -> HandReport | None:
        return HandReport(
            time_s=self._time_s,
            number=0 if self._request is None else self._request.number,
            state=self._state,
            holds=self._feeling.holds,
            doing="" if self._worker is None else self._worker.doing,
            reason=self._reason,
        )


def _leave(worker: Worker) -> Story:
    yield from withdraw(worker)
    yield from tuck(worker)
