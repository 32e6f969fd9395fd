"""The command as a whole: help, exit codes, and that it starts quickly because it imports little."""

import subprocess
import sys

import click
import pytest

import ludens
from ludens.cli import EXIT_NO
from ludens.cli import main as main_module
from ludens.cli.main import COMMANDS, command, main
from ludens.core.errors import LudensError


def exit_code(*arguments: str) -> int:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    code = raised.value.code
    return 0 if code is None else int(code)


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("--help") == 0
    shown = " ".join(capsys.readouterr().out.split())
    for name, lazy in COMMANDS.items():
        assert f"{name} {lazy.summary}" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(name, "--help") == 0
    usage, _, explanation = capsys.readouterr().out.partition("\n\n")
    assert usage.startswith(f"Usage: ludens {name}")
    assert explanation[2].isupper(), "the help begins with a sentence"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_the_start_imports_nothing_heavy(arguments: list[str]) -> None:
    program = f"""
import sys
from ludens.cli.main import main
try:
    main({arguments})
except SystemExit as end:
    assert end.code == 0, end.code
heavy = {{"numpy", "mujoco", "nicegui", "cv2", "numba", "matplotlib", "ray", "msgspec", "rich", "asyncio"}}
sys.exit(f"imported: {{sorted(heavy & set(sys.modules))}}" if heavy & set(sys.modules) else 0)
"""
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("--version") == 0
    assert capsys.readouterr().out == f"ludens {ludens.__version__}\n"


def test_an_unknown_command_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("docto") == 2
    assert "There is no command 'docto'; did you mean 'doctor'?" in capsys.readouterr().err


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """A command `fail` that raises what stands in this list."""
    errors: list[BaseException] = []

    @click.command
    def fail() -> None:
        raise errors[0]

    failing_group = click.Group("ludens", commands={"fail": fail}, params=command.params)
    monkeypatch.setattr(main_module, "command", failing_group)
    return errors


def test_an_error_of_ours_is_a_sentence_and_code_2(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(LudensError("There is no such robot."))
    assert exit_code("fail") == 2
    assert capsys.readouterr() == ("", "ludens: There is no such robot.\n")


def test_an_error_that_quotes_something_without_end_is_cut(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(LudensError("9" * 100_000))
    assert exit_code("fail") == 2
    assert len(capsys.readouterr().err) < 3000


def test_debug_shows_where_the_error_came_from(failing: list[BaseException]) -> None:
    failing.append(LudensError("There is no such robot."))
    with pytest.raises(LudensError):
        main(["--debug", "fail"])


def test_ctrl_c_says_stopped_and_code_130(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(KeyboardInterrupt())
    assert exit_code("fail") == 130
    assert capsys.readouterr().err.strip() == "ludens: stopped."


def test_a_bug_is_not_hidden(failing: list[BaseException]) -> None:
    failing.append(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        main(["fail"])


def test_a_game_that_cannot_start_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    """A script that goes on after `ludens play --headless` must be able to tell."""
    assert exit_code("play", "passing", "--headless", "--noise", "nonsense") == EXIT_NO
    assert "There is no noise called 'nonsense'" in capsys.readouterr().out
