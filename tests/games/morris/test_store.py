import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.rules import new_game
from ludens.games.morris.store import GameStore
from tests.games.morris.random_games import random_game
from tests.games.morris.samples import position


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.sqlite"


def test_a_game_comes_back_as_it_was_left_also_after_turns_were_taken_back(path: Path):
    store, record = GameStore(path), random_game(1, 20)
    number = store.begin(record, {"level": "3"})
    for changed in (record.undo(), record.undo(5), record.undo(5).play(record.undo(5).legal_turns()[0])):
        store.keep(number, changed)
        assert GameStore(path).load(number).record == changed
    assert GameStore(path).load(number).settings == {"level": "3"}


def test_a_start_other_than_the_empty_board_is_kept(path: Path):
    record = new_game(start=position("a7 d6 f2", "g7 g1 c3"), turns_without_mill=7)
    number = GameStore(path).begin(record, {})
    assert GameStore(path).load(number).record == record


def test_the_last_game_that_is_not_over_is_found(path: Path):
    store = GameStore(path)
    assert store.last_unfinished() is None
    store.begin(random_game(1, 5), {})
    number = store.begin(random_game(2, 9), {})
    over = random_game(3, 500)
    assert over.outcome is not None
    store.begin(over, {})
    found = store.last_unfinished()
    assert found is not None
    assert (found.number, found.record) == (number, random_game(2, 9))


def test_a_game_whose_last_turn_still_has_to_be_carried_out_goes_on(path: Path):
    store, over = GameStore(path), random_game(3, 500)
    number = store.begin(over.undo(), {})
    store.keep(number, over, carried_out=False)
    found = store.last_unfinished()
    assert found is not None
    assert found.record == over
    store.keep(number, over)
    assert store.last_unfinished() is None


def test_scores_are_those_of_finished_games_against_one_opponent(path: Path):
    store, over = GameStore(path), random_game(3, 500)
    for level, score in (("adaptive", 1.0), ("4", 0.0), ("adaptive", 0.5)):
        store.keep(store.begin(over, {"level": level}), over, person_score=score)
    store.begin(random_game(1, 3), {"level": "adaptive"})
    assert store.person_scores(opponent="adaptive") == [1.0, 0.5]


def test_settings_can_change(path: Path):
    store = GameStore(path)
    number = store.begin(new_game(), {"level": "1"})
    store.set_settings(number, {"level": "2"})
    assert store.load(number).settings == {"level": "2"}


def test_killed_while_playing_nothing_that_was_played_is_lost(path: Path):
    program = f"""
import sys
from pathlib import Path
from ludens.games.morris.store import GameStore
from tests.games.morris.random_games import random_game
store = GameStore(Path({str(path)!r}))
record = random_game(5, 40)
number = store.begin(record.undo(40), {{}})
for left in range(39, -1, -1):
    store.keep(number, record.undo(left))
    print(40 - left, flush=True)
    if left == 17:
        sys.stdin.read()
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdin is not None
    while child.stdout.readline().strip() != "23":
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    child.stdin.close()
    found = GameStore(path).last_unfinished()
    assert found is not None
    assert found.record == random_game(5, 40).undo(17)


def test_what_is_no_file_of_games_is_a_sentence(tmp_path: Path):
    text = tmp_path / "text"
    text.write_text("This is a poem, and long enough to be no database. " * 20)
    with pytest.raises(LudensError, match="cannot be kept in"):
        GameStore(text)
    with pytest.raises(LudensError, match="cannot be kept in"):
        GameStore(tmp_path)
    with pytest.raises(LudensError, match="no game 7"):
        GameStore(tmp_path / "games").load(7)
