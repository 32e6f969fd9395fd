"""Who has the body: the motion that was asked for, unless a fall, a button or damage says otherwise."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    HandlingJoints,
    JointCalibration,
    KickJoints,
    MotionActivations,
    MotionRequest,
    PlayedJoints,
    TouchState,
    WalkJoints,
    WantedJoints,
)
from ludens.motion.choice import STANDING_MOTIONS, Choice, MotionChooser
from ludens.motion.fall_care import Care, FallCare, Stage
from ludens.motion.files.library import MotionLibrary
from ludens.motion.joint_protection import needs_rest
from ludens.motion.motion_weights import Motion, MotionWeights
from ludens.robots.nao.touch import CHEST_BUTTON

LONGEST_CYCLE_S = 0.05
STABLE = "stand"
"""What a penalised body does."""
HANDLING_LEANS_RAD = 0.7
"""How far a body that reaches over a table leans on purpose."""
LOOKS_AROUND = {"standing", "squatting", "sitting"}
"""Postures between which the head is free to look."""


@dataclass(frozen=True, slots=True)
class MotionDispatcherParameters:
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


class MotionDispatcher(Module[MotionDispatcherParameters]):
    """Gives the joints to the motion that is asked for, as soon as the present one may be left.

    The present motion learns from `MotionActivations.motion` that another one is wanted, and comes to where
    it may be left: a walk stops, a kick ends. A motion file is played to its end, or to a frame that says so.
    Only a fall takes the joints at once. Without a request the body walks, which also stands.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Begin limp, until the joints have told in which posture the body is."""
        self._shares = MotionWeights("relax")
        self._present = ""  # the motion that is being done
        self._head = 0.0
        self._time_s: float | None = None
        self._spent = ""  # a motion file that was being asked for when the body fell
        self._pressed = self._penalised = False
        self._read_files()

    def parameters_changed(self) -> None:
        """Go on with the new ones; care for a fall starts anew."""
        posture = self._chooser.posture
        self._read_files()
        self._chooser.posture = posture

    def _read_files(self) -> None:
        p = self.parameters
        self._library = MotionLibrary.load(p.folder)
        self._chooser = MotionChooser(self._library)
        self._care = FallCare(tries=p.tries, settle_s=p.settle_s, patience_s=p.patience_s)

    def cycle(
        self,
        now: CycleTime,
        request: MotionRequest | None,
        joints: CalibratedJoints | None,
        calibration: JointCalibration | None,
        falls: FallReport | None,
        touch: TouchState | None,
        walk: Last[WalkJoints],
        kick: Last[KickJoints],
        played: Last[PlayedJoints],
        handling: Last[HandlingJoints] = None,
    ) -> MotionActivations:
        """Say who has the joints in this cycle."""
        last_s, self._time_s = self._time_s, now.time_s
        elapsed_s = 0.0 if last_s is None else min(max(now.time_s - last_s, 0.0), LONGEST_CYCLE_S)
        self._shares.advance(elapsed_s)
        self._feel_button(touch, falls)
        self._chooser.damaged = () if calibration is None else calibration.damaged
        self._chooser.look(joints, played, present=self._present)
        if not self._chooser.posture:
            return MotionActivations(time_s=now.time_s, motion="relax", shares=self._shares.now(), head=0.0)
        wanted = self._wanted("walk" if request is None else request.motion, falls, played, elapsed_s)
        wishes: dict[Motion, WantedJoints | None] = {
            "walk": walk,
            "kick": kick,
            "handle": handling,
            "play": played,
        }
        motion = self._hand_over(wanted, wishes.get(self._shares.owner))
        self._turn_head(elapsed_s, at_once=wanted.at_once)
        return MotionActivations(
            time_s=now.time_s,
            motion=motion,
            shares=self._shares.now(),
            head=self._head,
            reason=wanted.reason or ("" if joints is None else needs_rest(joints.status)),
        )

    def _feel_button(self, touch: TouchState | None, falls: FallReport | None) -> None:
        """A press of the chest button penalises, the next one lets go on. The floor presses it, too."""
        if touch is None:
            return
        pressed = CHEST_BUTTON in touch.pressed
        upright = falls is None or falls.state == "upright"
        if pressed and not self._pressed and upright:
            self._penalised = not self._penalised
        self._pressed = pressed

    def _wanted(
        self, asked: str, falls: FallReport | None, played: PlayedJoints | None, elapsed_s: float
    ) -> Choice:
        """Return what is to be done: care for a fall first, then a penalty, then what was asked for."""
        limp = self._shares.owner == "relax" and asked == "relax"
        if asked != self._spent:
            self._spent = ""
        if falls is not None and not limp and not self._falls_on_purpose(played):
            care = self._care.update(
                falls,
                played,
                elapsed_s=elapsed_s,
                way_up=self._chooser.way_up,
                may_rise=self.parameters.get_up and not self._penalised and asked != "relax",
                leans_rad=self._leans_rad(),
            )
            if care is not None:
                self._chooser.posture = "standing"  # once the care ends
                self._spent = asked if asked in self._library else ""
                return self._cared(care, asked)
        if self._penalised:
            return Choice(self._chooser.choose(STABLE, present=self._present).motion, "chest button")
        if self._spent:
            stands = self._chooser.choose("walk", present=self._present).motion
            return Choice(stands, f"'{asked}' ended on the floor; it is done again when asked for anew")
        return self._chooser.choose(asked, present=self._present)

    def _leans_rad(self) -> float:
        """Return how far the present motion leans on purpose."""
        if self._present in self._library:
            return self._library[self._present].leans_rad
        return HANDLING_LEANS_RAD if self._present == "handle" else 0.0

    def _cared(self, care: Care, asked: str) -> Choice:
        """Return what the care for a fall says; who shall relax is limp as soon as it lies."""
        limp = self._care.stage is Stage.LYING and asked == "relax"
        damage = ", ".join(self._chooser.damaged) if self._care.stage is Stage.GIVEN_UP else ""
        reason = f"{care.reason}; damaged: {damage}" if damage else care.reason
        return Choice("relax" if limp else care.motion, reason, at_once=True)

    def _falls_on_purpose(self, played: PlayedJoints | None) -> bool:
        """Tell whether a motion is being played that ends on the floor, such as a keeper's dive."""
        if played is None or played.finished or self._present != played.motion:
            return False
        if played.motion not in self._library:
            return False
        motion = self._library[played.motion]
        return motion.ends.startswith("lying") and not any(
            begin.startswith("lying") for begin in motion.begins
        )

    def _hand_over(self, wanted: Choice, wish: WantedJoints | None) -> str:
        """Let the wanted motion have the body if the present one may be left; return which is to be told."""
        owner = _owner(wanted.motion)
        if wanted.motion == self._present and not wanted.at_once:
            return wanted.motion
        if wanted.at_once or wish is None or wish.may_leave:
            at_once = wanted.at_once or not self._present
            self._present = wanted.motion
            self._shares.hand_over(owner, duration_s=0.0 if at_once else self.parameters.transition_s)
            return wanted.motion
        # A file must not be exchanged before it may be left; walk and kick end by being told.
        return self._present if self._shares.owner == "play" else wanted.motion

    def _turn_head(self, elapsed_s: float, *, at_once: bool) -> None:
        """Give the head to looking while the body is upright, and take it back, not by a jerk."""
        share = 1.0 if self._looks_around() else 0.0
        step = 1.0 if at_once else elapsed_s / max(self.parameters.transition_s, elapsed_s, 1e-9)
        self._head += min(max(share - self._head, -step), step)

    def _looks_around(self) -> bool:
        if self._present in self._library:
            motion = self._library[self._present]
            return {*motion.begins, motion.ends} <= LOOKS_AROUND
        return self._present in STANDING_MOTIONS


def _owner(motion: str) -> Motion:
    """Return who does a motion: everything that has no module of its own is a file to be played."""
    match motion:
        case "walk" | "kick" | "handle" | "relax":
            return motion
        case _:
            return "play"
