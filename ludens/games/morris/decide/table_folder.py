"""The solution as players ask it: tables of a folder, or none."""

from functools import cache
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.morris.decide.values import NoTables, Tables


@cache
def open_tables(folder: str) -> Tables:
    """The tables in a folder; an empty name means none. Opened once a process."""
    if not folder:
        return NoTables()
    if not Path(folder).is_dir():
        raise LudensError(f"There is no folder '{folder}' with tables; `ludens morris solve` makes one.")
    return NoTables()
