"""Makes the file that a recording goes to."""

from pathlib import Path
from typing import BinaryIO

from ludens.core.recording.errors import RecordingError


def create_file(path: Path) -> BinaryIO:
    """A new file, open for writing; an existing one is never overwritten."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("xb")
    except FileExistsError:
        raise RecordingError(
            f"{path} exists already and is not overwritten; choose another name or delete it first."
        ) from None
    except OSError as error:
        raise RecordingError(f"{path} cannot be written: {error.strerror}.") from None
