"""The values of stages between solver and folder: written once, read again when another stage needs them."""

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from ludens.games.morris.solution.backend import Backend, HostValues, Values
from ludens.games.morris.solution.packing import pack_results, values_of_results, without_distances
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.table_file import DISTANCE, RESULT, Head, TableFile, path_of, write_table
from ludens.games.morris.solution.value_bytes import TWIN, UNKNOWN

WAITING_TO_BE_WRITTEN = 4  # stages; more would only fill the memory


class Store:
    """Solved stages in a folder, the latest also where the back end works. Use it in a `with` statement.

    Stages are compressed and written by threads while the next ones are solved; leaving waits for them.
    """

    def __init__(
        self, folder: Path, backend: Backend, *, distance: bool, keep_bytes: int, threads: int
    ) -> None:
        self.folder = folder
        self.distance = distance
        self._backend = backend
        self._keep_bytes = keep_bytes
        self._kept: OrderedDict[Stage, Values] = OrderedDict()
        self._compressors = ThreadPoolExecutor(threads, thread_name_prefix="morris-compress")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="morris-write")
        self._pending: list[Future[None]] = []

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            for future in self._pending:
                future.result()
        finally:
            self._writer.shutdown()
            self._compressors.shutdown()

    @property
    def contents(self) -> tuple[str, ...]:
        """What is kept of every stage."""
        return (RESULT, DISTANCE) if self.distance else (RESULT,)

    def holds(self, stage: Stage) -> bool:
        """Whether the folder has all that is wanted of a stage."""
        return all(path_of(self.folder, stage, content).exists() for content in self.contents)

    def head(self, stage: Stage) -> Head:
        """What the file of a stage that is held says of itself: the one with distances where these are wanted."""
        return TableFile(path_of(self.folder, stage, self.contents[-1])).head

    def values(self, stage: Stage) -> Values:
        """The values of a stage, twins filled, from memory or from its file."""
        if stage not in self._kept:
            self._keep(stage, self._backend.put(self._read(stage)))
        self._kept.move_to_end(stage)
        return self._kept[stage]

    def add(self, stage: Stage, values: Values, *, farthest: int) -> None:
        """Take the solution of a stage, twins not yet filled; it is counted, kept and written.

        No distance is longer than `farthest`.
        """
        backend = self._backend
        draws, odd, twins = (
            backend.count(values, UNKNOWN),
            backend.count_odd(values),
            backend.count(values, TWIN),
        )
        facts = {
            "stage": str(stage),
            "positions": len(values),
            "wins": odd - draws,
            "draws": draws,
            "losses": len(values) - odd - twins,
        }
        backend.fill_twins(stage, values)
        packed = [(RESULT, None, backend.get(pack_results(values)))]
        if self.distance:
            while farthest and not backend.count(values, farthest):
                farthest -= 1
            packed.append((DISTANCE, farthest, backend.get(values)))
        else:
            values = without_distances(values)
        self._keep(stage, values)
        while len(self._pending) >= WAITING_TO_BE_WRITTEN:
            self._pending.pop(0).result()
        self._pending.append(self._writer.submit(self._write, facts, packed))

    def _write(self, facts: dict[str, int | str], packed: list[tuple[str, int | None, HostValues]]) -> None:
        for content, farthest, data in packed:
            write_table(
                self.folder, data, {**facts, "content": content, "farthest": farthest}, self._compressors
            )

    def _read(self, stage: Stage) -> HostValues:
        for future in self._pending:
            future.result()
        self._pending.clear()
        path = path_of(self.folder, stage, self.contents[-1])
        if not path.exists():
            raise SolutionError(
                f"The table {path} is missing. Solve stage {stage} first: ludens morris solve."
            )
        table = TableFile(path)
        content = table.content(self._compressors)
        return content if self.distance else values_of_results(content, table.head.positions)

    def _keep(self, stage: Stage, values: Values) -> None:
        self._kept[stage] = values
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._keep_bytes:
            self._kept.popitem(last=False)
