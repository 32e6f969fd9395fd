"""Who plays whom, how well and from where, in games that are new or go on."""

from pathlib import Path
from typing import Any

import pytest

from ludens.core.errors import LudensError
from ludens.table.game_log import GameLogger
from ludens.table.kept_games import game_to_resume
from ludens.table.lineup import Lineup, OrderedGame, TablePlayOptions
from tests.table.nim import NIM, NimGame, NimRecord


def chosen(options: dict[str, Any], kept: dict[str, str] | None = None) -> Lineup:
    return Lineup.chosen(TablePlayOptions(**options), NIM, kept)


@pytest.mark.parametrize(
    ("options", "kept", "lineup"),
    [
        ({}, None, Lineup("engine", "person", 3)),
        ({"white": "text", "level": 0}, None, Lineup("text", "person", 0)),
        ({"black": "engine"}, None, Lineup("person", "engine", 3)),
        ({"white": "human"}, None, Lineup("human", "engine", 3)),
        ({"white": "engine", "black": "engine"}, None, Lineup("engine", "engine", 3)),
        (
            {},
            {"white": "text", "black": "engine", "level": "2", "language": "de"},
            Lineup("text", "engine", 2, "de"),
        ),
        (
            {"white": "person", "level": 9, "language": "en"},
            {"white": "human", "black": "engine", "level": "2", "language": "de"},
            Lineup("person", "engine", 9, "en"),
        ),
        # A game that was begun in the terminal, against a level that is no number.
        (
            {},
            {"white": "engine", "black": "text", "level": "adaptive", "at": "terminal"},
            Lineup("engine", "human", 3),
        ),
        # Robots may take over both sides.
        ({"black": "engine"}, {"white": "engine", "black": "person"}, Lineup("engine", "engine", 3)),
        ({}, {"white": "nobody"}, Lineup("engine", "person", 3)),
    ],
)
def test_what_is_said_counts_and_then_what_was_kept(options, kept, lineup):
    assert chosen(options, kept) == lineup


def test_nobody_changes_sides_in_the_middle_of_a_game():
    with pytest.raises(LudensError, match="white is 'person': leave out --white engine"):
        chosen({"white": "engine"}, {"white": "person", "black": "person"})


def test_the_sides_of_players_are_found():
    lineup = Lineup("engine", "text")
    assert lineup.colours("text", "human") == ("black",)
    assert lineup.colours("person") == ()
    assert lineup.player("white") == "engine"


def test_a_position_begins_there_and_a_kept_game_goes_on(tmp_path: Path):
    games = tmp_path / "games.sqlite"
    begun = OrderedGame.of(TablePlayOptions(fen="7", games=str(games), black="text", level=2), NIM)
    assert begun.record == NimRecord(7)
    logger = begun.logger(NIM)
    assert isinstance(logger, GameLogger)
    logger.hear(NimGame(time_s=0.0, start=7, taken=(2,)))

    going_on = OrderedGame.of(TablePlayOptions(games=str(games), resume=True), NIM)
    assert going_on.record == NimRecord(7, (2,))
    assert going_on.lineup == Lineup("person", "text", 2)
    assert going_on.kept is not None

    other = OrderedGame.of(TablePlayOptions(games=str(games), resume=True, level=9), NIM).logger(NIM)
    assert other is not None
    other.hear(NimGame(time_s=0.0, start=7, taken=(2, 1)))
    assert game_to_resume(games, NIM).settings["level"] == "9"
    assert OrderedGame.of(TablePlayOptions(), NIM).logger(NIM) is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fen": "nonsense"}, "The position cannot be read. 'nonsense' is no number"),
        ({"resume": True}, "Say which file the game is in: --games FILE --resume"),
        ({"resume": True, "games": "nowhere.sqlite"}, "There is no file of games"),
        ({"resume": True, "games": "nowhere.sqlite", "fen": "5"}, "leave out --fen"),
    ],
)
def test_what_cannot_be_played_is_a_sentence_before_anything_begins(options, sentence):
    with pytest.raises(LudensError, match=sentence):
        OrderedGame.of(TablePlayOptions(**options), NIM)
