"""The flat world plays as full physics does: the same decisions, about as fast, kicks about as far."""

import math
from collections.abc import Iterator, Sequence
from typing import Self

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.play import match_of
from ludens.games.soccer.setups import FLAT, TRUTH
from ludens.games.soccer.world import FlatMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.messages import Fault, LegOdometry, StateReport

BALL_M, BEHIND_IT = (-1.8, 0.0), (Pose2(-2.5, 0.1, 0.0),)
"""So far from the goal that no kick reaches it."""
UNTIL_S = 28.0
"""The first kick, and until its ball lies still."""


class Story:
    """A game that is watched: what each robot decided, when, and the way of its odometry."""

    def __init__(
        self,
        setup: Setup,
        *,
        seed: int,
        starts: tuple[Pose2, ...] = (Pose2(-0.7, 0.1, 0.0),),
        ball_m: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        options = SoccerMatchOptions(starts=starts, ball_m=ball_m, golden_goal=True)
        self.match = match_of(setup)(options, seed=seed)
        self.states: dict[str, list[str]] = {}
        self.times_s: dict[str, float] = {}
        self.poses: dict[str, Pose2] = {}  # where the first robot really was when it came to each decision
        self.balls_m: dict[str, tuple[float, float]] = {}
        self.way: list[tuple[float, ...]] = []
        names = [robot.description.name for robot in self.match.robots]
        setup = setup if names == [""] else setup.for_robots(*names)
        self.run = Run(
            setup,
            SimulationDriver(self.match),
            configuration=Configuration(setup.sections()),
            seed=seed,
            observers=[self],
        )

    def until(self, time_s: float) -> Self:
        """Play on until then, or until the first goal; the run is over afterwards."""
        while self.run.time_s < time_s and self.match.referee.over_ns is None:
            self.run.run_until(self.run.time_s + 0.5)
        return self

    def on_delivery(self, delivery: Delivery) -> None:
        for message in delivery.messages:
            if isinstance(message, LegOdometry):
                at = message.odometry_from_robot
                self.way.append((message.time_s, at.x_m, at.y_m, at.yaw_rad))

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for key, message in outputs:
            if isinstance(message, StateReport):
                states = self.states.setdefault(key, [])
                if message.state not in states[-1:]:
                    states.append(message.state)
                    self.times_s.setdefault(message.state, time_ns * 1e-9)
                    self.poses.setdefault(message.state, self.match.pose_of(0))
                    self.balls_m.setdefault(message.state, self.match.ball.place_m)

    def on_fault(self, fault: Fault) -> None:
        raise AssertionError(f"{fault.where}: {fault.what}")

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def stories() -> Iterator[tuple[Story, Story]]:
    truth, flat = (
        Story(setup, seed=11, starts=BEHIND_IT, ball_m=BALL_M).until(UNTIL_S) for setup in (TRUTH, FLAT)
    )
    both = truth, flat
    yield both
    for story in both:
        story.run.stop("Both are read.")


def test_both_worlds_see_the_same_decisions(stories: tuple[Story, Story]) -> None:
    truth, flat = (story.states["StateReport"] for story in stories)
    upto = truth.index("watch") + 2
    assert truth[:upto] == flat[:upto]
    assert "kick" in truth
    assert type(stories[0].match) is not type(stories[1].match)


def test_walking_aligning_and_kicking_take_about_as_long(stories: tuple[Story, Story]) -> None:
    truth, flat = stories
    for state in ("approach", "align", "kick", "watch"):
        assert flat.times_s[state] == pytest.approx(truth.times_s[state], abs=2.0)


def test_both_bodies_walk_to_the_ball_about_as_fast(stories: tuple[Story, Story]) -> None:
    truth, flat = (
        story.poses["approach"].distance_m(story.poses["align"])
        / (story.times_s["align"] - story.times_s["approach"])
        for story in stories
    )
    assert 0.03 < truth < 0.25
    assert flat == pytest.approx(truth, rel=0.2)


def test_a_kick_carries_the_ball_about_as_far(stories: tuple[Story, Story]) -> None:
    truth_m, flat_m = (math.dist(story.balls_m["kick"], story.match.ball.place_m) for story in stories)
    # Two times three standard deviations of one kick (5 %) on one floor (8 %).
    assert flat_m == pytest.approx(truth_m, rel=0.3)


def test_the_ball_comes_to_rest_about_as_far_away(stories: tuple[Story, Story]) -> None:
    for story in stories:
        x_m, y_m = story.match.ball.place_m
        assert 2.0 < x_m < 4.5
        assert abs(y_m) < 0.6


def test_a_flat_game_of_ten_is_the_same_to_the_byte_and_another_by_another_seed() -> None:
    starts = tuple(Pose2(-0.8 - 0.5 * (number // 5), -2.0 + number % 5, 0.0) for number in range(10))
    first, again, other = (Story(FLAT, seed=seed, starts=starts).until(15.0) for seed in (5, 5, 6))
    assert (first.way, first.states) == (again.way, again.states)
    assert first.match.ball.place_m == again.match.ball.place_m
    assert first.way != other.way
    assert len(first.states) == 10


def test_a_robot_that_falls_in_the_flat_world_gets_up_and_scores() -> None:
    story = Story(FLAT, seed=4).until(14.0)
    assert isinstance(story.match, FlatMatch)
    story.match.bodies[0].topple("backward")
    story.until(100.0)
    assert "get_up" in story.states["StateReport"]
    assert story.match.referee.scores == (1, 0)
