"""Recordings made with a setup of the user's own file: replayed and watched when the file is named again."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.cli.launching import open_replay
from ludens.cli.main import main
from ludens.core.errors import LudensError
from ludens.core.runtime.game import find_setup
from ludens.games.passing.play import GAME
from ludens.studio.recordings import Replay

OWN = '''

from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.games.passing.play import GAME
from ludens.messages import Message, Odometry


class Haste(Message):
    """A message that only this file knows."""

    speed_mps: float


class Speedometer(Module[NoParameters]):
    """Tells how fast the robot drives."""

    def cycle(self, odometry: Odometry) -> Haste:
        return Haste(time_s=odometry.time_s, speed_mps=abs(odometry.forward_mps))


OWN = GAME.setup("passing-truth").named("own-truth").adding("body", Node(Speedometer))
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A setup file `own.py`, and the recording `own.mcap` of it."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    outcome = ludens(
        "record", "--setup", f"{folder}/own.py:OWN", "--duration", "0.4", "--out", f"{folder}/own.mcap"
    )
    assert outcome.returncode == 0, outcome.stderr
    return folder


def ludens(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """In a process of its own, which knows nothing of the file before."""
    return subprocess.run(
        [sys.executable, "-m", "ludens.cli.main", *arguments], capture_output=True, text=True, check=False
    )


def modules_of(replay: Replay) -> set[str]:
    try:
        return {node.path for plan in replay.launch.setup.cyclers for node in plan.nodes}
    finally:
        replay.close()


@pytest.mark.parametrize("command", ["replay", "watch"])
def test_without_the_file_a_sentence_says_what_is_missing(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, str(folder / "own.mcap")])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "ludens: The recording was made with the setup 'own-truth', which game 'passing' does not have; "
        f"it has: {', '.join(GAME.setups)}. Name the file it stands in: --setup FILE.py:NAME.\n"
    )


def test_with_the_file_a_replay_shows_no_difference_also_in_messages_of_that_file(folder: Path) -> None:
    outcome = ludens("replay", f"{folder}/own.mcap", "--compare", "--setup", f"{folder}/own.py:OWN")
    assert (outcome.returncode, outcome.stderr.strip()) == (0, "")
    assert "No difference" in outcome.stdout


def test_with_the_file_the_studio_shows_it_and_says_so_where_no_browser_can_be_opened(folder: Path) -> None:
    arguments = ["watch", f"{folder}/own.mcap", "--setup", f"{folder}/own.py:OWN", "--port", "0", "--open"]
    graphical = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    bare = {name: value for name, value in os.environ.items() if name not in graphical} | {"PATH": ""}
    with subprocess.Popen(
        [sys.executable, "-m", "ludens.cli.main", *arguments], stdout=subprocess.PIPE, text=True, env=bare
    ) as process:
        assert process.stdout is not None
        greeting = process.stdout.readline()
        assert process.stdout.readline() == (
            "There is no browser here that could be opened; open the address yourself.\n"
        )
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert re.search(r"open http://127\.0\.0\.1:\d+/", greeting)
    assert (process.returncode, said.count("The studio is closed")) == (0, 1)


def test_a_setup_named_in_a_recording_is_found_among_those_the_studio_knows(folder: Path) -> None:
    own = find_setup(GAME, f"{folder}/own.py:OWN")
    assert "speedometer" in modules_of(open_replay(folder / "own.mcap", known=(own,)))
    assert "speedometer" in modules_of(open_replay(folder / "own.mcap", setup=own))
    assert "speedometer" not in modules_of(open_replay(folder / "own.mcap", setup="passing"))
    with pytest.raises(LudensError, match="Name the file"):
        open_replay(folder / "own.mcap", known=(GAME.setup(),))


def test_an_example_is_found_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_setup(GAME, "examples/my_ball_detector.py:SETUP").name == "my-ball"
