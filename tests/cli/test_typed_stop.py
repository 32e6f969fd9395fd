"""A stop typed into the terminal of a run halts the robots of every game, and "go on" goes on."""

import math
from pathlib import Path

import pytest

from ludens.cli.games import GAMES, load_game
from ludens.cli.typed_stop import UNHEARD, TypedStops
from ludens.games.chess.options import ChessPlayOptions
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.status import RunPhase
from tests.studio.toy import launch


class NotedSession:
    def __init__(self) -> None:
        self.told: list[str] = []

    def halt(self) -> None:
        self.told.append("halt")

    def start(self) -> None:
        self.told.append("start")


def typed(*lines: str) -> tuple[list[str], list[str]]:
    session = NotedSession()
    said: list[str] = []
    TypedStops([f"{line}\n" for line in lines], lambda: session, said.append).join()
    return session.told, said


@pytest.mark.parametrize("stop", ["stop", "stop the arm", "robot stop", "halt stopp", "don't move", "STOPP!"])
def test_a_typed_stop_halts_and_go_on_goes_on(stop: str) -> None:
    assert typed(stop) == (["halt"], [])
    assert typed(stop, "", "Go on!") == (["halt", "start"], [])


def test_what_is_no_stop_is_answered_and_nothing_begins_to_move() -> None:
    assert typed("hello", "go on") == ([], [UNHEARD, UNHEARD])


def test_without_a_run_nothing_happens() -> None:
    TypedStops(["stop\n"], lambda: None, print).join()


def test_a_run_stands_still_after_it(tmp_path: Path) -> None:
    session = Session(launch(), recordings=RecordingFolder(tmp_path))
    session.set_speed(math.inf)
    session.start()
    assert session.settle()  # a start that a stop overtakes is forgotten
    TypedStops(["robot, stop!\n"], lambda: session, print).join()
    assert session.settle()
    assert session.status.phase is RunPhase.PAUSED
    session.close()


@pytest.mark.parametrize("name", GAMES)
def test_only_a_game_whose_moves_are_typed_reads_the_terminal_itself(name: str) -> None:
    game = load_game(name)
    assert game.reads_terminal is None or not game.reads_terminal(game.options)
    if name == "chess":
        assert game.reads_terminal is not None
        assert game.reads_terminal(ChessPlayOptions(white="text"))
