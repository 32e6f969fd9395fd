"""`ludens morris` as a person meets it: played, interrupted, killed, gone on with, and asked nonsense."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from ludens.cli.main import main
from ludens.cli.morris import COMMANDS
from ludens.cli.morris.analyse import command as analyse
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.rules import POINTS, Side
from ludens.table.kept_games import GameStore

PROGRAM = [sys.executable, "-m", "ludens.cli.main", "morris"]
POSITION = "****O***/**@*****/******O* b p p 2 7 1 8"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


class Played(NamedTuple):
    code: int
    shown: str
    errors: str


class Keyboard:
    """Types a text into the program, then ends the input."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
    ) -> None:
        self._monkeypatch, self._capsys, self._file = monkeypatch, capsys, file

    def __call__(self, text: str, *options: str) -> Played:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        with pytest.raises(SystemExit) as end:
            main(["morris", "play", "--games", str(self._file), "--no-endings", *options])
        shown = self._capsys.readouterr()
        return Played(int(end.value.code or 0), shown.out, shown.err)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> Keyboard:
    return Keyboard(monkeypatch, capsys, file)


def turns(file: Path) -> int:
    kept = GameStore(file, MORRIS_GAME).last_unfinished()
    return 0 if kept is None else len(kept.record.turns)


def test_a_game_goes_on_where_it_was_left(play: Keyboard, file: Path):
    first = play("d6\n", "--level", "1")
    assert (first.code, first.errors) == (0, "")
    assert "● black plays" in first.shown
    assert turns(file) == 2
    second = play("undo\n", "--resume")
    assert "level 1 (pupil)" in second.shown
    assert turns(file) == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_program_every_turn_played_is_kept(file: Path, how: signal.Signals):
    command = [*PROGRAM, "play", "--games", str(file), "--no-endings", "--level", "1"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("d6\n")
        child.stdin.flush()
        while "turn 3" not in child.stdout.readline():
            assert child.poll() is None
        os.kill(child.pid, how)
        _, error = child.communicate(timeout=60)
    assert "Traceback" not in error
    assert turns(file) == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--level", "high"], "There is no level 'high'"),
        (["--resume"], "There is no unfinished game"),
        (["--fen", "nonsense"], "The position cannot be read."),
        (["--resume", "--fen", POSITION], "choose one"),
        (["--engine", "/no/such/engine"], "There is no engine"),
        (["--engine", "'unclosed"], "cannot be read"),
        (["--tables", "/no/such/folder"], "There is no folder"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(play: Keyboard, options: list[str], says: str):
    outcome = play("", *options)
    assert outcome.code == 2
    assert says in " ".join(outcome.errors.split())


def test_a_game_may_begin_anywhere_and_with_the_person_as_black(play: Keyboard, file: Path):
    play("", "--fen", "***O***O/@*******/O***O*@@ w m s 4 0 3 0", "--black", "text", "--level", "2")
    kept = GameStore(file, MORRIS_GAME).last_unfinished()
    assert kept is not None
    assert kept.record.start.white.bit_count() == 4
    assert kept.record.side_to_move is Side.BLACK


def test_an_analysis_lists_the_best_turns():
    shown = CliRunner().invoke(analyse, [POSITION, "--best", "3", "--time", "0.1"])
    assert shown.exit_code == 0, shown.output
    assert "The best turns of black" in shown.output
    assert len([line for line in shown.output.splitlines() if line.startswith("│")]) >= 3


def test_an_analysis_for_programs_is_one_object():
    shown = CliRunner().invoke(analyse, [POSITION, "--best", "3", "--time", "0.1", "--json"])
    told = json.loads(shown.output)
    assert told["over"] is None
    assert len(told["turns"]) == 3
    for turn in told["turns"]:
        assert turn["turn"].split("x")[0] in POINTS
        assert (turn["result"] is None) != (turn["score_men"] is None)


def test_an_analysis_of_the_end_says_who_won():
    shown = CliRunner().invoke(analyse, ["********/********/OOO***@@ b m s 3 0 2 0"])
    assert "White wins" in shown.output


@pytest.mark.parametrize(
    "fen", ["", "nonsense", POSITION.replace(" b ", " x "), POSITION.replace("2 7", "3 6")]
)
def test_a_position_that_cannot_be_is_a_sentence(fen: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(["morris", "analyse", fen])
    assert end.value.code == 2
    assert "The position cannot be read." in capsys.readouterr().err


def test_the_group_imports_nothing_heavy_and_lists_every_command():
    program = (
        "import sys\nfrom ludens.cli.main import main\n"
        "try:\n    main(['morris', '--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit(str({'numpy', 'numba', 'rich', 'msgspec'} & set(sys.modules)))"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert outcome.stderr.strip() == "set()"
    for name in COMMANDS:
        assert f"  {name} " in outcome.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_group_explains_itself(name: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(["morris", name, "--help"])
    assert end.value.code in (0, None)
    assert capsys.readouterr().out.startswith(f"Usage: ludens morris {name}")
