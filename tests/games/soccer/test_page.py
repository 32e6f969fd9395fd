"""What a person's hand does to a simulated game."""

import math

import pytest

from ludens.drivers.remote import RemoteDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.driving import drive, give_back, kick
from ludens.games.soccer.page import PAGE, kick_off, take_over, touch
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.studio.page import MapTouch, StickPosition


class Played:
    """A run as far as a page's buttons need it."""

    def __init__(self, match):
        self.match = match
        self.driver = RemoteDriver(SimulationDriver(match))

    @property
    def told(self):
        return self.driver.commanded(self.driver.robots[0].name)


@pytest.fixture(scope="module")
def match():
    match = SoccerMatch(SoccerMatchOptions(cameras=False), seed=5)
    yield match
    match.close()


@pytest.fixture
def played(match):
    """The one match at a kick-off, with controls that nobody has touched."""
    match.referee.kick_off()
    return Played(match)


def test_a_click_lays_the_ball_on_the_field_and_a_drag_carries_the_robot(played):
    name = played.driver.robots[0].name
    said = touch(played, name, MapTouch(handle="", from_m=(2.0, 1.0), to_m=(2.0, 1.0)))
    assert played.match.ball.place_m == pytest.approx((2.0, 1.0))
    assert said == "The ball lies at 2.0, 1.0 m."
    touch(played, name, MapTouch(handle="ball", from_m=(2.0, 1.0), to_m=(99.0, -99.0)))
    assert played.match.ball.place_m == pytest.approx((4.8, -3.3))
    before = played.match.pose_of()
    touch(played, name, MapTouch(handle="robot", from_m=(-0.8, 0.0), to_m=(-0.79, 0.0)))
    assert played.match.pose_of() == before  # a click on it is no kidnapping
    touch(played, name, MapTouch(handle="robot", from_m=(-0.8, 0.0), to_m=(1.0, -2.0)))
    after = played.match.pose_of()
    assert (after.x_m, after.y_m) == pytest.approx((1.0, -2.0), abs=0.01)
    assert after.yaw_rad == pytest.approx(before.yaw_rad, abs=0.01)


def test_driving_against_the_clock_begins_with_a_kick_off_and_ends_when_it_is_given_back(played):
    name = played.driver.robots[0].name
    played.match.ball.place((3.0, 2.0))
    played.match.referee.play_s = 12.0
    take_over(played, name)
    assert played.told.takes_over
    assert played.match.ball.place_m == pytest.approx((0.0, 0.0))
    assert (played.match.referee.state, played.match.referee.play_s) == ("set", 0.0)
    drive(played, name, StickPosition(forward=1.0, left=0.0, turn=-0.5, lasts_s=1.0))
    assert played.told.forward_mps > 0.15
    assert played.told.turn_radps < 0.0
    kick(played, name, with_left=False)
    assert (played.told.motion, played.told.kick_with_left) == ("kick", False)
    give_back(played, name)
    assert not played.told.takes_over


def test_who_holds_the_stick_takes_over_and_who_lets_go_does_not(played):
    name = played.driver.robots[0].name
    still = StickPosition(forward=0.0, left=0.0, turn=0.0, lasts_s=1.0)
    assert drive(played, name, still) is None
    assert not played.told.takes_over
    assert drive(played, name, StickPosition(forward=0.3, left=0.0, turn=0.0, lasts_s=1.0)) is not None
    assert played.told.takes_over


def test_the_clock_of_play_runs_from_the_kick_off(played):
    kick_off(played, played.driver.robots[0].name)
    played.match.advance_to(played.match.physics.time_ns + 2_500_000_000)
    assert played.match.referee.state == "playing"
    assert played.match.referee.play_s == pytest.approx(1.0, abs=0.05)
    assert math.isfinite(played.match.referee.remaining_s)


def test_truth_is_shown_only_under_that_name():
    assert PAGE.field_map is not None
    assert {mark.label for mark in PAGE.field_map.truth} == {"truth"}
