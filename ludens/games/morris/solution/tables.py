"""The solution as one asks it: the value of a position."""

from pathlib import Path

from ludens.games.morris.rules import Position
from ludens.games.morris.solution.index_tables import index_tables
from ludens.games.morris.solution.indexing import index_of
from ludens.games.morris.solution.packing import UNKNOWN
from ludens.games.morris.solution.stages import FEWEST_MEN, SolutionError, Stage
from ludens.games.morris.solution.table_file import DISTANCE, RESULT, SUFFIXES, TableFile
from ludens.table.values import Result, Value

_RESULTS = (Result.LOSS, Result.DRAW, Result.WIN)


class Tables:
    """The stages that a folder holds. Files are opened when first asked for."""

    def __init__(self, files: dict[Stage, TableFile]) -> None:
        self._files = files
        self._index_tables = index_tables()

    @classmethod
    def open(cls, folder: Path) -> "Tables":
        """All tables of a folder; where a stage has distances, these are used."""
        files: dict[Stage, TableFile] = {}
        for content in (RESULT, DISTANCE):
            for path in sorted(folder.glob(f"*{SUFFIXES[content]}")):
                table = TableFile(path)
                files[table.stage] = table
        return cls(files)

    @property
    def stages(self) -> frozenset[Stage]:
        """The stages held."""
        return frozenset(self._files)

    def probe(self, position: Position) -> Value | None:
        """The value for the side to move under the standard rules, or None where its stage is not held."""
        own, other = position.own, position.other
        stage = Stage(own.bit_count(), other.bit_count(), position.own_in_hand, position.other_in_hand)
        if stage.own + stage.own_in_hand < FEWEST_MEN:
            return Value(Result.LOSS, 0)
        table = self._files.get(stage)
        if table is None:
            return None
        byte, part = table.byte_at(index_of(self._index_tables, own, other, stage.own, stage.ranks))
        if table.head.content == RESULT:
            result = byte >> 2 * part & 3
            if result >= len(_RESULTS):
                raise SolutionError(
                    f"The table {table.path} holds no result of this position; it is damaged."
                )
            return Value(_RESULTS[result])
        if byte == UNKNOWN:
            return Value(Result.DRAW)
        return Value(Result.WIN if byte & 1 else Result.LOSS, byte)
