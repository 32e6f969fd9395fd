"""Where a session stands, as one value that any thread may read."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class RunPhase(Enum):
    """The phase of a run."""

    READY = "ready"  # nothing has begun yet
    RUNNING = "running"
    PAUSED = "paused"
    SEEKING = "seeking"  # a replay rushes to a moment
    OVER = "over"  # ended by itself or by the person
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A snapshot."""

    phase: RunPhase
    sentence: str  # why it is over or failed; what is going on
    doing: str  # what a run that starts is waiting for, in words; "" once it moves
    time_s: float  # on the run's clock
    speed: float  # wanted; infinite for as fast as possible
    achieved_speed: float  # run time over wall time, as measured
    seed: int
    run_number: int  # counts runs; another number means that everything before belongs to another run
    faults: int
    recording: Path | None  # where this run is being recorded
    record_next: bool  # the next run will be recorded
    replay: Path | None  # the recording that is being replayed
    duration_s: float | None  # of that recording
    runs_again: bool = False  # its modules run again; otherwise it is shown as it was

    @property
    def under_way(self) -> bool:
        """Whether a run has begun and is not over."""
        return self.phase in (RunPhase.RUNNING, RunPhase.PAUSED, RunPhase.SEEKING)

    @property
    def moving(self) -> bool:
        """Whether time goes on by itself."""
        return self.phase in (RunPhase.RUNNING, RunPhase.SEEKING)

    @property
    def why_unheard(self) -> str:
        """Why nobody hears what is said to a robot now, in a sentence; "" where it is heard at once."""
        if self.replay is not None:
            return "This is a recording: nobody hears you."
        return UNHEARD.get(self.phase, "")


UNHEARD = {
    RunPhase.READY: "The game has not begun: press Start.",
    RunPhase.PAUSED: "The game is paused: the robot hears you when it goes on (Space).",
    RunPhase.OVER: "This run is over: nobody hears you any more.",
    RunPhase.FAILED: "This run has failed: nobody hears you any more.",
}
