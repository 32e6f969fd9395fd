"""The solution as players ask it: tables of a folder, or none. What is wrong with files is a sentence."""

from functools import cache
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.morris.rules import Position
from ludens.games.morris.solution import tables as solution
from ludens.games.morris.solution.stages import SolutionError
from ludens.games.morris.solution.values import NoTables, Tables, Value


class FolderTables:
    """All tables of a folder; a damaged one is found when it is asked."""

    def __init__(self, folder: Path) -> None:
        try:
            self._tables = solution.Tables.open(folder)
        except (SolutionError, OSError) as error:
            raise LudensError(f"The tables in '{folder}' cannot be read: {error}") from error
        self.holds_any = bool(self._tables.stages)

    def probe(self, position: Position) -> Value | None:
        """The value for the side to move, or None where it is not held."""
        try:
            return self._tables.probe(position)
        except SolutionError as error:
            raise LudensError(str(error)) from error


@cache
def open_tables(folder: str) -> Tables:
    """The tables in a folder; an empty name means none. Opened once a process."""
    if not folder:
        return NoTables()
    if not Path(folder).is_dir():
        raise LudensError(f"There is no folder '{folder}' with tables; `ludens morris solve` makes one.")
    opened = FolderTables(Path(folder))
    if not opened.holds_any:
        raise LudensError(f"The folder '{folder}' holds no tables; `ludens morris solve` makes some.")
    return opened
