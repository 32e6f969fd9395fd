"""Damage is found, whatever it is."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import pytest

from ludens.games.morris.rules import Position
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.table_file import DISTANCE, RESULT, TableFile, path_of, write_table
from ludens.games.morris.solution.tables import Tables
from ludens.games.morris.solution.verification import verify
from tests.games.morris.solution.conftest import Solving

STAGE = Stage(3, 3)


@pytest.fixture
def folder(solved: Path, tmp_path: Path) -> Path:
    for content in (RESULT, DISTANCE):
        shutil.copy(path_of(solved, STAGE, content), tmp_path)
    return tmp_path


def wrong_values(solving: Solving, folder: Path, *, distance: bool) -> int:
    with solving.store(folder, distance=distance) as store:
        return sum(verdict.check.wrong for verdict in verify([STAGE], store, solving.backend))


@pytest.mark.parametrize("distance", [False, True])
def test_a_whole_table_has_nothing_wrong(solving: Solving, folder: Path, distance: bool):
    assert wrong_values(solving, folder, distance=distance) == 0


@pytest.mark.parametrize("place", [-1, -200, -5000])
def test_a_flipped_bit_is_found(solving: Solving, folder: Path, place: int):
    path = path_of(folder, STAGE, RESULT)
    damaged = bytearray(path.read_bytes())
    damaged[place] ^= 4
    path.write_bytes(damaged)
    with pytest.raises(SolutionError, match=r"damaged|checksum"):
        wrong_values(solving, folder, distance=False)


@pytest.mark.parametrize("content", [RESULT, DISTANCE])
def test_a_false_value_in_a_sound_file_is_found(solving: Solving, folder: Path, content: str):
    path = path_of(folder, STAGE, content)
    with ThreadPoolExecutor(1) as pool:
        table = TableFile(path)
        packed = table.content(pool)
        packed[12345] ^= 2
        facts = asdict(table.head)
        del facts["block"], facts["checksum"]
        write_table(folder, packed, facts, pool)
    assert wrong_values(solving, folder, distance=content == DISTANCE) > 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data[:-10], "cut off"),
        (lambda data: b"something else" + data, "no table"),
        (lambda data: data[:8] + b"\xff\xff\xff\x7f" + data[12:], "cannot be read"),
        (lambda data: data[:20] + b"}}" + data[22:], "cannot be read"),
        (lambda data: b"", "cannot be read"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(folder: Path, change, complaint: str):
    path = path_of(folder, STAGE, DISTANCE)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(SolutionError, match=complaint):
        Tables.open(folder)


def test_a_stage_that_is_not_held_is_unknown(folder: Path):
    tables = Tables.open(folder)
    assert tables.stages == {STAGE}
    assert tables.probe(Position.of_sides(0b111, 0b111000)) is not None
    assert tables.probe(Position.of_sides(0b111, 0b1111000)) is None
