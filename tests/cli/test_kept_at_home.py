"""Games of people are kept without being told to, and offered to go on with."""

from dataclasses import replace
from pathlib import Path

import chess

from ludens.cli.kept_at_home import file_of, kept_by_itself, unfinished
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.passing.play import GAME as PASSING
from ludens.table.kept_games import GameStore
from ludens.table.lineup import Lineup, OrderedGame

WORDS = {"chess": "move"}


def test_only_games_of_people_are_kept_by_themselves(tmp_path: Path) -> None:
    human = ChessPlayOptions(black="human")
    kept = kept_by_itself(human, "chess", tmp_path)
    assert kept == replace(human, games=str(tmp_path / "chess.sqlite"))
    assert kept_by_itself(ChessPlayOptions(), "chess", tmp_path) == ChessPlayOptions()
    named = replace(human, games="mine.sqlite")
    assert kept_by_itself(named, "chess", tmp_path) is named
    assert kept_by_itself(PASSING.options, "passing", tmp_path) is PASSING.options


def test_where_no_file_can_be_made_the_game_begins_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file", "utf-8")
    human = ChessPlayOptions(black="human")
    assert kept_by_itself(human, "chess", tmp_path / "folder") is human


def test_a_kept_game_is_offered_in_words_and_goes_on_where_it_was(tmp_path: Path) -> None:
    store = GameStore(file_of("chess", tmp_path), CHESS_GAME)
    played = ChessRecord(moves=(chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")))
    store.begin(played, Lineup(white="engine", black="human", level=3).as_text())
    store.begin(ChessRecord(), Lineup(black="human").as_text())  # nothing was played
    store.begin(played, Lineup(white="engine", black="person").as_text())  # nobody plays
    (offered,) = unfinished(WORDS, tmp_path)
    assert offered.words == "you play black against the robot, level 3; 2 moves played"
    ordered = OrderedGame.of(offered.options(ChessPlayOptions()), CHESS_GAME)
    assert ordered.record == played
    assert (ordered.lineup.black, ordered.lineup.level) == ("human", 3)
    offered.forget()
    assert unfinished(WORDS, tmp_path) == []
