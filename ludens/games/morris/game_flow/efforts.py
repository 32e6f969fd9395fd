"""What has been tried to bring about a position: what should be done by now, and what failed how often."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.games.morris.game_flow.jobs import Job, JobKey
from ludens.games.morris.game_flow.mending import belongs_to
from ludens.games.morris.rules import Turn


@dataclass(slots=True)
class Efforts:
    """Of one turn. `gave_away` says whether the last try ended with a man in somebody else's hand."""

    failures: Counter[JobKey] = field(default_factory=Counter)
    finished: set[JobKey] = field(default_factory=set)
    gave_away: bool = False
    _has_doubted: bool = False

    @property
    def own_points(self) -> set[int]:
        """Where the robot has put men."""
        return {target for _, _, target in self.finished if target is not None}

    def is_repair(self, job: Job, turn: Turn | None) -> bool:
        """Whether a job is more than what a turn asks of the hands."""
        return job.key in self.finished or not belongs_to(job, turn)

    def doubts(self, jobs: Sequence[Job], turn: Turn | None, *, anew: bool = False) -> bool:
        """Whether to look again first, once: eyes err more often than men vanish, or (`anew`) many stray."""
        if self._has_doubted or self.gave_away:
            return False
        is_missing = any(job.origin is None and self.is_repair(job, turn) for job in jobs)
        self._has_doubted = anew or is_missing
        return self._has_doubted

    def tried(self, job: Job, *, in_vain: bool, gave_away: bool) -> int:
        """Note how a job went; return how often it was in vain: it failed, or had to be done once more."""
        self.gave_away = gave_away
        if (in_vain or job.key in self.finished) and not job.is_once:
            self.failures[job.key] += 1
        if not in_vain or job.is_once:
            self.finished.add(job.key)
            self._has_doubted = False
        return self.failures[job.key]
