"""A damaged table is refused with a sentence, or never noticed because nobody asks for the damaged part."""

import json
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.tables import FolderTables
from ludens.games.morris.rules import Position
from ludens.games.morris.solution.stages import Stage
from ludens.games.morris.solution.table_file import DISTANCE, MAGIC, RESULT, path_of
from tests.mutations import COUNT, attempt, chance, mutated, survives, with_wrong_value

pytestmark = pytest.mark.mutations
STAGE = Stage(3, 3)
POSITIONS = [Position.of_sides(7 << place, 7 << place + 9) for place in range(8)]


def ask(path: Path) -> None:
    tables = FolderTables(path.parent)
    for position in POSITIONS:
        tables.probe(position)


@pytest.mark.parametrize("content", [RESULT, DISTANCE])
def test_a_table_with_flipped_lost_and_foreign_bytes(solved: Path, tmp_path: Path, content: str) -> None:
    whole = path_of(solved, STAGE, content).read_bytes()
    path = path_of(tmp_path, STAGE, content)

    def read(data: bytes) -> None:
        path.write_bytes(data)
        ask(path)

    survives(read, [whole])


def test_a_table_with_a_wrong_head(solved: Path, tmp_path: Path) -> None:
    whole = path_of(solved, STAGE, RESULT).read_bytes()
    length = int.from_bytes(whole[len(MAGIC) : len(MAGIC) + 4], "little")
    head, rest = whole[len(MAGIC) + 4 :][:length], whole[len(MAGIC) + 4 + length :]
    path = path_of(tmp_path, STAGE, RESULT)
    refused = 0
    for number in range(COUNT):
        random = chance(number)
        spoilt = json.dumps(with_wrong_value(json.loads(head), random)).encode()
        if number % 3 == 0:
            spoilt = mutated(head, random)
        path.write_bytes(MAGIC + len(spoilt).to_bytes(4, "little") + spoilt + rest)
        refused += not attempt(lambda: ask(path), f"head {number}")
    assert refused > COUNT // 2


def test_the_sentence_names_the_file_and_what_to_do(tmp_path: Path) -> None:
    path = path_of(tmp_path, STAGE, RESULT)
    path.write_bytes(MAGIC + (5).to_bytes(4, "little") + b"[[[[[")
    with pytest.raises(LudensError, match=rf"{path.name} cannot be read: .*ludens morris solve"):
        ask(path)
