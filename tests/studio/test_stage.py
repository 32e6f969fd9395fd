"""Changing from game to game in one studio."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludens.studio.page import StudioPage
from ludens.studio.session import Session
from ludens.studio.stage import GameStage, OfferedGame
from ludens.studio.status import RunPhase
from tests.studio.toy import toy_programme


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[GameStage]:
    stage = GameStage(toy_programme(tmp_path, StudioPage(title="Toy", your_part={"ball_distance_m": 1.5})))
    yield stage
    stage.close()


def offered(stage: GameStage, name: str) -> OfferedGame:
    assert stage.programme is not None
    return stage.programme.game(name)


def playing(stage: GameStage) -> Session:
    assert stage.session is not None
    return stage.session


def wait_until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.01)


def test_a_game_is_begun_and_the_one_before_ends(stage: GameStage):
    assert (stage.session, stage.title) == (None, "Ludens")
    toy = offered(stage, "toy")
    assert stage.begin(toy)
    wait_until(lambda: not stage.preparing)
    first = stage.session
    assert first is not None
    assert stage.title == "Toy"
    assert stage.begin(toy, replace(first.launch.options, ball_distance_m=3.0), 7)
    wait_until(lambda: not stage.preparing)
    assert stage.session is not first
    assert playing(stage).launch.seed == 7
    assert playing(stage).launch.options.ball_distance_m == 3.0
    assert playing(stage).settle()
    assert playing(stage).status.phase is RunPhase.RUNNING
    assert first.status.phase is RunPhase.OVER


def test_whoever_presses_play_takes_part(stage: GameStage):
    stage.begin(offered(stage, "toy"), with_you=True)
    wait_until(lambda: not stage.preparing)
    assert playing(stage).launch.options.ball_distance_m == 1.5


def test_a_game_that_cannot_begin_leaves_the_present_one_alone(stage: GameStage):
    stage.begin(offered(stage, "toy"))
    wait_until(lambda: not stage.preparing)
    before = playing(stage)
    stage.begin(offered(stage, "hall"))
    wait_until(lambda: not stage.preparing)
    assert stage.failure == "This game needs a hall."
    assert stage.session is before
    assert before.settle()
    assert before.status.phase is RunPhase.RUNNING


def test_two_changes_do_not_get_into_each_others_way(stage: GameStage):
    going_on = [True]
    assert stage.prepare("Waiting …", lambda: wait_until(lambda: not going_on[0]))
    assert not stage.begin(offered(stage, "toy"))
    assert stage.preparing == "Waiting …"
    going_on[0] = False
    wait_until(lambda: not stage.preparing)
    assert stage.session is None
