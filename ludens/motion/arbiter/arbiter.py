"""The arbiter: gives the joints to the motion that is asked for, and hands over from one to the next."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import EachLast
from ludens.core.contract.module import CycleTime, Module
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    JointCalibration,
    MotionReason,
    MotionRequest,
    MotionWeights,
    Penalty,
    WantedJoints,
)
from ludens.motion.arbiter.choice import FILES, RELAX, MotionChoice, MotionChooser
from ludens.motion.arbiter.fall_care import FallCare, FallStage
from ludens.motion.arbiter.joint_protection import hot_joint
from ludens.motion.files.library import MotionLibrary

LONGEST_CYCLE_S = 0.05
STABLE = "stand"
"""The motion of a penalised body."""
LOOKS_AROUND = {"standing", "squatting", "sitting"}
"""Postures between which the head is free to look."""


@dataclass(frozen=True, slots=True)
class MotionArbiterParameters:
    """How motions follow each other."""

    transition_s: Annotated[
        float, Meta(ge=0, le=2, description="In which one motion hands over to the next.")
    ] = 0.2
    get_up: Annotated[bool, Meta(description="Whether a body that lies gets up by itself.")] = True
    tries: Annotated[int, Meta(ge=1, le=20, description="To get up, before it stays limp.")] = 5
    settle_s: Annotated[float, Meta(ge=0, le=5, description="How long it lies still before it gets up.")] = (
        0.4
    )
    patience_s: Annotated[
        float, Meta(ge=1, le=30, description="After which one that neither stands nor lies counts as lying.")
    ] = 4.0
    folder: Annotated[
        str, Meta(description="Of one's own motion files, as the motion player has it; empty for none.")
    ] = ""
    anywhere: Annotated[
        tuple[str, ...], Meta(description="Motions that begin in any posture; all others begin in a stand.")
    ] = ()


class Crossfade:
    """Weights of motions that hand over to each other in a given time. They always sum to one."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._before: dict[str, float] = {owner: 1.0}
        self._way = 1.0  # from before to owner alone
        self._duration_s = 0.0

    def hand_over(self, owner: str, *, duration_s: float) -> None:
        """Let another motion have the body from now on, wholly so after a while; at once if that is zero."""
        if owner != self.owner:
            self._before = self.weights((*self._before, self.owner))
            self.owner, self._duration_s, self._way = owner, duration_s, 0.0
        if duration_s <= 0.0:  # also for one that was only getting it
            self._way = 1.0

    def advance(self, elapsed_s: float) -> None:
        """Let time pass."""
        if self._way < 1.0:
            self._way = min(self._way + elapsed_s / self._duration_s, 1.0)

    def weights(self, motions: Iterable[str]) -> dict[str, float]:
        """Return the weight of each of some motions."""
        way, before = self._way, self._before
        return {
            motion: (1.0 - way) * before.get(motion, 0.0) + (way if motion == self.owner else 0.0)
            for motion in motions
        }


class MotionArbiter(Module[MotionArbiterParameters]):
    """Gives the joints to the motion that is asked for, as soon as the present one may be left.

    The present motion learns from `MotionWeights.motion` that another one is wanted, and comes to where it
    may be left: a walk stops, a kick ends. A motion file is played to its end, or to a frame that says so.
    Only a fall takes the joints at once, and a file that says so, such as a keeper's dive. Without a request
    the body walks, which also stands. A penalised body stands still, head included.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Begin limp, until the joints have told in which posture the body is."""
        self._fade = Crossfade(RELAX)
        self._present = ""  # the motion that is being done
        self._head = 0.0
        self._time_s: float | None = None
        self._spent = ""  # a motion file that was being asked for when the body fell
        self._penalised = False
        self._read_files()

    def parameters_changed(self) -> None:
        """Go on with the new ones; care for a fall starts anew."""
        posture = self._chooser.posture
        self._read_files()
        self._chooser.posture = posture

    def _read_files(self) -> None:
        p = self.parameters
        self._library = MotionLibrary.load(p.folder)
        self._chooser = MotionChooser(self._library, anywhere=p.anywhere)
        self._care = FallCare(tries=p.tries, settle_s=p.settle_s, patience_s=p.patience_s)

    def cycle(
        self,
        now: CycleTime,
        request: MotionRequest | None,
        joints: CalibratedJoints | None,
        calibration: JointCalibration | None,
        falls: FallReport | None,
        penalty: Penalty | None,
        motions: EachLast[WantedJoints],
    ) -> MotionWeights:
        """Say which motion has the joints in this cycle."""
        last_s, self._time_s = self._time_s, now.time_s
        elapsed_s = 0.0 if last_s is None else min(max(now.time_s - last_s, 0.0), LONGEST_CYCLE_S)
        self._fade.advance(elapsed_s)
        if penalty is not None:
            self._penalised = penalty.penalised
        played = motions.get(FILES)
        self._chooser.motions = motions
        self._chooser.damaged = () if calibration is None else calibration.damaged
        self._chooser.look(joints, played, present=self._present)
        if not self._chooser.posture:
            return self._told(now.time_s, MotionChoice(RELAX), motions, head=0.0)
        current = motions.get(self._fade.owner)
        wanted = self._wanted(
            "walk" if request is None else request.motion, falls, played, current, elapsed_s
        )
        motion = self._hand_over(wanted, current)
        told = wanted if motion == wanted.motion else replace(wanted, motion=motion)
        self._turn_head(elapsed_s, current, at_once=wanted.at_once)
        hot = "" if joints is None or told.reason is not None else hot_joint(joints.status)
        if hot:
            told = replace(told, reason=MotionReason.HOT, details=hot)
        return self._told(now.time_s, told, motions, head=self._head)

    def _told(
        self, time_s: float, choice: MotionChoice, motions: Iterable[str], *, head: float
    ) -> MotionWeights:
        return MotionWeights(
            time_s=time_s,
            motion=choice.motion,
            weights=self._fade.weights((*motions, RELAX)),
            head=head,
            reason=choice.reason,
            details=choice.details,
            attempt=choice.attempt,
        )

    def _wanted(
        self,
        asked: str,
        falls: FallReport | None,
        played: WantedJoints | None,
        current: WantedJoints | None,
        elapsed_s: float,
    ) -> MotionChoice:
        """Return what is to be done: care for a fall first, then a penalty, then what was asked for."""
        limp = self._fade.owner == RELAX and asked == RELAX
        if asked != self._spent:
            self._spent = ""
        if falls is not None and not limp and not self._falls_on_purpose(played):
            care = self._care.update(
                falls,
                played,
                elapsed_s=elapsed_s,
                way_up=self._chooser.way_up,
                may_rise=self.parameters.get_up and not self._penalised and asked != RELAX,
                leans_rad=self._leans_rad(current),
            )
            if care is not None:
                self._chooser.posture = "standing"  # once the care ends
                self._spent = asked if asked in self._library else ""
                return self._cared(care, asked)
        if self._penalised:
            stable = self._chooser.choose(STABLE, present=self._present).motion
            return MotionChoice(stable, MotionReason.PENALISED)
        if self._spent:
            stands = self._chooser.choose("walk", present=self._present).motion
            return MotionChoice(stands, MotionReason.ENDED_ON_FLOOR, asked)
        return self._chooser.choose(asked, present=self._present)

    def _leans_rad(self, current: WantedJoints | None) -> float:
        """Return how far the present motion leans on purpose."""
        if self._present in self._library:
            return self._library[self._present].leans_rad
        return 0.0 if current is None else current.leans_rad

    def _cared(self, care: MotionChoice, asked: str) -> MotionChoice:
        """Return what the care for a fall says; a body that shall relax is limp as soon as it lies."""
        if self._care.stage is FallStage.LYING and asked == RELAX:
            return replace(care, motion=RELAX)
        if self._care.stage is FallStage.GIVEN_UP and self._chooser.damaged:
            return replace(care, details=f"{care.details}; damaged: {', '.join(self._chooser.damaged)}")
        return care

    def _falls_on_purpose(self, played: WantedJoints | None) -> bool:
        """Tell whether a motion is being played that ends on the floor, such as a keeper's dive."""
        if played is None or played.finished or self._present != played.motion:
            return False
        if played.motion not in self._library:
            return False
        motion = self._library[played.motion]
        return motion.ends.startswith("lying") and not any(
            begin.startswith("lying") for begin in motion.begins
        )

    def _hand_over(self, wanted: MotionChoice, current: WantedJoints | None) -> str:
        """Let the wanted motion have the body if the present one may be left; return which is to be told."""
        if wanted.motion == self._present and not wanted.at_once:
            return wanted.motion
        if wanted.at_once or current is None or current.may_leave:
            at_once = wanted.at_once or not self._present
            self._present = wanted.motion
            owner = self._chooser.owner(wanted.motion)
            self._fade.hand_over(owner, duration_s=0.0 if at_once else self.parameters.transition_s)
            return wanted.motion
        # A file must not be exchanged before it may be left; walk and kick end by being told.
        return self._present if self._fade.owner == FILES else wanted.motion

    def _turn_head(self, elapsed_s: float, current: WantedJoints | None, *, at_once: bool) -> None:
        """Give the head to looking while the body is upright, and take it back, not by a jerk."""
        weight = 1.0 if self._looks_around(current) else 0.0
        step = 1.0 if at_once else elapsed_s / max(self.parameters.transition_s, elapsed_s, 1e-9)
        self._head += min(max(weight - self._head, -step), step)

    def _looks_around(self, current: WantedJoints | None) -> bool:
        if self._penalised or (current is not None and current.uses_head):
            return False
        if self._present in self._library:
            motion = self._library[self._present]
            return {*motion.begins, motion.ends} <= LOOKS_AROUND
        return self._chooser.stands(self._present)
