"""What the command line means: new games, positions, kept games, and nonsense as a sentence."""

from pathlib import Path

import pytest

from ludens.cli.main import main
from ludens.core.errors import LudensError
from ludens.games.morris.keeping import GameWriter, last_game
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.ordered import OrderedGame
from ludens.games.morris.play import MORRIS, TWO, setup_for
from ludens.games.morris.rules import fen_of, position_from_fen, record_from_texts, start_position
from ludens.messages.morris_game import MorrisGame

START = fen_of(start_position())
STANDING = "*****@**/**@*@OO@/O*O****O w m s 5 0 4 0"


def keep(path: Path, *turns: str, opponent: str) -> None:
    """Leave a game in a file, as a robot that plays white does."""
    record = record_from_texts(START, turns)
    message = MorrisGame(
        time_s=0.0,
        start=START,
        turns=turns,
        position=fen_of(record.position),
        turn=record.side_to_move.value,
        robot=("white",),
    )
    GameWriter(path, level="8", opponent=opponent).hear(message)


@pytest.mark.parametrize(
    ("opponent", "setup"), [("person", MORRIS.name), ("human", MORRIS.name), ("robot", TWO.name)]
)
def test_a_kept_game_goes_on_against_whom_it_was_begun(tmp_path, opponent, setup):
    path = tmp_path / "games.sqlite"
    keep(path, "a1", opponent=opponent)
    options = MorrisPlayOptions(games=str(path), resume=True)
    assert OrderedGame.by(options).seat.opponent == opponent
    assert setup_for(options) == setup


def test_another_opponent_counts_from_then_on(tmp_path):
    path = tmp_path / "games.sqlite"
    keep(path, "a1", opponent="human")
    game = OrderedGame.by(MorrisPlayOptions(games=str(path), resume=True, opponent="robot"))
    assert game.seat.opponent == "robot"
    assert game.kept is not None
    writer = game.writer()
    assert writer is not None
    told = MorrisGame(time_s=0.0, start=START, turns=("a1",), position="", turn="black", robot=("white",))
    writer.hear(told)
    assert last_game(path).settings["opponent"] == "robot"


def test_men_that_stand_are_looked_at_and_a_new_game_is_empty():
    standing = MorrisPlayOptions(position=STANDING)
    assert OrderedGame.by(standing).record.start == position_from_fen(STANDING)
    assert OrderedGame.by(standing).order(standing).from_board
    assert OrderedGame.by(MorrisPlayOptions()).order(MorrisPlayOptions()).start == START


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"position": "nonsense"}, "The position cannot be read. A position has at least 8 fields"),
        ({"position": "OOOOOOOO/OO******/******** w p p 10 0 0 9"}, "White has 10 men"),
        ({"position": STANDING.replace(" s ", " r ")}, "The position lies inside a turn"),
        ({"resume": True}, "Say which file the game is in"),
        ({"resume": True, "games": "nowhere.sqlite"}, "There is no file of games"),
        ({"resume": True, "games": "nowhere.sqlite", "position": STANDING}, "leave out --position"),
    ],
)
def test_what_cannot_be_played_is_a_sentence_before_anything_begins(options, sentence):
    with pytest.raises(LudensError, match=sentence):
        setup_for(MorrisPlayOptions(**options))


def test_nonsense_on_the_command_line_is_a_sentence_and_no_success(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", "morris", "--headless", "--position", "nonsense"])
    assert ended.value.code != 0
    shown = capsys.readouterr()
    assert "The position cannot be read." in shown.err
    assert "Traceback" not in shown.err + shown.out
