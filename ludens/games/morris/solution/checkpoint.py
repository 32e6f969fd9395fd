"""A pair of stages kept half-way, between two levels, so that hours of work survive a stop."""

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ludens.games.morris.solution.backend import Backend, Values
from ludens.games.morris.solution.moving import MovingPair
from ludens.games.morris.solution.stages import Stage


def checkpoint_path(folder: Path, stage: Stage, *, distance: bool) -> Path:
    """Where the unfinished pair of this stage stands; one solved with distances has other bytes."""
    return folder / f"{min(stage, stage.mirrored)}.{'distances' if distance else 'results'}.unfinished"


def save_checkpoint(path: Path, pair: MovingPair, backend: Backend) -> None:
    """Write the pair beside its place, then rename: what is there is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    arrays: dict[str, Any] = {str(stage): backend.get(values) for stage, values in pair.values.items()}
    with unfinished.open("wb") as file:
        np.savez(file, level=pair.level, farthest=pair.farthest, **arrays)
    unfinished.replace(path)


def load_checkpoint(path: Path, backend: Backend, lower: dict[Stage, Values | None]) -> MovingPair | None:
    """The pair as it was kept, or None when there is none or it cannot be read."""
    try:
        with np.load(path) as kept:
            values = {stage: backend.put(kept[str(stage)]) for stage in lower}
            return MovingPair(values, lower, int(kept["level"]), int(kept["farthest"]))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return None
