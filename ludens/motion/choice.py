"""Chooses the motion to do now from the one that was asked for, the body's posture and its damage."""

from collections.abc import Collection
from dataclasses import dataclass

from ludens.messages import CalibratedJoints, PlayedJoints
from ludens.motion.fall_care import WayUp
from ludens.motion.files.library import MotionLibrary
from ludens.motion.files.motion import Motion
from ludens.motion.joint_protection import NEEDED_BY_WALKING, refusal
from ludens.motion.ways import first_step, posture_at

STANDING_MOTIONS = ("walk", "kick", "handle")
RESTING = "resting"
POSED = "pose"
"""A motion without a file: a player that knows it holds the joints as somebody sets them one by one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A motion, and why it is another than the one that was asked for."""

    motion: str
    reason: str = ""
    at_once: bool = False


class MotionChooser:
    """Knows the posture that the last motion has left the body in, and the ways between postures."""

    def __init__(self, library: MotionLibrary) -> None:
        self._library = library
        self.posture = ""  # not known before joints have been seen
        self.damaged: Collection[str] = ()

    def look(self, joints: CalibratedJoints | None, played: PlayedJoints | None, *, present: str) -> None:
        """Notice the posture: at first from the joints, later from the motion that has come to its end."""
        if present in STANDING_MOTIONS:
            self.posture = "standing"
        elif not self.posture and joints is not None:
            self.posture = posture_at(self._library, joints.position_rad)
        elif played is not None and played.motion == present and played.finished and not played.failed:
            ends = self._library[present].ends if present in self._library else "any"
            self.posture = self.posture if ends == "any" else ends

    def choose(self, asked: str, *, present: str) -> Choice:
        """Return what to do now, so that what was asked for is done at last; `present` is being done."""
        if asked == "relax":
            return self._relaxing(present)
        if asked == POSED:
            return Choice(POSED)
        if asked not in STANDING_MOTIONS and asked not in self._library:
            return self._staying(self._library.no_such(asked), present)
        refused = refusal(asked, needs=self._needs(asked), damaged=self.damaged)
        if refused:
            return self._staying(refused, present)
        begins = ("standing",) if asked in STANDING_MOTIONS else self._library[asked].begins
        if asked == present or self.posture in begins or "any" in begins:
            return Choice(asked)
        step = self._step(begins)
        if step is None:
            return self._staying(f"there is no way from {self.posture} to '{asked}'", present)
        return Choice(step.name, f"first '{step.name}'")

    def way_up(self, posture: str) -> WayUp | None:
        """Return the motion that leads from a lying posture towards standing."""
        step = first_step(self._library, start=posture, goals=("standing",), usable=self._usable)
        return None if step is None else WayUp(step.name, stands=not step.ends.startswith("lying"))

    def _relaxing(self, present: str) -> Choice:
        """Go limp, but not before the body rests in a posture that holds by itself."""
        if self.posture == RESTING or present == "relax" or self._cannot_stand():
            return Choice("relax")
        step = self._step((RESTING,))
        if step is None:
            return self._staying(f"there is no way from {self.posture} to rest", present)
        return Choice(step.name, f"first '{step.name}'")

    def _staying(self, reason: str, present: str) -> Choice:
        """Go on with what is being done; a body with a damaged leg lies or sits and stays limp."""
        if self._cannot_stand():
            return Choice("relax", reason)
        if present in ("", "relax") and self.posture == "standing":
            return Choice("walk", reason)
        return Choice(present or "relax", reason)

    def _step(self, goals: Collection[str]) -> Motion | None:
        return first_step(self._library, start=self.posture, goals=goals, usable=self._usable)

    def _needs(self, motion: str) -> Collection[str]:
        return NEEDED_BY_WALKING if motion in STANDING_MOTIONS else self._library[motion].needed_joints

    def _usable(self, motion: Motion) -> bool:
        return not motion.needed_joints.intersection(self.damaged)

    def _cannot_stand(self) -> bool:
        return bool(NEEDED_BY_WALKING.intersection(self.damaged))
