"""Plays motion files: from where the joints are, through all frames, and holds the last."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints, MotionWeights, TorsoOrientation, WantedJoints
from ludens.motion.files.curve import JointTrack, curve_from
from ludens.motion.files.library import MotionLibrary
from ludens.motion.files.motion import Attitude, Frame, Motion
from ludens.robots.nao.joints import INDEX, within_limits

BROKEN_FOR_S = 0.06
"""A frame's `require` may be left for a moment: a landing shakes the torso."""
MOST_BALANCE_RAD = 0.15
_PITCHES = [INDEX["LAnklePitch"], INDEX["RAnklePitch"]]
_ROLLS = [INDEX["LAnkleRoll"], INDEX["RAnkleRoll"]]


@dataclass(slots=True)
class FrameClock:
    """Times within the present frame."""

    since_s: float = 0.0  # its beginning
    held_s: float = 0.0  # since the joints have been led to its end
    fulfilled_s: float = 0.0  # how long what it waits for has held
    broken_s: float = 0.0  # how long what it insists on has been broken


class Playback:
    """Leads from a posture through all frames of a motion. Time passes in `advance` only."""

    def __init__(
        self, motion: Motion, track: JointTrack, *, start_rad: FloatArray, stiffness: FloatArray
    ) -> None:
        self.motion = motion
        self.failed = ""
        self.finished = False
        self._curve = curve_from(track, within_limits(start_rad), np.clip(stiffness, 0.0, 1.0))
        self._number = 0
        self._clock = FrameClock()
        whole_s = sum(self._curve.duration_s) + sum(frame.hold_s for frame in motion.frames)
        self._whole_s, self._passed_s = whole_s, 0.0

    @property
    def frame(self) -> Frame:
        """The frame that is being led to or held."""
        return self.motion.frames[self._number]

    @property
    def progress(self) -> float:
        """How much of the motion is over; waiting does not count."""
        if self.finished:
            return 1.0
        inside_s = min(self._clock.since_s, self._curve.duration_s[self._number] + self.frame.hold_s)
        return min((self._passed_s + inside_s) / self._whole_s, 1.0)

    @property
    def may_leave(self) -> bool:
        """Whether another motion may take over now."""
        return self.finished or (self.frame.may_leave and self._clock.held_s > 0.0)

    def advance(self, elapsed_s: float, attitude: Attitude | None) -> None:
        """Let time pass, and look whether conditions hold; unknown attitudes break nothing."""
        if self.finished:
            return
        clock, frame = self._clock, self.frame
        clock.since_s += elapsed_s
        duration_s = self._curve.duration_s[self._number]
        clock.held_s = max(clock.since_s - duration_s, 0.0)
        if frame.require is not None and attitude is not None:
            broken = frame.require.broken_by(attitude)
            clock.broken_s = clock.broken_s + elapsed_s if broken else 0.0
            if clock.broken_s >= BROKEN_FOR_S:
                self._fail(f"in frame '{frame.name}' {broken}")
                return
        if clock.since_s >= duration_s + frame.hold_s and self._waited(elapsed_s, attitude):
            self._next(clock.since_s - duration_s - frame.hold_s)

    def _waited(self, elapsed_s: float, attitude: Attitude | None) -> bool:
        """Tell whether the frame may be left, or has been waited at for too long."""
        frame, clock, wait = self.frame, self._clock, self.frame.wait
        if wait is None:
            return True
        broken = "nothing is known of the torso" if attitude is None else wait.broken_by(attitude)
        clock.fulfilled_s = 0.0 if broken else clock.fulfilled_s + elapsed_s
        if clock.fulfilled_s > 0.0 and clock.fulfilled_s >= wait.for_s:
            return True
        if clock.held_s - frame.hold_s < wait.at_most_s:
            return False
        if wait.otherwise == "fail":
            self._fail(f"at frame '{frame.name}' it waited for {wait.at_most_s:g} s in vain: {broken}")
            return False
        return True

    def _next(self, over_s: float) -> None:
        if self._number + 1 == len(self.motion.frames):
            self.finished = True
            return
        left_over_s = 0.0 if self.frame.wait is not None else over_s
        self._passed_s += self._curve.duration_s[self._number] + self.frame.hold_s
        self._number += 1
        self._clock = FrameClock(since_s=left_over_s)

    def _fail(self, why: str) -> None:
        self.failed = f"'{self.motion.name}' was broken off: {why}."
        self.finished = True

    def wanted(self, *, roll_radps: float, pitch_radps: float) -> tuple[FloatArray, FloatArray]:
        """Return positions and stiffnesses of all joints now, ankles working against turning if told to."""
        share = min(self._clock.since_s / self._curve.duration_s[self._number], 1.0)
        position_rad, stiffness = self._curve.at(self._number, share)
        before_s = self.motion.frames[self._number - 1].balance_s if self._number > 0 else 0.0
        balance_s = before_s + share * (self.frame.balance_s - before_s)
        if balance_s > 0.0:
            position_rad[_PITCHES] += _limited(balance_s * pitch_radps)
            position_rad[_ROLLS] += _limited(balance_s * roll_radps)
            position_rad = within_limits(position_rad)
        return position_rad, stiffness


def _limited(angle_rad: float) -> float:
    return max(-MOST_BALANCE_RAD, min(MOST_BALANCE_RAD, angle_rad))


NAME = "files"
LONGEST_CYCLE_S = 0.05
"""After a gap in the readings a motion goes on from where it was."""


@dataclass(frozen=True, slots=True)
class MotionPlayerParameters:
    """Where motions come from."""

    folder: Annotated[
        str, Meta(description="Of one's own motion files, beside the built-in ones; empty for none.")
    ] = ""


class MotionPlayer(Module[MotionPlayerParameters]):
    """Plays the motion file that `MotionWeights` names, while it has a weight.

    Another name starts another motion at once, from where the joints are then; the same name is not played
    again before the weight was taken away. While the weight fades, the motion goes on.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Read the files."""
        self.parameters_changed()

    def parameters_changed(self) -> None:
        """Read the files, and play none."""
        self._library = MotionLibrary.load(self.parameters.folder)
        self._tracks = {motion.name: JointTrack.of(motion) for motion in self._library}
        self._playback: Playback | None = None
        self._time_s = 0.0

    def cycle(
        self,
        weights: MotionWeights,
        joints: CalibratedJoints,
        orientation: TorsoOrientation | None,
    ) -> Annotated[WantedJoints | None, under(NAME)]:
        """Say where every joint shall be now; nothing without a weight."""
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        if weights.of(NAME) <= 0.0:
            self._playback = None
            return None
        playback, name = self._playback, weights.motion
        if name in self._library and (playback is None or playback.motion.name != name):
            playback = self._playback = Playback(
                self._library[name],
                self._tracks[name],
                start_rad=joints.position_rad,
                stiffness=joints.stiffness,
            )
        elif playback is not None:
            playback.advance(elapsed_s, None if orientation is None else Attitude.of(orientation))
        if playback is None:
            return None
        roll_radps, pitch_radps, _ = (0.0, 0.0, 0.0) if orientation is None else orientation.rates_radps
        position_rad, stiffness = playback.wanted(roll_radps=roll_radps, pitch_radps=pitch_radps)
        return WantedJoints(
            time_s=joints.time_s,
            position_rad=position_rad,
            stiffness=stiffness,
            may_leave=playback.may_leave,
            finished=playback.finished,
            motion=playback.motion.name,
            progress=playback.progress,
            failed=playback.failed,
        )
