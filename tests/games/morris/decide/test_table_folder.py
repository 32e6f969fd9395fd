from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.table_folder import open_tables
from ludens.games.morris.rules import start_position
from ludens.games.morris.solution.packing import DRAW
from ludens.games.morris.solution.table_file import RESULT, write_table
from ludens.games.morris.solution.values import Result, Value

EMPTY_BOARD = {"stage": "0-0+9-9", "content": RESULT, "positions": 1, "farthest": None}


def test_no_folder_means_no_knowledge():
    assert open_tables("").probe(start_position()) is None


def test_a_folder_that_is_missing_empty_or_broken_is_a_sentence(tmp_path: Path):
    with pytest.raises(LudensError, match="There is no folder"):
        open_tables(str(tmp_path / "missing"))
    with pytest.raises(LudensError, match="holds no tables"):
        open_tables(str(tmp_path))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "3-3.results").write_text("no table")
    with pytest.raises(LudensError, match="cannot be read"):
        open_tables(str(broken))


def test_a_block_that_is_damaged_is_a_sentence_when_it_is_asked(tmp_path: Path):
    for name in ("sound", "damaged"):
        with ThreadPoolExecutor(1) as pool:
            counts = {"wins": 0, "draws": 1, "losses": 0}
            write_table(tmp_path / name, np.array([DRAW], np.uint8), {**EMPTY_BOARD, **counts}, pool)
    assert open_tables(str(tmp_path / "sound")).probe(start_position()) == Value(Result.DRAW)
    file = next((tmp_path / "damaged").iterdir())
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(LudensError, match="damaged"):
        open_tables(str(tmp_path / "damaged")).probe(start_position())
