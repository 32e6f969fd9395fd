import os
import signal
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.places import OFF
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.store import GameStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.sqlite"


def record_of(*moves: str) -> ChessRecord:
    return ChessRecord(moves=tuple(chess.Move.from_uci(move) for move in moves))


def test_a_game_comes_back_as_it_was_left_also_after_moves_were_taken_back(path: Path):
    store, record = GameStore(path), record_of("e2e4", "e7e5", "g1f3", "b8c6")
    number = store.begin(record, {"level": "3"})
    other_way = record.back(2).play(chess.Move.from_uci("f1c4"))
    for changed in (record.back(), other_way, other_way.close(Ending(chess.BLACK, Close.RESIGNATION))):
        store.keep(number, changed)
        kept = GameStore(path).load(number)
        assert kept.record == changed
        assert kept.settings == {"level": "3"}


def test_a_start_and_the_places_of_the_pieces_are_kept(path: Path):
    record = ChessRecord("4k3/P7/8/8/8/8/8/4K3 w - - 3 40")
    store = GameStore(path)
    number = store.begin(record, {"voice": "yes"})
    assert store.load(number).configuration is None
    seen = home().moved(4, OFF)
    store.keep_configuration(number, seen)
    store.set_settings(number, {"voice": "no"})
    kept = GameStore(path).load(number)
    assert (kept.record, kept.configuration, kept.settings) == (record, seen, {"voice": "no"})


def test_the_last_game_that_is_not_over_is_found(path: Path):
    store = GameStore(path)
    assert store.last_unfinished() is None
    number = store.begin(record_of("e2e4"), {})
    store.begin(record_of("f2f3", "e7e5", "g2g4", "d8h4"), {})
    found = store.last_unfinished()
    assert found is not None
    assert found.number == number


def test_a_game_whose_last_move_still_has_to_be_carried_out_goes_on(path: Path):
    store, mate = GameStore(path), record_of("f2f3", "e7e5", "g2g4", "d8h4")
    number = store.begin(mate.back(), {})
    store.keep(number, mate, carried_out=False)
    found = store.last_unfinished()
    assert found is not None
    assert found.record == mate
    store.keep(number, mate)
    assert store.last_unfinished() is None


def test_killed_while_playing_nothing_that_was_played_is_lost(path: Path):
    program = f"""
import sys
from pathlib import Path
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.store import GameStore
store = GameStore(Path({str(path)!r}))
record = ChessRecord()
number = store.begin(record, {{}})
for played in range(1, 40):
    moves = list(record.board().legal_moves)
    record = record.play(moves[7 * played % len(moves)])
    store.keep(number, record)
    print(played, *(move.uci() for move in record.moves), flush=True)
    if played == 23:
        sys.stdin.read()
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdin is not None
    line = ""
    while not line.startswith("23 "):
        line = child.stdout.readline()
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    child.stdin.close()
    found = GameStore(path).last_unfinished()
    assert found is not None
    assert [move.uci() for move in found.record.moves] == line.split()[1:]


def test_what_is_no_file_of_games_is_a_sentence(tmp_path: Path):
    text = tmp_path / "text"
    text.write_text("This is a poem, and long enough to be no database. " * 20)
    with pytest.raises(LudensError, match="cannot be kept in"):
        GameStore(text)
    with pytest.raises(LudensError, match="no game 7"):
        GameStore(tmp_path / "games").load(7)
