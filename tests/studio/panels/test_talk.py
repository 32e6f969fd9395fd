"""What is typed to a robot: words for the game, and a stop for everybody."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludens.core.runtime.clock import RealClock
from ludens.core.runtime.run import Run
from ludens.games.chess.page import PAGE as CHESS
from ludens.games.morris.page import PAGE as MORRIS
from ludens.messages.speech import Hypothesis, Utterance
from ludens.studio.page import StudioPage
from ludens.studio.panels.talk import TalkPanel
from ludens.studio.player import RunPlayer
from ludens.studio.recordings import RecordingFolder
from ludens.studio.robots import RobotChoice
from tests.studio.toy import launch


class NotedSession:
    """Notes what a panel wants of a session, and carries out what is done to the run."""

    def __init__(self) -> None:
        self.halts = 0
        self.status = RunPlayer(
            launch(), recordings=RecordingFolder(Path()), open_recording=None, clock=RealClock()
        ).status

    def halt(self) -> None:
        self.halts += 1

    def do(self, action: Any) -> None:
        action(None)


def told_to(page: StudioPage, tell: Callable[[TalkPanel], None]) -> tuple[int, list[str]]:
    """How often the studio stopped the robots, and what the game was told."""
    told: list[str] = []

    def say(run: Run, robot: str, text: str) -> None:
        told.append(text)

    def hand(run: Run, robot: str, said: Utterance) -> None:
        told.append(said.hypotheses[0].text)

    assert page.talk is not None
    assert page.talk.speech is not None
    session: Any = NotedSession()
    talk = replace(page.talk, say=say, speech=replace(page.talk.speech, hand=hand))
    tell(TalkPanel(session, replace(page, talk=talk), RobotChoice(lambda: launch().setup)))
    return session.halts, told


def typed(page: StudioPage, words: str) -> tuple[int, list[str]]:
    return told_to(page, lambda panel: panel.say(words))


def spoken(page: StudioPage, *words: str) -> tuple[int, list[str]]:
    heard = tuple(Hypothesis(each, confidence=0.5) for each in words)
    return told_to(
        page, lambda panel: panel.say_heard(Utterance(time_s=0.0, hypotheses=heard, medium="voice"))
    )


@pytest.mark.parametrize("stop", ["stop", "robot stop", "Halt!", "halt stopp", "don't move", "bleib stehen"])
def test_a_typed_stop_stops_the_robots_of_a_game_without_a_dialogue(stop: str) -> None:
    assert typed(MORRIS, stop) == (1, [])


@pytest.mark.parametrize("stop", ["stop", "robot stop", "halt stopp", "don't move", "bleib stehen"])
def test_a_spoken_stop_does_what_a_typed_one_does(stop: str) -> None:
    assert spoken(MORRIS, stop) == (1, [])
    assert spoken(MORRIS, "d six", stop) == (1, [])  # likely enough
    assert spoken(CHESS, stop) == (0, [stop])


def test_what_is_spoken_otherwise_is_for_the_robot() -> None:
    assert spoken(MORRIS, "d six to d five") == (0, ["d six to d five"])


def test_a_game_with_a_dialogue_obeys_a_stop_itself_so_that_it_can_be_told_to_go_on() -> None:
    assert typed(CHESS, "robot stop") == (0, ["robot stop"])


def test_everything_else_is_for_the_game() -> None:
    assert typed(MORRIS, "d6-d5xb4") == (0, ["d6-d5xb4"])
