"""The solution as players ask it: tables of a folder, or none."""

from functools import cache
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.morris.solution import tables as solution
from ludens.games.morris.solution.stages import SolutionError
from ludens.games.morris.values import NoTables, Tables


@cache
def open_tables(folder: str) -> Tables:
    """The tables in a folder; an empty name means none. Opened once a process."""
    if not folder:
        return NoTables()
    if not Path(folder).is_dir():
        raise LudensError(f"There is no folder '{folder}' with tables; `ludens morris solve` makes one.")
    try:
        opened = solution.Tables.open(Path(folder))
    except (SolutionError, OSError) as error:
        raise LudensError(f"The tables in '{folder}' cannot be read: {error}") from error
    if not opened.stages:
        raise LudensError(f"The folder '{folder}' holds no tables; `ludens morris solve` makes some.")
    return opened
