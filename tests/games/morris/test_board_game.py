"""Morris at a table: what options, records, messages and files of any age mean."""

import sqlite3
from pathlib import Path

import pytest

from ludens.cli.main import main
from ludens.core.errors import LudensError
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import MORRIS, TWO, order_of, setup_for
from ludens.games.morris.rules import (
    GameRecord,
    fen_of,
    new_game,
    position_from_fen,
    record_from_texts,
    start_position,
)
from ludens.messages.morris_game import MorrisGame
from ludens.table.game_log import GameLogger
from ludens.table.kept_games import SCHEMA, GameStore, game_to_resume
from ludens.table.lineup import Lineup, OrderedGame
from ludens.table.terminal_table import TerminalSettings
from tests.games.morris.random_games import random_game
from tests.games.morris.samples import position

START = fen_of(start_position())
STANDING = "*****@**/**@*@OO@/O*O****O w m s 5 0 4 0"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def keep(path: Path, lineup: Lineup, *turns: str) -> None:
    """Leave a game in a file, as it is left at the table."""
    record = record_from_texts(START, turns)
    message = MorrisGame(
        time_s=0.0,
        start=START,
        turns=turns,
        position=fen_of(record.position),
        turn=record.side_to_move.value,
        robot=("white",),
    )
    GameLogger(path, MORRIS_GAME, lineup.as_text()).hear(message)


def ordered(**options) -> OrderedGame[GameRecord]:
    return OrderedGame.of(MorrisPlayOptions(**options), MORRIS_GAME)


def test_a_game_comes_back_as_it_was_left_also_after_turns_were_taken_back(path: Path):
    store, record = GameStore(path, MORRIS_GAME), random_game(1, 20)
    number = store.begin(record, {"level": "3"})
    for changed in (record.undo(), record.undo(5), record.undo(5).play(record.undo(5).legal_turns()[0])):
        store.keep(number, changed)
        assert GameStore(path, MORRIS_GAME).load(number).record == changed


def test_a_start_other_than_the_empty_board_is_kept(path: Path):
    record = new_game(start=position("a7 d6 f2", "g7 g1 c3"), turns_without_mill=7)
    store = GameStore(path, MORRIS_GAME)
    assert store.load(store.begin(record, {})).record == record


@pytest.mark.parametrize(
    ("options", "robot", "level", "setup"),
    [
        ({}, ("white",), "8", MORRIS),
        ({"black": "engine"}, ("black",), "8", MORRIS),
        ({"white": "human", "level": 3}, ("black",), "3", MORRIS),
        ({"white": "person", "black": "person", "level": 0}, (), "0", MORRIS),  # a referee
        ({"white": "human", "black": "person"}, (), "8", MORRIS),
        ({"white": "text"}, ("white",), "director", MORRIS),
        ({"white": "engine", "black": "engine"}, ("white", "black"), "8", TWO),
        ({"white": "text", "black": "text"}, ("white", "black"), "director", TWO),
    ],
)
def test_who_plays_is_what_the_robot_does(options, robot, level, setup):
    order = order_of(ordered(**options), MorrisPlayOptions(**options))
    assert (order.robot, order.level) == (robot, level)
    assert setup_for(MorrisPlayOptions(**options)) == setup.name


@pytest.mark.parametrize(
    ("lineup", "setup"),
    [
        (Lineup("engine", "person", 8), MORRIS),
        (Lineup("engine", "human", 8), MORRIS),
        (Lineup("engine", "engine", 8), TWO),
    ],
)
def test_a_kept_game_goes_on_against_whom_it_was_begun(path: Path, lineup, setup):
    keep(path, lineup, "a1")
    assert ordered(games=str(path), resume=True).lineup == lineup
    assert setup_for(MorrisPlayOptions(games=str(path), resume=True)) == setup.name


def test_a_second_robot_may_take_over_and_counts_from_then_on(path: Path):
    keep(path, Lineup("engine", "human", 8), "a1")
    game = ordered(games=str(path), resume=True, black="engine")
    assert game.lineup == Lineup("engine", "engine", 8)
    logger = game.logger(MORRIS_GAME)
    assert logger is not None
    logger.hear(
        MorrisGame(time_s=0.0, start=START, turns=("a1",), position="", turn="black", robot=("white",))
    )
    assert game_to_resume(path, MORRIS_GAME).settings["black"] == "engine"


def test_nobody_changes_sides_in_the_middle_of_a_game(path: Path):
    keep(path, Lineup("person", "engine", 8), "a1")
    with pytest.raises(LudensError, match="black is 'engine': leave out --black person"):
        ordered(games=str(path), resume=True, black="person")


def test_of_two_robots_not_only_one_is_told_its_turns():
    with pytest.raises(LudensError, match="say text twice"):
        setup_for(MorrisPlayOptions(white="text", black="engine"))


def test_men_that_stand_are_looked_at_and_a_new_game_is_empty():
    assert ordered(fen=STANDING).record.start == position_from_fen(STANDING)
    assert order_of(ordered(fen=STANDING), MorrisPlayOptions(fen=STANDING)).from_board
    assert order_of(ordered(), MorrisPlayOptions()).start == START


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("nonsense", "The position cannot be read. A position has at least 8 fields"),
        ("OOOOOOOO/OO******/******** w p p 10 0 0 9", "White has 10 men"),
        (STANDING.replace(" s ", " r "), "lies inside a turn"),
    ],
)
def test_a_position_that_cannot_be_is_a_sentence_before_anything_begins(fen, sentence):
    with pytest.raises(LudensError, match=sentence):
        setup_for(MorrisPlayOptions(fen=fen))


def test_nonsense_on_the_command_line_is_a_sentence_and_no_success(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", "morris", "--headless", "--fen", "nonsense"])
    assert ended.value.code != 0
    shown = capsys.readouterr()
    assert "The position cannot be read." in shown.err
    assert "Traceback" not in shown.err + shown.out


def test_an_option_of_the_past_is_not_known(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", "morris", "--headless", "--plays", "black"])
    assert ended.value.code == 2
    assert "No such option '--plays'" in capsys.readouterr().err


def write_old_file(path: Path, settings: str, *turns: str) -> None:
    """As the first version of the program wrote it."""
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO games (start, settings) VALUES (?, ?)", (START, settings))
    connection.executemany("INSERT INTO turns VALUES (1, ?, ?)", list(enumerate(turns)))
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("settings", "lineup"),
    [
        ('{"robot": "black", "level": "3", "opponent": "human"}', Lineup("human", "engine", 3)),
        ('{"robot": "black"}', Lineup("person", "engine", 8)),
        ('{"robot": "", "level": "3", "opponent": "person"}', Lineup("person", "person", 3)),
        ('{"robot": "white", "level": "8", "opponent": "robot"}', Lineup("engine", "engine", 8)),
        ('{"side": "white", "level": "adaptive", "director": "no"}', Lineup("human", "engine", 8)),
    ],
)
def test_a_game_of_an_older_file_goes_on_as_it_was_played(path: Path, settings: str, lineup: Lineup):
    write_old_file(path, settings, "a1", "d1")
    game = ordered(games=str(path), resume=True)
    assert game.lineup == lineup
    assert game.record == record_from_texts(START, ("a1", "d1"))


@pytest.mark.parametrize(
    ("settings", "persons"),
    [
        ('{"side": "black", "level": "3", "engine": "", "director": "no", "seed": "5"}', ("black",)),
        ('{"side": "white", "level": "3", "engine": "", "director": "yes", "seed": "5"}', ("white", "black")),
        ('{"robot": "white", "level": "3", "opponent": "human", "seed": "5"}', ("black",)),
    ],
)
def test_a_game_of_an_older_file_goes_on_in_the_terminal_with_the_same_sides(path: Path, settings, persons):
    write_old_file(path, settings, "a1")
    kept = game_to_resume(path, MORRIS_GAME)
    now = TerminalSettings.kept(kept.settings, usual_level="adaptive")
    assert (now.persons, now.level, now.seed) == (persons, "3", 5)
