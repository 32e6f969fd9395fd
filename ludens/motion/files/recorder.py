"""Makes a motion from postures into which somebody has put the robot, one key frame each."""

from dataclasses import replace
from math import ceil

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints
from ludens.motion.files.check import check
from ludens.motion.files.curve import PEAK_TO_MEAN
from ludens.motion.files.motion import Frame, Motion, MotionFileError
from ludens.robots.nao.joints import INDEX, JOINTS, SPEED_RADPS, mirrored, within_limits

DIGITS = 3
"""Of an angle in radians: encoders tell a tenth of a degree."""
MOVED_RAD = 0.01
"""A joint that has moved less since the frame before was not moved on purpose."""
SPEED_SHARE = 0.8
"""Of a joint's fastest speed: frames that are too short for it get more time."""


class MotionRecorder:
    """Collects frames. Joints may be limp or stiff meanwhile; only their readings count.

    A symmetrical recording takes the mean of left and right, so that one person can pose one side after the
    other without being exact.
    """

    def __init__(self, name: str, *, symmetrical: bool = False, stiffness: float = 0.9) -> None:
        self._motion = Motion(name=name, summary="Recorded from a posed robot.", frames=())
        self._symmetrical = symmetrical
        self._stiffness = stiffness
        self._last_rad: FloatArray | None = None

    @property
    def count(self) -> int:
        """How many frames there are."""
        return len(self._motion.frames)

    def capture(
        self, joints: CalibratedJoints, *, name: str = "", duration_s: float = 1.0, hold_s: float = 0.0
    ) -> Frame:
        """Add the present posture as a frame and return it; it may take longer than was asked for."""
        if not np.isfinite(joints.position_rad).all():
            raise MotionFileError("A posture cannot be recorded while a joint's reading is no number.")
        name = name or f"frame {self.count + 1}"
        if any(frame.name == name for frame in self._motion.frames):
            raise MotionFileError(f"There is already a frame '{name}'; choose another name.")
        if not 0.0 < duration_s < np.inf:
            raise MotionFileError(f"A frame cannot last {duration_s:g} s; give seconds above 0.")
        position_rad = joints.position_rad
        if self._symmetrical:
            position_rad = 0.5 * (position_rad + mirrored(position_rad))
        position_rad = within_limits(np.round(within_limits(position_rad), DIGITS))
        last_rad, self._last_rad = self._last_rad, position_rad
        moved = np.ones(len(JOINTS), dtype=bool)
        if last_rad is not None:
            moved = np.abs(position_rad - last_rad) > MOVED_RAD
            self._last_rad = np.where(moved, position_rad, last_rad)
            needed_s = PEAK_TO_MEAN * np.abs(self._last_rad - last_rad) / (SPEED_SHARE * SPEED_RADPS)
            duration_s = max(duration_s, ceil(100.0 * float(needed_s.max())) / 100.0)
        frame = Frame(
            name=name,
            duration_s=duration_s,
            hold_s=hold_s,
            joints_rad={joint: float(position_rad[INDEX[joint]]) for joint in JOINTS if moved[INDEX[joint]]},
            stiffness={} if self.count else dict.fromkeys(JOINTS, self._stiffness),
        )
        self._motion = replace(self._motion, frames=(*self._motion.frames, frame))
        return frame

    def drop_last(self) -> None:
        """Take the last frame back; what follows is compared with the one before it."""
        frames = self._motion.frames[:-1]
        self._motion = replace(self._motion, frames=frames)
        self._last_rad = None
        for frame in frames:
            last_rad = np.zeros(len(JOINTS)) if self._last_rad is None else self._last_rad
            for joint, angle_rad in frame.joints_rad.items():
                last_rad[INDEX[joint]] = angle_rad
            self._last_rad = last_rad

    def motion(
        self, *, summary: str = "", begins: tuple[str, ...] = ("any",), ends: str = "standing"
    ) -> Motion:
        """Return what was recorded, checked like any motion file."""
        summary = summary or self._motion.summary
        motion = replace(self._motion, summary=summary, begins=begins, ends=ends)
        check(motion, origin=f"The recording '{motion.name}'")
        return motion
