from pathlib import Path

import chess
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.keeping import GameWriter, last_game
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.store import GameStore


def test_a_game_that_was_broken_off_in_the_middle_of_a_move_is_kept_with_that_move(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path)
    writer.hear(PlayedGame().message(0.0))

    decided, _ = PlayedGame().planned(chess.Move.from_uci("e2e4"))
    writer.hear(decided.message(1.0))  # the arm has only begun, and then the program is killed

    kept = last_game(path)
    assert kept.record.moves == (chess.Move.from_uci("e2e4"),)
    assert kept.configuration == home().moved(19, on_square(chess.E4))


def test_a_game_that_goes_on_stays_the_same_game_and_a_new_one_is_another(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    played, _ = PlayedGame().planned(chess.Move.from_uci("e2e4"))
    GameWriter(path).hear(played.message(0.0))

    writer = GameWriter(path, kept=last_game(path))
    writer.hear(played.message(0.0))
    writer.hear(played.closed(chess.BLACK, Close.RESIGNATION).message(1.0))
    writer.hear(PlayedGame().message(2.0))

    store = GameStore(path)
    ending = store.load(1).record.ending
    assert ending is not None
    assert ending.result == "0-1"
    assert last_game(path).number == 2


def test_without_a_game_to_go_on_with_it_says_so(tmp_path: Path):
    with pytest.raises(LudensError, match="no file of games"):
        last_game(tmp_path / "nothing.sqlite")
    path = tmp_path / "games.sqlite"
    GameWriter(path).hear(PlayedGame().closed(None, Close.AGREEMENT).message(0.0))
    with pytest.raises(LudensError, match="are over"):
        last_game(path)
