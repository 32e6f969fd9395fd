"""`ludens chess play` and `analyse`, as typed."""

import json
from pathlib import Path

from click.testing import CliRunner

from ludens.cli.main import command

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"


def ludens(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(command, ["chess", *arguments], input=typed)
    return result.exit_code, result.output + str(result.exception or "")


def test_a_game_is_played_left_and_continued(tmp_path: Path):
    file = str(tmp_path / "games.sqlite")
    code, shown = ludens("play", "--level", "child", "--games", file, "--fen", MATE, typed="Rd7\nquit\n")
    assert code == 0
    assert "black plays" in shown
    code, shown = ludens("play", "--resume", "--games", file, typed="hint\n")
    assert code == 0
    assert "1. Rd7" in shown


def test_a_game_is_played_in_words_asked_about_and_given_up(tmp_path: Path):
    file = str(tmp_path / "games.sqlite")
    words = ("knight to d2", "the one on b1", "bishop to a6", "who is winning?", "i resign", "yes", "quit")
    start = "rnbqkbnr/pppppppp/8/8/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3"
    code, shown = ludens(
        "play", "--white", "text", "--black", "text", "--fen", start, "--games", file, typed="\n".join(words)
    )
    assert code == 0
    assert "Which one: the one on b1 or the one on f3?" in shown
    assert "3. Nbd2" in shown
    assert "cannot go to a6: the pawn on b7 is in the way." in shown
    assert "Do you really want to resign?" in shown
    assert "White wins by resignation." in shown


def test_what_cannot_be_played_is_said(tmp_path: Path):
    file = ("--games", str(tmp_path / "games.sqlite"))
    code, shown = ludens("play", "--resume", *file)
    assert code != 0
    assert "no unfinished game" in shown
    code, shown = ludens("play", "--fen", "8/8/8/8/8/8/8/4K3 w - - 0 1", *file)
    assert code != 0
    assert "black has no king" in shown
    code, shown = ludens("play", "--resume", "--fen", MATE, *file)
    assert "choose one" in shown


def test_analysis_as_a_table_and_as_values():
    code, shown = ludens("analyse", MATE, "--time", "0.1")
    assert code == 0
    assert "Try Rd8#: it mates at once." in shown
    code, shown = ludens("analyse", MATE, "--time", "0.1", "--best", "1", "--json")
    told = json.loads(shown)
    assert told["moves"][0]["uci"] == "d1d8"
    assert told["moves"][0]["mate_in"] == 1
    code, shown = ludens("analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert "Draw by stalemate." in shown
