import sqlite3
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.core.kept_games import KeptGames


def test_turns_are_added_and_taken_back_and_settings_replaced(tmp_path: Path):
    games = KeptGames(tmp_path / "new" / "games.sqlite")
    assert games.last_unfinished() is None
    number = games.begin("start", {"level": "1"})
    for turns in (["a", "b", "c"], ["a"], ["a", "d"], []):
        games.keep(number, turns, finished=False)
        assert games.load(number).turns == tuple(turns)
    games.set_settings(number, {"level": "2"})
    assert games.load(number).settings == {"level": "2"}
    assert games.last_unfinished() == number
    games.keep(number, ["a"], finished=True, person_score=0.5)
    assert games.last_unfinished() is None
    assert games.person_scores() == [({"level": "2"}, 0.5)]


def test_files_of_another_version_and_games_that_do_not_exist_are_said(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    with pytest.raises(LudensError, match="no game 3"):
        KeptGames(path).load(3)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(LudensError, match="another version of Ludens"):
        KeptGames(path)
