"""Posing a robot joint by joint, and making motion files of the postures."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import structs

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.driver import behind
from ludens.core.contract.module import Module, NoParameters
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.remote import RemoteDriver
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
    JointReadings,
    MotionWeights,
    RemoteCommand,
    WantedJoints,
)
from ludens.motion.files import MotionLibrary
from ludens.motion.files.recorder import MotionRecorder
from ludens.motion.files.writing import motion_text
from ludens.robots.nao.joints import JOINTS, SPEED_RADPS, within_limits

POSE = "pose"
SPEED_SHARE = 0.15
STIFFNESS = 0.9
LONGEST_CYCLE_S = 0.05


class Posing(Module[NoParameters]):
    """The motion "pose": all joints go slowly where the person at the controls wants them.

    It begins in any posture, and nobody balances the body meanwhile: the person who poses it minds the floor.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Nothing is posed."""
        self._wanted_rad: FloatArray | None = None
        self._held_rad: FloatArray | None = None
        self._time_s = 0.0

    def cycle(
        self, weights: MotionWeights, joints: CalibratedJoints, told: Since[RemoteCommand]
    ) -> Annotated[WantedJoints | None, under(POSE)]:
        """Say where every joint shall be now; nothing without a weight."""
        if told and len(told[-1].posed_rad) == len(JOINTS):
            self._wanted_rad = within_limits(np.array(told[-1].posed_rad))
        if weights.of(POSE) <= 0.0:
            self._held_rad = None
            return None
        if self._held_rad is None:
            self._held_rad, self._time_s = within_limits(joints.position_rad), joints.time_s
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        if self._wanted_rad is not None:
            step_rad = SPEED_SHARE * SPEED_RADPS * elapsed_s
            self._held_rad = self._held_rad + np.clip(self._wanted_rad - self._held_rad, -step_rad, step_rad)
        return WantedJoints(
            time_s=joints.time_s,
            position_rad=self._held_rad,
            stiffness=np.full(len(JOINTS), STIFFNESS),
            may_leave=True,
            uses_head=True,
        )


FOLDER = Path("motions")
"""Of one's own motion files, in the folder where the studio was started."""


class MotionFileRecorder:
    """Makes a motion file of postures: frames are captured one by one, then checked and written.

    It reads what joints report, wherever that comes from.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._recorder = MotionRecorder("new")
        self._frames: list[str] = []

    def frames(self) -> Sequence[str]:
        """The captured frames, in words."""
        return tuple(self._frames)

    def capture(self, readings: JointReadings, duration_s: float) -> str:
        """Add the present posture as a frame."""
        if not isinstance(readings, CalibratedJoints):
            raise LudensError("Only calibrated joints can be captured.")
        frame = self._recorder.capture(readings, duration_s=duration_s)
        self._frames.append(f"{frame.name}: {len(frame.joints_rad)} joints in {frame.duration_s:g} s")
        return f"Captured {frame.name}."

    def drop(self) -> str:
        """Take the last frame back."""
        if not self._frames:
            return "There is no frame to take back."
        self._recorder.drop_last()
        return f"Took back {self._frames.pop().partition(':')[0]}."

    def save(self, name: str) -> Path:
        """Write the frames as a motion file and begin anew."""
        if not name.isidentifier():
            raise LudensError(f"'{name}' is no name for a motion: use letters, digits and underscores.")
        motion = replace(self._recorder.motion(), name=name)
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{name}.toml"
        path.write_text(motion_text(motion), encoding="utf-8")
        self._recorder, self._frames = MotionRecorder("new"), []
        return path

    def names(self) -> Sequence[str]:
        """Every motion that can be played by name: those that come with Ludens, and one's own."""
        library = MotionLibrary.load(self._folder if self._folder.is_dir() else "")
        return tuple(motion.name for motion in library)


def pose(run: Run, robot: str, position_rad: Sequence[float]) -> None:
    """Hold the joints so."""
    remote = behind(run.driver, RemoteDriver)
    if remote is not None:
        now = remote.commanded(robot)
        asked = now.asked if now.motion == POSE else now.asked + 1
        remote.tell(robot, structs.replace(now, motion=POSE, asked=asked, posed_rad=tuple(position_rad)))
