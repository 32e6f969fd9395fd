from pathlib import Path

import chess
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.keeping import GameWriter, last_game
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.store import GameStore
from ludens.messages import StateReport

SETTINGS = {"white": "engine", "black": "person"}
PAWN_ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def in_state(state: str) -> StateReport:
    return StateReport(time_s=0.0, state=state, since_s=0.0, reason="", states=(), transitions=())


def test_a_game_that_was_broken_off_in_the_middle_of_a_move_is_kept_with_that_move(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path, SETTINGS)
    writer.hear(PlayedGame().message(0.0))

    decided, _ = PlayedGame().planned(chess.Move.from_uci("e2e4"))
    writer.hear(decided.message(1.0))  # the arm has only begun, and then the program is killed

    kept = last_game(path)
    assert kept.record.moves == (chess.Move.from_uci("e2e4"),)
    assert kept.configuration == home().moved(19, on_square(chess.E4))


def test_a_game_that_goes_on_stays_the_same_game_and_a_new_one_is_another(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    played, _ = PlayedGame().planned(chess.Move.from_uci("e2e4"))
    GameWriter(path, SETTINGS).hear(played.message(0.0))

    writer = GameWriter(path, SETTINGS, kept=last_game(path))
    writer.hear(played.message(0.0))
    writer.hear(played.closed(chess.BLACK, Close.RESIGNATION).message(1.0))
    writer.hear(PlayedGame(begun_s=2.0).message(2.0))

    store = GameStore(path)
    ending = store.load(1).record.ending
    assert ending is not None
    assert ending.result == "0-1"
    assert last_game(path).number == 2


def test_without_a_game_to_go_on_with_it_says_so(tmp_path: Path):
    with pytest.raises(LudensError, match="no file of games"):
        last_game(tmp_path / "nothing.sqlite")
    path = tmp_path / "games.sqlite"
    GameWriter(path, SETTINGS).hear(PlayedGame().closed(None, Close.AGREEMENT).message(0.0))
    with pytest.raises(LudensError, match="are over"):
        last_game(path)


def test_a_new_game_before_any_move_of_another_position_is_kept_by_itself(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path, SETTINGS)
    writer.hear(PlayedGame(ChessRecord(PAWN_ENDING)).message(0.0))
    writer.hear(PlayedGame(begun_s=1.0).message(1.0))
    writer.hear(PlayedGame(begun_s=1.0).planned(chess.Move.from_uci("g1f3"))[0].message(2.0))

    kept = last_game(path)
    assert kept.record.start == chess.STARTING_FEN
    assert kept.record.moves == (chess.Move.from_uci("g1f3"),)


def test_a_game_that_is_taken_back_to_its_start_stays_the_same_game_and_a_new_one_is_another(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path, SETTINGS)
    played, _ = PlayedGame(white="words").planned(chess.Move.from_uci("g1f3"))
    for game in (PlayedGame(white="words"), played, played.taken_back(), played):
        writer.hear(game.message(0.0))
    assert last_game(path).number == 1

    writer.hear(PlayedGame(begun_s=9.0).message(9.0))
    assert last_game(path).number == 2
    assert GameStore(path).load(1).record == played.record


@pytest.mark.parametrize("game_first", [True, False])
def test_a_game_is_over_when_the_robot_says_so_and_not_when_its_last_move_is_decided(
    tmp_path: Path, game_first: bool
):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path, SETTINGS)
    writer.hear(in_state("thinking"))
    mate = tuple(map(chess.Move.from_uci, ("f2f3", "e7e5", "g2g4", "d8h4")))
    writer.hear(PlayedGame(ChessRecord(moves=mate[:3])).message(0.0))
    messages = (PlayedGame(ChessRecord(moves=mate)).message(1.0), in_state("over"))
    first, second = messages if game_first else messages[::-1]

    writer.hear(first)
    assert last_game(path).record.moves[:3] == mate[:3]
    writer.hear(second)
    with pytest.raises(LudensError, match="are over"):
        last_game(path)


def test_settings_of_a_game_that_goes_on_follow_who_plays_it_now(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    GameWriter(path, {**SETTINGS, "level": "2"}).hear(PlayedGame().message(0.0))
    GameWriter(path, {**SETTINGS, "level": "9"}, kept=last_game(path)).hear(PlayedGame().message(0.0))
    assert last_game(path).settings == {**SETTINGS, "level": "9"}
