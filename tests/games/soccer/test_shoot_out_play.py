"""A penalty shoot-out with a person at the controls of one robot after the other."""

from types import SimpleNamespace
from typing import Any

import pytest

from ludens.core.configuration import Configuration
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.games.soccer.match_words import shot_words, state_words
from ludens.games.soccer.play import GAME, SoccerPlayOptions, setup_for
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.events import Finish, Goal, NextShot, Set, Whistle
from ludens.games.soccer.rules.match import shoot_out_of
from ludens.games.soccer.shoot_out_page import NOT_YOURS, act, walk
from ludens.games.soccer.shoot_out_play import ShootOutControls, controls_behind
from ludens.messages.refereeing import MatchReport
from ludens.studio.page import StickPosition
from tests.games.soccer.rules.story import at, match_of

STILL = StickPosition(forward=0.0, left=0.0, turn=0.0, lasts_s=1.0)
AHEAD = StickPosition(forward=1.0, left=0.0, turn=0.0, lasts_s=1.0)


def played(you: str) -> tuple[Run, ShootOutControls]:
    options = SoccerPlayOptions(game="shootout", flat=True, you=you)  # type: ignore[arg-type]
    setup = GAME.setup(setup_for(options))
    driver = GAME.make_driver(setup, options, 1)
    controls = controls_behind(driver)
    assert controls is not None
    return Run(setup, driver, configuration=Configuration(setup.sections()), seed=1), controls


def test_you_shoot_first_and_then_you_keep_the_goal():
    run, controls = played("both")
    with run:
        run.run_until(5.0)
        assert (controls.robot, controls.is_yours) == ("blue2", True)
        assert walk(run, "red1", AHEAD) is None
        assert remote_behind(run.driver).commanded("blue2").forward_mps > 0.1
        assert "left foot" in act(run, "red1", left=True)
        assert remote_behind(run.driver).commanded("blue2").motion == "kick"
        shot = shoot_out_of(match_of())
        second = at(shot, 1.0, Set(), Whistle(), Finish(), NextShot(), Set())
        report = MatchReport(
            time_s=9.0, control=told(second, is_true=True), attacks_right=1, is_automatic=True
        )
        controls.command("game", report)
        assert (controls.robot, controls.is_yours) == ("blue1", True)
        assert act(run, "red1", left=False) == "It throws itself to the right."
        commanded = remote_behind(run.driver).commanded("blue1")
        assert (commanded.motion, commanded.takes_over) == ("dive_right", True)


@pytest.mark.parametrize(("you", "yours"), [("striker", True), ("keeper", False), ("nobody", False)])
def test_in_shots_that_are_not_yours_your_robot_plays_by_itself(you, yours):
    run, controls = played(you)
    with run:
        run.run_until(5.0)
        assert controls.is_yours == yours == remote_behind(run.driver).commanded("blue2").takes_over
        assert walk(run, "", STILL) is None
        assert (walk(run, "", AHEAD) == NOT_YOURS) == (not yours)
        assert (act(run, "", left=True) == NOT_YOURS) == (not yours)


def test_a_recording_has_no_controls():
    run: Any = SimpleNamespace(driver=SimpleNamespace())
    assert "recording" in act(run, "", left=True)


def test_the_scoreboard_tells_whose_shot_it_is_and_how_all_went():
    match = shoot_out_of(match_of())
    match = at(
        match, 1.0, Set(), Whistle(), Goal(0), NextShot(), Set(), Whistle(), Finish(), NextShot(), Set()
    )
    control = told(match, is_true=True)
    assert "blue waits for the whistle" in state_words(control, is_automatic=True)
    assert list(shot_words(control)) == ["Blue ●◌", "Red ○"]


@pytest.mark.parametrize("asked", [{"players": 2}, {"vision": True}, {"red": "lone"}, {"dummies": 1}])
def test_what_a_shoot_out_does_not_have_is_refused(asked):
    with pytest.raises(LudensError, match="shoot-out"):
        setup_for(SoccerPlayOptions(game="shootout", **asked))
