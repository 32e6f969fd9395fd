"""Chess at a table: what its records, its messages and files of any age mean."""

import sqlite3
from pathlib import Path

import chess
import pytest

from ludens.games.chess.board_game import CHESS_GAME, kept_configuration
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.play import order_of
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.places import OFF, on_square
from ludens.games.chess.rules.record import ChessRecord
from ludens.table.game_log import GameLogger
from ludens.table.kept_games import SCHEMA, GameStore, game_to_resume
from ludens.table.lineup import Lineup, OrderedGame
from ludens.table.terminal_table import TerminalSettings

SETTINGS = {"white": "engine", "black": "person"}
PAWN_ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def played(*moves: str, start: str = chess.STARTING_FEN) -> ChessRecord:
    return ChessRecord(start, tuple(map(chess.Move.from_uci, moves)))


def test_a_game_comes_back_as_it_was_left_also_when_its_players_ended_it(path: Path):
    store, record = GameStore(path, CHESS_GAME), played("e2e4", "e7e5", "g1f3", "b8c6")
    number = store.begin(record, {"level": "3"})
    other_way = record.back(2).play(chess.Move.from_uci("f1c4"))
    for changed in (record.back(), other_way, other_way.close(Ending(chess.BLACK, Close.RESIGNATION))):
        store.keep(number, changed)
        kept = GameStore(path, CHESS_GAME).load(number)
        assert kept.record == changed
        assert kept.settings == {"level": "3"}
    assert store.last_unfinished() is None


def test_a_start_other_than_the_usual_one_is_kept(path: Path):
    record = ChessRecord("4k3/P7/8/8/8/8/8/4K3 w - - 3 40")
    kept = GameStore(path, CHESS_GAME).load(GameStore(path, CHESS_GAME).begin(record, {}))
    assert kept.record == record
    assert kept_configuration(kept.own) is None


def test_a_game_that_was_broken_off_in_the_middle_of_a_move_is_kept_with_that_move(path: Path):
    logger = GameLogger(path, CHESS_GAME, SETTINGS)
    logger.hear(PlayedGame().message(0.0))
    decided, _ = PlayedGame().planned(chess.Move.from_uci("e2e4"))
    logger.hear(decided.message(1.0))  # the arm has only begun, and then the program is killed

    kept = game_to_resume(path, CHESS_GAME)
    assert kept.record == played("e2e4")
    assert kept_configuration(kept.own) == home().moved(19, on_square(chess.E4))


def test_a_new_game_after_a_resignation_or_from_another_position_is_another(path: Path):
    logger = GameLogger(path, CHESS_GAME, SETTINGS)
    begun, _ = PlayedGame().planned(chess.Move.from_uci("e2e4"))
    for game in (
        begun,
        begun.closed(chess.BLACK, Close.RESIGNATION),
        PlayedGame(ChessRecord(PAWN_ENDING), begun_s=1.0),
        PlayedGame(begun_s=2.0),
        PlayedGame(begun_s=2.0).planned(chess.Move.from_uci("g1f3"))[0],
    ):
        logger.hear(game.message(game.begun_s))
    store = GameStore(path, CHESS_GAME)
    ending = store.load(1).record.ending
    assert ending is not None
    assert ending.result == "0-1"
    assert store.load(2).record == ChessRecord(PAWN_ENDING)
    assert (game_to_resume(path, CHESS_GAME).number, store.load(3).record) == (3, played("g1f3"))


def test_a_game_that_is_taken_back_to_its_start_stays_the_same_game_and_a_new_one_is_another(path: Path):
    logger = GameLogger(path, CHESS_GAME, SETTINGS)
    begun, _ = PlayedGame(white="words").planned(chess.Move.from_uci("g1f3"))
    for game in (PlayedGame(white="words"), begun, begun.taken_back(), begun):
        logger.hear(game.message(0.0))
    assert game_to_resume(path, CHESS_GAME).number == 1
    logger.hear(PlayedGame(begun_s=9.0).message(9.0))
    assert game_to_resume(path, CHESS_GAME).number == 2


OLD_GAMES = [
    (
        '{"white": "text", "black": "engine", "level": "2", "language": "de"}',
        Lineup("text", "engine", 2, "de"),
    ),
    ('{"white": "words", "black": "hand"}', Lineup("text", "person", 5)),
    ('{"person": "black", "level": "3", "engine": "", "seed": "0"}', Lineup("engine", "text", 3)),
]


def write_old_file(path: Path, settings: str, *, start: str, turns: tuple[str, ...]) -> None:
    """As the first version of the program wrote it."""
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO games (start, settings) VALUES (?, ?)", (start, settings))
    connection.executemany("INSERT INTO turns VALUES (1, ?, ?)", list(enumerate(turns)))
    connection.commit()
    connection.close()


@pytest.mark.parametrize(("settings", "lineup"), OLD_GAMES)
def test_a_game_of_an_older_file_goes_on_as_it_was_played(path: Path, settings: str, lineup: Lineup):
    write_old_file(path, settings, start=chess.STARTING_FEN, turns=("e2e4", "e7e5"))
    game = OrderedGame.of(ChessPlayOptions(games=str(path), resume=True), CHESS_GAME)
    assert (game.lineup, game.record) == (lineup, played("e2e4", "e7e5"))


@pytest.mark.parametrize(
    ("person", "sides"),
    [("white", ("white",)), ("black", ("black",)), ("both", ("white", "black")), ("none", ())],
)
def test_a_game_of_an_older_terminal_goes_on_there_with_the_same_sides(path: Path, person, sides):
    write_old_file(
        path, f'{{"person": "{person}", "level": "7", "seed": "4"}}', start=chess.STARTING_FEN, turns=()
    )
    kept = game_to_resume(path, CHESS_GAME)
    settings = TerminalSettings.kept(kept.settings, usual_level="5")
    assert (settings.persons, settings.level, settings.seed) == (sides, "7", 4)


def test_an_older_file_tells_where_the_pieces_stood_and_how_a_game_was_closed(path: Path):
    places = str([place.number for place in home().moved(4, OFF).places])
    settings = (
        f'{{"white": "text", "black": "engine", "configuration": "{places}", "closed": "1/2-1/2 agreement"}}'
    )
    write_old_file(path, settings, start=chess.STARTING_FEN, turns=("e2e4",))
    kept = GameStore(path, CHESS_GAME).load(1)
    assert kept_configuration(kept.own) == home().moved(4, OFF)
    assert kept.record.closed == Ending(None, Close.AGREEMENT)
    assert kept.settings == {"white": "text", "black": "engine"}


def test_the_robot_is_told_the_kept_game_with_the_places_of_its_pieces(path: Path):
    begun = ChessPlayOptions(white="text", black="engine", level=2, language="de", games=str(path))
    game = OrderedGame.of(begun, CHESS_GAME)
    logger = game.logger(CHESS_GAME)
    assert logger is not None
    logger.hear(PlayedGame.ordered(order_of(game)).planned(chess.Move.from_uci("e2e4"))[0].message(0.0))

    order = order_of(OrderedGame.of(ChessPlayOptions(games=str(path), resume=True), CHESS_GAME))

    assert (order.white, order.black, order.level, order.language) == ("words", "engine", 2, "de")
    assert order.moves == ("e2e4",)
    assert order.places == tuple(place.number for place in home().moved(19, on_square(chess.E4)).places)
