"""The values of stages between solver and folder: written once, read again when another stage needs them."""

from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from ludens.games.morris.solution.backend import Backend, HostValues, Values
from ludens.games.morris.solution.packing import TWIN, UNKNOWN, pack_results, without_distances
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.table_file import DISTANCE, RESULT, Head, TableFile, path_of, write_table

_Packed = tuple[str, int | None, HostValues]  # content, longest distance, bytes


class Store:
    """Solved stages in a folder, the latest also where the back end works. Use it in a `with` statement.

    Stages are compressed and written by threads while the next ones are solved; leaving waits for them. In
    memory stay at most `keep_bytes` of solved stages and about `waiting_bytes` that are not written yet.
    """

    def __init__(
        self,
        folder: Path,
        backend: Backend,
        *,
        distance: bool,
        keep_bytes: int,
        waiting_bytes: int,
        threads: int,
    ) -> None:
        self.folder = folder
        self.distance = distance
        self._backend = backend
        self._keep_bytes = keep_bytes
        self._waiting_bytes = waiting_bytes
        self._kept: OrderedDict[Stage, Values] = OrderedDict()
        self._compressors = ThreadPoolExecutor(threads, thread_name_prefix="morris-compress")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="morris-write")
        self._pending: deque[tuple[int, Future[None]]] = deque()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._wait_until_waiting(0)
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
        """What the file of a stage says of itself; the one with distances where these are wanted."""
        return TableFile(path_of(self.folder, stage, self.contents[-1])).head

    def values(self, stage: Stage) -> Values:
        """The values of a stage, twins filled, from memory or from its file."""
        if stage not in self._kept:
            self._keep(stage, self._read(stage))
        self._kept.move_to_end(stage)
        return self._kept[stage]

    def add(
        self, stage: Stage, values: Values, *, farthest: int, when_written: Callable[[], None] | None = None
    ) -> None:
        """Take the solution of a stage, twins not yet filled; it is counted, kept and written.

        No distance is longer than `farthest`. Stages are written in the order in which they come; then
        `when_written` is called, in another thread.
        """
        backend = self._backend
        draws, odd, twins = (
            backend.count(values, UNKNOWN),
            backend.count_odd(values),
            backend.count(values, TWIN),
        )
        facts: dict[str, int | str] = {
            "stage": str(stage),
            "positions": len(values),
            "wins": odd - draws,
            "draws": draws,
            "losses": len(values) - odd - twins,
        }
        backend.fill_twins(stage, values)
        packed: list[_Packed] = [(RESULT, None, backend.get(pack_results(values)))]
        if self.distance:
            while farthest and not backend.count(values, farthest):
                farthest -= 1
            packed.append((DISTANCE, farthest, backend.get(values)))
        else:
            values = without_distances(values)
        self._keep(stage, values)
        self._wait_until_waiting(self._waiting_bytes)
        size = sum(len(data) for _, _, data in packed)
        self._pending.append((size, self._writer.submit(self._write, facts, packed, when_written)))

    def _wait_until_waiting(self, most_bytes: int) -> None:
        """Wait until no more than so much is still to be written; an error in writing is raised here."""
        while self._pending and sum(size for size, _ in self._pending) > most_bytes:
            self._pending.popleft()[1].result()

    def _write(
        self, facts: dict[str, int | str], packed: list[_Packed], when_written: Callable[[], None] | None
    ) -> None:
        for content, farthest, data in packed:
            write_table(
                self.folder, data, {**facts, "content": content, "farthest": farthest}, self._compressors
            )
        if when_written:
            when_written()

    def _read(self, stage: Stage) -> Values:
        self._wait_until_waiting(0)
        path = path_of(self.folder, stage, self.contents[-1])
        if not path.exists():
            raise SolutionError(
                f"The table {path} is missing. Solve stage {stage} first: ludens morris solve."
            )
        table = TableFile(path)
        content = table.content(self._compressors)
        if self.distance:
            return self._backend.put(content)
        return self._backend.put_results(content, table.head.positions)

    def _keep(self, stage: Stage, values: Values) -> None:
        self._kept[stage] = values
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._keep_bytes:
            self._kept.popitem(last=False)
