"""Ludens on a robot elsewhere, with an ssh and an rsync that do everything in a folder of this computer."""

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.cli.nao.robot import Host, deploy, logs, start, stop
from ludens.core.errors import LudensError

SSH = """#!/bin/sh
echo "$@" >> {log}
while [ "$1" = "-o" ]; do shift 2; done
[ "$1" = "nao@away" ] && {{ echo "ssh: connect to host away port 22: No route to host" >&2; exit 255; }}
shift
cd {home} && exec sh -c "$*"
"""
RSYNC = """#!/bin/sh
echo "rsync $@" >> {log}
for word; do source="$target"; target="$word"; done
case "$source" in
  nao@*) cp -r {home}/"${{source#*:}}". "$target";;
  *) touch {home}/"${{target#*:}}"copied;;
esac
"""
PROGRAM = """#!/bin/sh
echo "asked: $*"
[ "$5" = "--record" ] || exit 1
case "$*" in *--broken*) echo "Nobody offers LoLA"; exit 2;; esac
mkdir -p recordings; echo run > recordings/nao-1.mcap
trap 'echo bye; exit 0' TERM
while :; do sleep 0.1; done
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The robot's home folder."""
    home, tools = tmp_path / "home", tmp_path / "tools"
    home.mkdir()
    tools.mkdir()
    for name, text in (("ssh", SSH), ("rsync", RSYNC)):
        write_program(tools / name, text.format(log=tmp_path / "log", home=home))
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return home


def write_program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def ran(command: object, *words: str) -> Result:
    result = CliRunner().invoke(command, words)  # type: ignore[arg-type]
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_what_is_deployed_starts_ends_and_leaves_its_recordings(home: Path, tmp_path: Path):
    assert "Copied" in ran(deploy, "nao@robot", "--no-install").output
    assert (home / "ludens/copied").is_file()
    assert "--exclude=.venv" in (tmp_path / "log").read_text()
    write_program(home / "ludens/.venv/bin/ludens", PROGRAM)
    try:
        assert "ssh -N -L 8080:127.0.0.1:8080 nao@robot" in ran(start, "nao@robot", "--cameras").output
        with pytest.raises(LudensError, match="runs on nao@robot already"):
            ran(start, "nao@robot")
    finally:
        assert ran(stop, "nao@robot").output == "Ended on nao@robot.\n"
    assert ran(stop, "nao@robot").output == "Nothing of ours runs on nao@robot.\n"
    fetched = ran(logs, "nao@robot")
    assert "1 recordings in recordings/robot" in fetched.output
    assert "asked: play nao --driver lola --record --port 8080 --cameras\nbye" in fetched.output
    assert (tmp_path / "recordings/robot/nao-1.mcap").read_text() == "run\n"


def test_a_program_that_does_not_start_says_why(home: Path):
    write_program(home / "ludens/.venv/bin/ludens", PROGRAM)
    with pytest.raises(LudensError, match="failed with code 3: Nobody offers LoLA"):
        ran(start, "nao@robot", "--broken")


def test_a_robot_that_does_not_answer_is_told_with_what_to_do(home: Path):
    for command in (deploy, start, stop, logs):
        with pytest.raises(LudensError, match=r"nao@away does not answer.*No route to host.*switched on"):
            ran(command, "nao@away")


def test_missing_programs_and_odd_addresses_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LudensError, match=r"ssh is not installed.*apt-get install openssh-client"):
        Host("nao@robot").run("true")
    for address in ("", "-oProxyCommand=x", "two words"):
        with pytest.raises(LudensError, match="no address of a robot"):
            Host(address)
