"""How many positions of every stage are won, drawn and lost: the short form of the solution.

`counts.txt` beside this file was made by solving the whole game on a graphics card; whoever solves a stage
again, on whatever machine, must find the same numbers and the same checksums.

`verify` derives every stored value anew from the stored values of its successors. With distances this is a
proof: a wrong value would need a wrong one below it, and distances end. Results alone could be wrong in a
circle that agrees with itself; they are as good as the run that wrote them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from ludens.games.morris.solution.backend import Backend, Check
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.store import Store
from ludens.games.morris.solution.table_file import DISTANCE, RESULT, Head, TableFile, path_of

_COLUMNS = ("stage", "wins", "draws", "losses", "farthest", "results", "distances")
CHECKSUM_LENGTH = 16  # characters of the SHA-256 that are kept


@dataclass(frozen=True, slots=True)
class Counts:
    """Those of one stage, for the side to move, up to symmetry; the checksums are cut short."""

    wins: int
    draws: int
    losses: int
    farthest: int
    results: str
    distances: str


def counts_in(folder: Path, stage: Stage) -> Counts:
    """Those of a stage that the folder holds with its distances."""
    results, distances = (TableFile(path_of(folder, stage, content)).head for content in (RESULT, DISTANCE))
    if (results.wins, results.draws, results.losses) != (distances.wins, distances.draws, distances.losses):
        raise SolutionError(f"Results and distances of stage {stage} in {folder} are not of one solution.")
    return Counts(
        distances.wins,
        distances.draws,
        distances.losses,
        distances.farthest or 0,
        results.checksum[:CHECKSUM_LENGTH],
        distances.checksum[:CHECKSUM_LENGTH],
    )


def text_of(counts: Iterable[tuple[Stage, Counts]]) -> str:
    """One line a stage, columns in order, a line of titles first."""
    lines = [" ".join(_COLUMNS)]
    for stage, line in counts:
        numbers = (line.wins, line.draws, line.losses, line.farthest, line.results, line.distances)
        lines.append(" ".join(map(str, (stage, *numbers))))
    return "\n".join(lines) + "\n"


@cache
def known_counts() -> dict[Stage, Counts]:
    """Those of the whole game, as committed with the program."""
    text = resources.files("ludens.games.morris.solution").joinpath("counts.txt").read_text("utf-8")
    known = {}
    for line in text.splitlines()[1:]:
        name, wins, draws, losses, farthest, results, distances = line.split()
        known[Stage.named(name)] = Counts(
            int(wins), int(draws), int(losses), int(farthest), results, distances
        )
    return known


@dataclass(frozen=True, slots=True)
class StageVerification:
    """What was found for one stage."""

    stage: Stage
    head: Head
    check: Check


def verify(
    stages: Iterable[Stage], store: Store, backend: Backend, *, share: float = 1.0, seed: int = 0
) -> Iterator[StageVerification]:
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
        yield StageVerification(stage, store.head(stage), check)
