"""Games in their file: kept as they are played, found again, and never lost."""

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.table.kept_games import GameStore, forget_game, game_to_resume, unfinished_games
from tests.table.nim import NIM, NimRecord


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.sqlite"


def test_a_game_comes_back_as_it_was_left_also_after_turns_were_taken_back(path: Path):
    store, record = GameStore(path, NIM), NimRecord(20, (1, 2, 3, 1))
    number = store.begin(record, {"level": "3"})
    other_way = NimRecord(20, (1, 2, 1))
    for changed in (NIM.back(record), other_way, replace(other_way, resigned=True)):
        store.keep(number, changed)
        kept = GameStore(path, NIM).load(number)
        assert kept.record == changed
        assert kept.settings == {"level": "3"}


def test_what_a_game_keeps_of_its_own_stays_when_settings_are_replaced(path: Path):
    store = GameStore(path, NIM)
    number = store.begin(NimRecord(7), {"voice": "yes"})
    store.keep(number, NimRecord(7), own={"seen": "7 matches"})
    store.set_settings(number, {"voice": "no"})
    kept = GameStore(path, NIM).load(number)
    assert (kept.record, kept.settings) == (NimRecord(7), {"voice": "no"})
    assert kept.own == {"resigned": "no", "seen": "7 matches"}


def test_the_last_game_that_is_not_over_is_found(path: Path):
    store = GameStore(path, NIM)
    assert store.last_unfinished() is None
    number = store.begin(NimRecord(5, (1,)), {})
    store.begin(NimRecord(5, (3, 2)), {})
    found = store.last_unfinished()
    assert found is not None
    assert found.number == number


def test_a_game_whose_last_turn_still_has_to_be_carried_out_goes_on(path: Path):
    store, over = GameStore(path, NIM), NimRecord(5, (3, 2))
    number = store.begin(NIM.back(over), {})
    store.keep(number, over, carried_out=False)
    found = store.last_unfinished()
    assert found is not None
    assert found.record == over
    store.keep(number, over)
    assert store.last_unfinished() is None


def test_scores_are_those_of_finished_games_against_one_level(path: Path):
    store, over = GameStore(path, NIM), NimRecord(5, (3, 2))
    for level, score in (("adaptive", 1.0), ("4", 0.0), ("adaptive", 0.5)):
        store.keep(store.begin(over, {"level": level}), over, person_score=score)
    store.begin(NimRecord(), {"level": "adaptive"})
    assert store.person_scores(level="adaptive") == [1.0, 0.5]


def test_a_file_of_the_past_opens_with_the_names_of_today(path: Path):
    GameStore(path, NIM)
    with sqlite3.connect(path) as connection:
        connection.execute(
            """INSERT INTO games (start, settings) VALUES ('9', '{"me": "black", "level": "2"}')"""
        )
        connection.execute("INSERT INTO turns VALUES (1, 0, '3')")
    connection.close()
    kept = game_to_resume(path, NIM)
    assert kept.record == NimRecord(9, (3,))
    assert kept.settings == {"white": "engine", "black": "text", "at": "terminal", "level": "2"}


def test_killed_while_playing_nothing_that_was_played_is_lost(path: Path):
    program = f"""
import sys
from pathlib import Path
from ludens.table.kept_games import GameStore
from tests.table.nim import NIM, NimRecord
store = GameStore(Path({str(path)!r}), NIM)
record = NimRecord(100)
number = store.begin(record, {{}})
for played in range(1, 40):
    record = NIM.play(record, 1 + played % 3)
    store.keep(number, record)
    print(*record.taken, flush=True)
    if played == 23:
        sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        line = ""
        while len(line.split()) < 23:
            line = child.stdout.readline()
            assert child.poll() is None
        os.kill(child.pid, signal.SIGKILL)
    found = GameStore(path, NIM).last_unfinished()
    assert found is not None
    assert found.record.taken == tuple(map(int, line.split()))


def test_what_is_no_file_of_games_is_a_sentence(tmp_path: Path):
    text = tmp_path / "text"
    text.write_text("This is a poem, and long enough to be no database. " * 20)
    with pytest.raises(LudensError, match="cannot be kept in"):
        GameStore(text, NIM)
    with pytest.raises(LudensError, match="cannot be kept in"):
        GameStore(tmp_path, NIM)
    with pytest.raises(LudensError, match="no game 7"):
        GameStore(tmp_path / "games", NIM).load(7)


def test_a_file_of_another_version_and_a_game_that_cannot_be_are_sentences(path: Path):
    store = GameStore(path, NIM)
    number = store.begin(NimRecord(5), {})
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO turns VALUES (?, 0, '9')", (number,))
    connection.close()
    with pytest.raises(LudensError, match=r"Game 1 in .* cannot be read: 9 matches cannot be taken"):
        store.load(number)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(LudensError, match="another version of Ludens"):
        GameStore(path, NIM)


def test_without_a_game_to_go_on_with_it_says_so_and_makes_no_file(path: Path):
    with pytest.raises(LudensError, match="no file of games"):
        game_to_resume(path, NIM)
    assert not path.exists()
    GameStore(path, NIM).begin(NimRecord(5, (3, 2)), {})
    with pytest.raises(LudensError, match="are over"):
        game_to_resume(path, NIM)


def test_games_that_are_not_over_are_listed_and_can_be_gone_on_with_by_number_or_forgotten(path: Path):
    assert unfinished_games(path) == ()
    assert not path.exists()  # no file is made for asking
    store = GameStore(path, NIM)
    first = store.begin(NimRecord(9, (1,)), {"white": "human"})
    store.begin(NimRecord(5, (3, 2)), {})  # is over
    second = store.begin(NimRecord(9, (1, 2)), {"black": "human"})
    listed = unfinished_games(path)
    assert [(one.number, one.turns) for one in listed] == [(second, 2), (first, 1)]
    assert listed[1].settings["white"] == "human"
    assert game_to_resume(path, NIM, first).record == NimRecord(9, (1,))
    forget_game(path, second)
    assert [one.number for one in unfinished_games(path)] == [first]
    with pytest.raises(LudensError, match="There is no game"):
        game_to_resume(path, NIM, second)


def test_a_list_leaves_out_a_file_that_it_cannot_read(path: Path):
    path.parent.mkdir()
    path.write_text("no games here", "utf-8")
    assert unfinished_games(path) == ()
