"""The folder an experiment leaves behind, and from which it continues.

`rows.jsonl` begins with a header that says what was asked; every finished trial appends one line at once,
in order of completion. So a run may be stopped or killed at any moment and loses no finished trial.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

import ludens
from ludens.core.errors import LudensError
from ludens.core.foreign import reading
from ludens.experiments.json_values import Row, decode_row, encode

ROWS_FILE = "rows.jsonl"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Facts that all rows of a folder share; only equal headers may share one."""

    experiment: str
    seed: int
    noise: str
    options: dict[str, Any]
    version: str


@dataclass(frozen=True, slots=True)
class ResultFolder:
    """An open result folder: the rows found in it, by trial, and the file that takes new ones."""

    found: dict[int, Row]
    file: BinaryIO

    def append(self, line: bytes) -> None:
        """Keep one encoded row; it is on its way to the disk before this returns."""
        self.file.write(line + b"\n")
        self.file.flush()


@contextmanager
def open_result_folder(folder: Path, header: Header) -> Iterator[ResultFolder]:
    """Create the folder or continue one made with an equal header; refuse any other with a sentence."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ROWS_FILE).open("a+b")
    except OSError as error:
        raise LudensError(f"Results cannot be kept in '{folder}': {error.strerror}.") from error
    with file:
        _lock(file, folder)
        file.seek(0)
        lines = _whole_lines(file)
        if lines:
            _check_header(lines[0], header, folder)
        else:
            file.write(encode(header) + b"\n")
            file.flush()
        yield ResultFolder(found=_rows(lines[1:], folder), file=file)


def _lock(file: BinaryIO, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise LudensError(
            f"Another experiment is writing to '{folder}' right now; wait for it or choose another folder."
        ) from None


def _whole_lines(file: BinaryIO) -> list[bytes]:
    """All complete lines; a last line cut off by a crash is removed from the file."""
    content = file.read()
    whole, newline, _cut = content.rpartition(b"\n")
    if not newline:
        whole = b""
    file.truncate(len(whole) + len(newline))
    file.seek(0, os.SEEK_END)
    return whole.split(b"\n") if whole else []


def _check_header(line: bytes, wanted: Header, folder: Path) -> None:
    remedy = "It is no result of an experiment; choose another folder with --out."
    with reading(f"'{folder / ROWS_FILE}'", remedy=remedy):
        found = msgspec.json.decode(line, type=Header)
    # Through JSON, as the stored one went: tuples of the options have become lists there.
    wanted = msgspec.json.decode(encode(wanted), type=Header)
    for name in Header.__struct_fields__:
        there, here = getattr(found, name), getattr(wanted, name)
        if there != here:
            raise LudensError(
                f"'{folder}' holds results with {name} {_shown(there)}, but this run has {_shown(here)}; "
                "they do not mix. Choose another folder with --out, or delete this one."
            )


def _rows(lines: list[bytes], folder: Path) -> dict[int, Row]:
    """Rows by trial. A later line replaces an earlier one: a trial that failed may have been repeated."""
    rows: dict[int, Row] = {}
    for number, line in enumerate(lines, start=2):
        with reading(f"Line {number} of '{folder / ROWS_FILE}'", remedy="Repair or delete it."):
            row = decode_row(line)
            rows[msgspec.convert(row["trial"], int)] = row
    return rows


def _shown(value: object) -> str:
    return encode(value).decode()


FILE_KINDS = (".py", ".toml")  # what decides how a trial ends


@cache
def code_version() -> str:
    """For example `0.1.0+5f3a9c21`: equal exactly when Python and TOML files of the package are equal."""
    return f"{ludens.__version__}+{fingerprint(Path(ludens.__file__).parent)}"


def fingerprint(folder: Path) -> str:
    """Eight hexadecimal digits that change with the name or content of any such file below `folder`."""
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in FILE_KINDS:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder).as_posix()}:{len(content)}:".encode())
            digest.update(content)
    return digest.hexdigest()[:8]
