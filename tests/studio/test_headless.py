"""The line in the terminal."""

import io
import math
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from ludens.core.contract.driver import Driver
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game
from ludens.studio.headless import follow
from ludens.studio.page import Figure, StudioPage
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.status import RunPhase
from tests.studio.toy import GAME, launch

PAGE = StudioPage(title="Toy", figures=(Figure("away", "BallSeen", "distance_m", "m", 1),))


def told(
    tmp_path: Path, *, terminal: bool, breaks: bool = False, game: Game | None = None
) -> tuple[str, RunPhase]:
    output = io.StringIO()
    toy = launch() if game is None else replace(launch(), game=game)
    if breaks:
        toy.configuration.edit("driver_skill.breaks", True)  # type: ignore[attr-defined]
    session = Session(toy, recordings=RecordingFolder(tmp_path))
    session.set_speed(math.inf)
    console = Console(file=output, force_terminal=terminal, width=120)
    status = follow(PAGE, session, until_s=5.0, console=console)
    return output.getvalue(), status.phase


def test_without_a_terminal_plain_lines_tell_time_state_speed_figures_and_faults(tmp_path: Path) -> None:
    text, phase = told(tmp_path, terminal=False)
    assert phase is RunPhase.RUNNING
    assert "\x1b" not in text
    line = next(line for line in text.splitlines() if "fault" in line)
    for part in (" s  ", "×", "m/s", "away", "0 faults"):
        assert part in line
    assert "Seed 1 begins." in text


def test_in_a_terminal_one_line_is_rewritten(tmp_path: Path) -> None:
    text, _ = told(tmp_path, terminal=True)
    assert "\x1b" in text
    assert "m/s" in text


def test_faults_are_told_as_they_come(tmp_path: Path) -> None:
    text, _ = told(tmp_path, terminal=False, breaks=True)
    assert "driver_skill: " in text
    assert "told to break" in text.replace("\n", " ")
    assert "  2 faults" in text


def test_a_robot_that_cannot_be_reached_ends_it_with_a_sentence(tmp_path: Path) -> None:
    def nobody(*_: object) -> Driver:
        raise LudensError("Nobody offers a robot.")

    text, phase = told(tmp_path, terminal=False, game=replace(GAME, make_driver=nobody))
    assert phase is RunPhase.FAILED
    assert "Nobody offers a robot." in text


def test_the_game_has_the_last_word(tmp_path: Path) -> None:
    text, _ = told(
        tmp_path, terminal=False, game=replace(GAME, conclude=lambda run: f"Seed {run.seed}: fine.")
    )
    assert text.rstrip().endswith("Seed 1: fine.")
