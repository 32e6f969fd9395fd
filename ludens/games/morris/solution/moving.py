"""The moving phase of one pair of stages, level by level; see `cpu_kernels` for the idea."""

from collections.abc import Callable
from dataclasses import dataclass

from ludens.games.morris.solution.backend import Backend, Values
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.value_bytes import FARTHEST, MARKED, UNKNOWN

# When so large a part of the open positions would be marked, looking at all of them costs less than marking.
OPEN_A_WIN = 4


@dataclass(slots=True)
class MovingPair:
    """A stage and its mirror on their way to the solution; all levels below `level` are done.

    The same stage twice, (5, 5) say, is a pair of one. It can be kept between two levels and taken up again.
    """

    values: dict[Stage, Values]
    lower: dict[Stage, Values | None]
    level: int = 0
    farthest: int = 0

    @classmethod
    def started(cls, backend: Backend, stage: Stage, lower: dict[Stage, Values | None]) -> "MovingPair":
        """Decided as far as blockades and captures go; `lower` is what captures from each stage lead to."""
        pair = cls({}, lower)
        for member in sorted({stage, stage.mirrored}):
            pair.values[member] = backend.empty(member)
            farthest = backend.start_moving(member, pair.values[member], lower[member])
            pair.farthest = max(pair.farthest, farthest)
        return pair

    def solve(self, backend: Backend, *, after_level: Callable[["MovingPair"], None]) -> None:
        """Go on to the end; `after_level` is called whenever a level is done."""
        while self.level <= self.farthest:
            for stage in self.values:
                self._spread(backend, stage)
            if self.farthest > FARTHEST:
                raise SolutionError(f"A win in {self.farthest} plies does not fit into one byte.")
            self.level += 1
            after_level(self)

    def _spread(self, backend: Backend, stage: Stage) -> None:
        """Tell the positions before those at the present level what they now know."""
        values, before = self.values[stage], self.values[stage.mirrored]
        found = backend.count(values, self.level)
        if not found:
            return
        if self.level % 2 == 0:  # positions lost at this level: whoever can get there wins
            backend.mark_before(stage, self.level, values, before, above=self.level + 1, mark=self.level + 1)
            self.farthest = max(self.farthest, self.level + 1)
            return
        wanted = UNKNOWN
        if found * OPEN_A_WIN < backend.count(before, UNKNOWN):
            backend.mark_before(stage, self.level, values, before, above=MARKED, mark=MARKED)
            wanted = MARKED
        farthest = backend.settle_losses(
            stage.mirrored, wanted, self.level, before, values, self.lower[stage.mirrored]
        )
        self.farthest = max(self.farthest, farthest)
