"""Where postures become a motion file: frames are captured one by one, then checked and written."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from ludens.core.contract.driver import behind
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.remote import RemoteDriver
from ludens.games.nao.posing import POSE
from ludens.messages import CalibratedJoints, JointReadings
from ludens.motion.files import MotionLibrary
from ludens.motion.files.recorder import MotionRecorder
from ludens.motion.files.writing import motion_text

FOLDER = Path("motions")
"""Of one's own motion files, in the folder where the studio was started."""


class PoseDesk:
    """The recorder of one studio. It reads what joints report, wherever that comes from."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._recorder = MotionRecorder("new")
        self._frames: list[str] = []

    def frames(self) -> Sequence[str]:
        """What was captured, in words."""
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


def pose(run: Run, position_rad: Sequence[float]) -> None:
    """Hold the joints so."""
    remote = behind(run.driver, RemoteDriver)
    if remote is not None:
        now = remote.wish("")
        asked = now.asked if now.motion == POSE else now.asked + 1
        remote.tell("", structs.replace(now, motion=POSE, asked=asked, posed_rad=tuple(position_rad)))
