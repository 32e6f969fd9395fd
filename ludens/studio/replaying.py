"""What the studio needs of a recording: the launch it was made with, and a driver that reads it.

The studio does not know drivers; whoever starts it hands in how a recording is opened. A jump in time needs
no help of the driver: the run goes through everything before, unpaced, so that modules know what they knew
then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludens.core.contract.driver import Driver
from ludens.core.runtime.game import Launch
from ludens.messages import ParameterEdit


@dataclass(frozen=True, slots=True)
class Replay:
    """An opened recording, at its beginning."""

    launch: Launch
    driver: Driver
    duration_s: float
    close: Callable[[], None]  # lets go of the file; may be called twice
    edits: tuple[ParameterEdit, ...] = ()  # made while it was recorded


OpenRecording = Callable[[Path], Replay]
