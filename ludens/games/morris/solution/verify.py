"""Verifying tables: every stored value is derived anew from the stored values of its successors.

With distances this is a proof: a wrong value would need a wrong one below it, and distances end. Results
alone could be wrong in a circle that agrees with itself; they are as good as the run that wrote them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludens.games.morris.solution.backend import Backend, Check
from ludens.games.morris.solution.stages import Stage
from ludens.games.morris.solution.store import Store
from ludens.games.morris.solution.table_file import Head


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found for one stage."""

    stage: Stage
    head: Head
    check: Check


def verify(
    stages: Iterable[Stage], store: Store, backend: Backend, *, share: float = 1.0, seed: int = 0
) -> Iterator[Verdict]:
    """Check a share of every stage. A file that cannot be read raises `SolutionError`."""
    for stage in stages:
        lower = stage.after_capture
        check = backend.check(
            stage,
            store.values(stage),
            store.values(stage.after_quiet_turn),
            store.values(lower) if lower else None,
            results_only=not store.distance,
            share=share,
            seed=seed,
        )
        yield Verdict(stage, store.head(stage), check)
