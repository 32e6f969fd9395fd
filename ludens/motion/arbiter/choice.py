"""Chooses the motion to do now from the one that was asked for, the body's posture and its damage."""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints, MotionReason, WantedJoints
from ludens.motion.arbiter.joint_protection import NEEDED_BY_WALKING, first_damaged
from ludens.motion.files.curve import JointTrack
from ludens.motion.files.library import MotionLibrary
from ludens.motion.files.motion import PARTS, Motion
from ludens.robots.nao.joints import INDEX

FILES = "files"
"""The motion that plays motion files: it is asked for by their names."""
RELAX = "relax"
RESTING = "resting"
NEAR_RAD = 0.3
_LEGS = [INDEX[joint] for joint in PARTS["legs"]]


@dataclass(frozen=True, slots=True)
class MotionChoice:
    """A motion, and why it is another than the one that was asked for."""

    motion: str
    reason: MotionReason | None = None
    details: str = ""
    attempt: int = 0
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class WayUp:
    """The next motion of a way up, and whether the body stands after it, or only lies on another side."""

    motion: str
    stands: bool = True


class MotionChooser:
    """Knows the posture that the last motion has left the body in, and the ways between postures.

    Motions that are modules begin and end in a stand; those in `anywhere` begin in any posture and keep it.
    """

    def __init__(self, library: MotionLibrary, *, anywhere: Collection[str] = ()) -> None:
        self._library = library
        self._anywhere = anywhere
        self.motions: Collection[str] = ()  # those that are modules, by name
        self.posture = ""  # not known before joints have been seen
        self.damaged: Collection[str] = ()

    def look(self, joints: CalibratedJoints | None, played: WantedJoints | None, *, present: str) -> None:
        """Notice the posture: at first from the joints, later from the motion that has come to its end."""
        if self.stands(present):
            self.posture = "standing"
        elif not self.posture and joints is not None:
            self.posture = posture_at(self._library, joints.position_rad)
        elif played is not None and played.motion == present and played.finished and not played.failed:
            ends = self._library[present].ends if present in self._library else "any"
            self.posture = self.posture if ends == "any" else ends

    def stands(self, motion: str) -> bool:
        """Tell whether a motion is a module that begins and ends in a stand."""
        return motion in self.motions and motion != FILES and motion not in self._anywhere

    def owner(self, motion: str) -> str:
        """Return whose joints count for a motion: everything that has no module of its own is a file."""
        return motion if motion in self.motions or motion == RELAX else FILES

    def choose(self, asked: str, *, present: str) -> MotionChoice:
        """Return what to do now, so that what was asked for is done at last; `present` is being done."""
        if asked == RELAX:
            return self._relaxing(present)
        if asked in self.motions and asked in self._anywhere:
            return MotionChoice(asked)
        stands = self.stands(asked)
        if not stands and asked not in self._library:
            return self._staying(present, MotionReason.UNKNOWN, self._no_such(asked))
        needs = NEEDED_BY_WALKING if stands else self._library[asked].needed_joints
        damaged = first_damaged(needs, self.damaged)
        if damaged:
            return self._staying(present, MotionReason.DAMAGED, damaged)
        begins = ("standing",) if stands else self._library[asked].begins
        if asked == present or self.posture in begins or "any" in begins:
            return MotionChoice(asked, at_once=not stands and self._library[asked].at_once)
        return self._towards(begins, present)

    def way_up(self, posture: str) -> WayUp | None:
        """Return the motion that leads from a lying posture towards standing."""
        step = first_step(self._library, start=posture, goals=("standing",), usable=self._usable)
        return None if step is None else WayUp(step.name, stands=not step.ends.startswith("lying"))

    def _relaxing(self, present: str) -> MotionChoice:
        """Go limp, but not before the body rests in a posture that holds by itself."""
        if self.posture == RESTING or present == RELAX or self._cannot_stand():
            return MotionChoice(RELAX)
        return self._towards((RESTING,), present)

    def _towards(self, goals: Collection[str], present: str) -> MotionChoice:
        """Do what leads to one of some postures next."""
        step = first_step(self._library, start=self.posture, goals=goals, usable=self._usable)
        if step is None:
            return self._staying(present, MotionReason.NO_WAY, self.posture)
        return MotionChoice(step.name, MotionReason.ON_THE_WAY, step.name)

    def _staying(self, present: str, reason: MotionReason, details: str) -> MotionChoice:
        """Go on with what is being done; a body with a damaged leg lies or sits and stays limp."""
        if self._cannot_stand():
            return MotionChoice(RELAX, reason, details)
        if present in ("", RELAX) and self.posture == "standing":
            return MotionChoice("walk", reason, details)
        return MotionChoice(present or RELAX, reason, details)

    def _no_such(self, asked: str) -> str:
        return self._library.no_such(asked, also=[name for name in self.motions if name != FILES])

    def _usable(self, motion: Motion) -> bool:
        return not motion.needed_joints.intersection(self.damaged)

    def _cannot_stand(self) -> bool:
        return bool(NEEDED_BY_WALKING.intersection(self.damaged))


def first_step(
    library: MotionLibrary, *, start: str, goals: Collection[str], usable: Callable[[Motion], bool]
) -> Motion | None:
    """Return the first motion of the shortest way from a posture to one of others; none if there is none.

    A motion that begins in "any" posture is no step: it leads nowhere in particular.
    """
    seen, waiting = {start}, deque[tuple[str, Motion | None]]([(start, None)])
    while waiting:
        posture, first = waiting.popleft()
        if posture in goals:
            return first
        for motion in library:
            if posture in motion.begins and motion.ends not in seen and usable(motion):
                seen.add(motion.ends)
                waiting.append((motion.ends, motion if first is None else first))
    return None


def posture_at(library: MotionLibrary, position_rad: FloatArray) -> str:
    """Return the posture in which some motion would have left the legs like this; standing if none."""
    distances = {
        motion.ends: float(np.abs(JointTrack.of(motion).position_rad[-1] - position_rad)[_LEGS].max())
        for motion in library
        if motion.ends in ("squatting", "sitting", "resting")
    }
    nearest = min(distances, key=distances.__getitem__, default="standing")
    return nearest if distances.get(nearest, np.inf) < NEAR_RAD else "standing"
