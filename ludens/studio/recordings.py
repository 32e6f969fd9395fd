"""The folder in which a session keeps its recordings."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludens.core.contract.driver import Driver
from ludens.core.recording import Recording
from ludens.core.runtime.game import Launch
from ludens.messages import ParameterEdit

SUFFIX = ".mcap"


@dataclass(frozen=True, slots=True)
class RecordingFile:
    """A recording as a list shows it."""

    path: Path
    size_bytes: int
    changed_s: float  # when it was last written, seconds since 1970

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.stem


@dataclass(frozen=True, slots=True)
class RecordingFolder:
    """Lists recordings, and names new ones so that none is overwritten."""

    folder: Path

    def files(self) -> list[RecordingFile]:
        """All recordings, the newest first."""
        if not self.folder.is_dir():
            return []
        found = [_described(path) for path in self.folder.glob(f"*{SUFFIX}")]
        return sorted(
            (file for file in found if file is not None),
            key=lambda file: (file.changed_s, file.name),
            reverse=True,
        )

    def new_path(self, launch: Launch) -> Path:
        """A free name that says game, setup and seed: `passing-seed-1-003.mcap`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{launch.game.name}-seed-{launch.seed}"
        taken = {path.stem for path in self.folder.glob(f"{stem}-*{SUFFIX}")}
        number = next(number for number in range(1, len(taken) + 2) if f"{stem}-{number:03d}" not in taken)
        return self.folder / f"{stem}-{number:03d}{SUFFIX}"


def _described(path: Path) -> RecordingFile | None:
    try:
        facts = path.stat()
    except OSError:  # deleted since the folder was listed
        return None
    return RecordingFile(path, facts.st_size, facts.st_mtime)


@dataclass(frozen=True, slots=True)
class Replay:
    """An opened recording, at its beginning."""

    launch: Launch
    recording: Recording
    driver: Driver
    edits: tuple[ParameterEdit, ...] = ()  # made while it was recorded
    has_other_setup: bool = False  # than it was recorded with: then it can only be run again

    @property
    def duration_s(self) -> float:
        """How long the recorded run took."""
        return self.recording.duration_s

    def close(self) -> None:
        """Let go of the file. May be called twice."""
        self.recording.close()


OpenRecording = Callable[[Path], Replay]
