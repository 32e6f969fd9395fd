"""One file a stage: compressed blocks that are found and read without the rest of the file.

    8 bytes     b"LUDENSM1"
    4 bytes     length of the head, little-endian
    the head    JSON: stage, content ("result" or "distance"), positions, block, counts, farthest, checksum …
    (n + 1) × 8 where each of the n blocks begins, counted from the first, little-endian; the last is the end
    n blocks    Zstandard frames, each with its own check value

`content` says what a block unpacks to: results, four to a byte, or distances, one to a byte (see `packing`).
`checksum` is the SHA-256 of all unpacked blocks in order: it depends on the solution alone, not on how or
with which version it was compressed. A file is written beside its place and renamed: what is there is whole.
"""

import hashlib
import json
import mmap
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import zstandard

from ludens.games.morris.solution.backend import HostValues
from ludens.games.morris.solution.packing import RESULTS_A_BYTE
from ludens.games.morris.solution.stages import SolutionError, Stage

MAGIC = b"LUDENSM1"
POSITIONS_A_BLOCK = 1 << 17
BLOCKS_A_TASK = 32  # compressed or unpacked by a thread in one go
COMPRESSION_LEVEL = 9  # 5 % larger than level 15, in a quarter of its time
BLOCKS_KEPT = 4096  # unpacked, in all files together: 128 MB of results
RESULT, DISTANCE = "result", "distance"
SUFFIXES = {RESULT: ".results", DISTANCE: ".distances"}


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says of itself. `wins`, `draws` and `losses` are those of the side to move, twins left out.

    `farthest` is the longest distance, in plies; unknown where only results are held.
    """

    stage: str
    content: str
    positions: int
    block: int
    wins: int
    draws: int
    losses: int
    farthest: int | None
    checksum: str


def path_of(folder: Path, stage: Stage, content: str) -> Path:
    """Where the file of a stage stands."""
    return folder / f"{stage}{SUFFIXES[content]}"


def bytes_a_block(content: str) -> int:
    """Length of an unpacked block; the last one is shorter."""
    return POSITIONS_A_BLOCK if content == DISTANCE else POSITIONS_A_BLOCK // RESULTS_A_BYTE


def bytes_of(content: str, positions: int) -> int:
    """Length of all unpacked blocks together."""
    return positions if content == DISTANCE else -(-positions // RESULTS_A_BYTE)


def write_table(folder: Path, packed: HostValues, facts: dict[str, Any], pool: ThreadPoolExecutor) -> Head:
    """Write packed content, whole or not at all; `facts` are all of `Head` but `block` and `checksum`."""
    folder.mkdir(parents=True, exist_ok=True)
    head = Head(**facts, block=POSITIONS_A_BLOCK, checksum=hashlib.sha256(packed.data).hexdigest())
    path = path_of(folder, Stage.named(head.stage), head.content)
    blocks = _compressed_blocks(packed, bytes_a_block(head.content), pool)
    unfinished = path.with_suffix(path.suffix + ".part")
    with unfinished.open("wb") as file:
        text = json.dumps(asdict(head)).encode()
        file.write(MAGIC + len(text).to_bytes(4, "little") + text)
        file.write(np.cumsum([0, *(len(block) for block in blocks)]).astype("<u8").tobytes())
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    return head


def _compressed_blocks(packed: HostValues, step: int, pool: ThreadPoolExecutor) -> list[bytes]:
    def task(first: int) -> list[bytes]:
        compressor = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL, write_checksum=True)
        part = packed[first : first + step * BLOCKS_A_TASK]
        return [compressor.compress(part[at : at + step].data) for at in range(0, len(part), step)]

    runs = pool.map(task, range(0, len(packed), step * BLOCKS_A_TASK))
    return [block for run in runs for block in run]


class TableFile:
    """A file opened for reading; only what is asked for is read and unpacked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise SolutionError(f"The table {path} cannot be read: {error}.") from None
        if self._map[: len(MAGIC)] != MAGIC:
            raise SolutionError(
                f"{path} is no table of Nine Men's Morris, or one of another version. Remove it and solve its"
                " stage again: ludens morris solve."
            )
        start = len(MAGIC) + 4
        length = int.from_bytes(self._map[len(MAGIC) : start], "little")
        with _reading(f"The head of the table {path}"):
            self.head = msgspec.convert(json.loads(self._map[start : start + length]), Head)
            self.stage = Stage.named(self.head.stage)
            if self.head.content not in SUFFIXES or self.head.block != POSITIONS_A_BLOCK:
                raise ValueError(f"it holds {self.head.content} in blocks of {self.head.block} positions")
            if self.head.positions < 0:
                raise ValueError(f"it holds {self.head.positions} positions")
            blocks = -(-self.head.positions // self.head.block)
            self._starts = np.frombuffer(self._map, "<u8", blocks + 1, start + length)
        self._first = start + length + 8 * (blocks + 1)
        if self._first + int(self._starts[-1]) != len(self._map):
            raise SolutionError(f"The table {path} is cut off. {_AGAIN}")

    def __len__(self) -> int:
        return len(self._starts) - 1

    def block(self, number: int) -> bytes:
        """One unpacked block."""
        with _reading(f"Block {number} of the table {self.path}"):
            begin, end = (self._first + int(place) for place in self._starts[number : number + 2])
            packed, size = self._map[begin:end], bytes_a_block(self.head.content)
            if number == len(self) - 1:
                size = bytes_of(self.head.content, self.head.positions) - number * size
            if zstandard.frame_content_size(packed) != size:
                raise ValueError(f"it does not hold {size} bytes")
            return zstandard.ZstdDecompressor().decompress(packed)

    def content(self, pool: ThreadPoolExecutor) -> HostValues:
        """All blocks unpacked, one after the other, held against the checksum."""
        step = bytes_a_block(self.head.content)
        whole = np.empty(bytes_of(self.head.content, self.head.positions), np.uint8)

        def task(first: int) -> None:
            for number in range(first, min(first + BLOCKS_A_TASK, len(self))):
                whole[number * step : (number + 1) * step] = np.frombuffer(self.block(number), np.uint8)

        for _ in pool.map(task, range(0, len(self), BLOCKS_A_TASK)):
            pass
        if hashlib.sha256(whole.data).hexdigest() != self.head.checksum:
            raise SolutionError(f"The table {self.path} does not match its checksum. {_AGAIN}")
        return whole

    def byte_at(self, index: int) -> tuple[int, int]:
        """The byte that holds a position, and which of its parts is meant."""
        if not 0 <= index < self.head.positions:
            raise SolutionError(f"The table {self.path} holds no position {index}. {_AGAIN}")
        number, place = divmod(index, self.head.block)
        if self.head.content == DISTANCE:
            return _kept_block(self, number)[place], 0
        return _kept_block(self, number)[place // RESULTS_A_BYTE], place % RESULTS_A_BYTE


@lru_cache(BLOCKS_KEPT)
def _kept_block(table: TableFile, number: int) -> bytes:
    return table.block(number)


@contextmanager
def _reading(what: str) -> Iterator[None]:
    """Tell every error as a `SolutionError`: a damaged file may hold anything."""
    try:
        yield
    except SolutionError:
        raise
    except Exception as error:
        raise SolutionError(f"{what} cannot be read: {type(error).__name__}: {error}. {_AGAIN}") from error


_AGAIN = "Remove it and solve its stage again: ludens morris solve."
