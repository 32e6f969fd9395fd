"""What is typed to a robot: words for the game, and a stop for everybody."""

from dataclasses import replace
from typing import Any

import pytest

from ludens.core.runtime.run import Run
from ludens.games.chess.page import PAGE as CHESS
from ludens.games.morris.page import PAGE as MORRIS
from ludens.studio.page import StudioPage
from ludens.studio.panels.talk import TalkPanel
from ludens.studio.robots import RobotChoice
from tests.studio.toy import launch


class NotedSession:
    """Notes what a panel wants of a session, and carries out what is done to the run."""

    def __init__(self) -> None:
        self.halts = 0

    def halt(self) -> None:
        self.halts += 1

    def do(self, action: Any) -> None:
        action(None)


def typed(page: StudioPage, words: str) -> tuple[int, list[str]]:
    """How often the studio stopped the robots, and what the game was told."""
    told: list[str] = []

    def say(run: Run, robot: str, text: str) -> None:
        told.append(text)

    assert page.talk is not None
    session: Any = NotedSession()
    panel = TalkPanel(
        session, replace(page, talk=replace(page.talk, say=say)), RobotChoice(lambda: launch().setup)
    )
    panel.say(words)
    return session.halts, told


@pytest.mark.parametrize("stop", ["stop", "robot stop", "Halt!", "halt stopp", "don't move", "bleib stehen"])
def test_a_typed_stop_stops_the_robots_of_a_game_without_a_dialogue(stop: str) -> None:
    assert typed(MORRIS, stop) == (1, [])


def test_a_game_with_a_dialogue_obeys_a_stop_itself_so_that_it_can_be_told_to_go_on() -> None:
    assert typed(CHESS, "robot stop") == (0, ["robot stop"])


def test_everything_else_is_for_the_game() -> None:
    assert typed(MORRIS, "d6-d5xb4") == (0, ["d6-d5xb4"])
