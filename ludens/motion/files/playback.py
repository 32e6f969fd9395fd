"""One motion being played: which frame it is in, what it waits for, and whether it must be broken off."""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.motion.files.conditions import Attitude
from ludens.motion.files.curve import Track, curve_from
from ludens.motion.files.motion import Frame, Motion
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

    def __init__(self, motion: Motion, track: Track, *, start_rad: FloatArray, stiffness: FloatArray) -> None:
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
