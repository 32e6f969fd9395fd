from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.table_folder import open_tables
from ludens.games.morris.rules import start_position


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
