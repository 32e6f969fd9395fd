"""The referee beside a world whose truth the test writes itself."""

import math
from dataclasses import dataclass, field
from typing import cast

import pytest

from ludens.core.contract.driver import Delivery
from ludens.games.passing.referee import WITHIN_M, PassingReferee
from ludens.games.passing.world import PassingTruth, PassingWorld
from ludens.messages import Fault, StateReport

Point = tuple[float, float]


@dataclass
class PaperWorld:
    """What a referee looks at, and nothing else."""

    time_s: float = 0.0
    ball: Point = (0.0, 0.0)
    ball_velocity_mps: Point = (0.0, 0.0)
    target: Point | None = (2.0, 0.0)
    touched: set[tuple[str, str]] = field(default_factory=set)
    ball_target_closest_m: float = 2.0

    def truth(self) -> PassingTruth:
        return PassingTruth(
            time_s=self.time_s,
            robots={},
            ball=self.ball,
            ball_velocity_mps=self.ball_velocity_mps,
            target=self.target,
        )

    def touches(self) -> frozenset[tuple[str, str]]:
        return frozenset(self.touched)

    def reset_ball_target_closest(self) -> None:
        self.ball_target_closest_m = math.inf

    def roll(self, x_m: float, y_m: float) -> None:
        self.time_s += 1.0
        self.ball = (x_m, y_m)
        if self.target is not None:
            self.ball_target_closest_m = min(self.ball_target_closest_m, math.dist(self.ball, self.target))


def referee_of(world: PaperWorld) -> PassingReferee:
    return PassingReferee(cast(PassingWorld, world))


def tell(referee: PassingReferee, *states: str) -> None:
    for state in states:
        report = StateReport(time_s=0.0, state=state, since_s=0.0, reason="", states=(), transitions=())
        referee.on_outputs(0, "body", [("StateReport", report)])


def look(referee: PassingReferee) -> None:
    referee.on_delivery(Delivery(0, "", "body", ()))


@pytest.mark.parametrize(("speed_mps", "rolls"), [(0.0, False), (0.09, False), (0.11, True)])
def test_a_ball_was_met_rolling_if_it_rolled_just_before_it_was_first_touched(speed_mps: float, rolls: bool):
    world = PaperWorld(ball_velocity_mps=(0.0, -1.0))
    referee = referee_of(world)
    look(referee)
    assert not referee.met_rolling  # nobody has met it yet
    world.ball_velocity_mps = (-speed_mps, 0.0)
    look(referee)
    world.ball_velocity_mps = (0.8, 0.0)  # from the push itself
    world.touched = {("robot", "ball")}
    look(referee)
    world.ball_velocity_mps = (0.5, 0.0)
    look(referee)
    assert referee.met_mps == pytest.approx(speed_mps)
    assert referee.met_rolling is rolls


def test_a_pass_counts_only_after_a_push():
    world = PaperWorld()
    referee = referee_of(world)
    world.roll(1.9, 0.0)
    look(referee)
    assert referee.passed_s is None


def test_a_push_that_brings_the_ball_to_the_target_is_a_pass_at_that_time():
    world = PaperWorld()
    referee = referee_of(world)
    tell(referee, "search", "navigate", "ram", "ram", "retreat")
    assert len(referee.pushes) == 1
    world.roll(1.0, 0.0)
    look(referee)
    assert referee.passed_s is None
    world.roll(2.0 - 0.9 * WITHIN_M, 0.0)
    look(referee)
    world.roll(1.9, 0.0)
    look(referee)
    assert referee.passed_s == 2.0
    assert referee.closest_m == pytest.approx(0.1)


def test_how_near_the_ball_was_before_the_push_does_not_count():
    world = PaperWorld(ball_target_closest_m=0.1)
    referee = referee_of(world)
    tell(referee, "ram")
    world.roll(0.6, 0.0)
    look(referee)
    assert referee.passed_s is None
    assert referee.closest_m == pytest.approx(1.4)


@pytest.mark.parametrize("error_rad", [-0.4, 0.0, 0.2])
def test_the_heading_error_is_measured_once_the_ball_has_left(error_rad: float):
    world = PaperWorld()
    referee = referee_of(world)
    tell(referee, "ram")
    for rolled_m in (0.2, 0.6, 1.5):
        world.roll(rolled_m * math.cos(error_rad), rolled_m * math.sin(error_rad))
        look(referee)
        if rolled_m == 0.2:
            assert referee.pushes[0].heading_error_rad is None
    assert referee.pushes[0].heading_error_rad == pytest.approx(error_rad)


def test_every_push_is_measured_from_where_the_ball_lay():
    world = PaperWorld()
    referee = referee_of(world)
    tell(referee, "ram", "retreat")
    world.roll(0.0, 1.0)
    look(referee)
    tell(referee, "ram", "retreat")
    world.roll(2.0 * 0.5, 0.5)
    look(referee)
    first, second = referee.pushes
    assert first.heading_error_rad == pytest.approx(math.pi / 2)
    assert second.ball == (0.0, 1.0)
    assert second.heading_error_rad == pytest.approx(0.0)


def test_touching_the_ball_is_no_collision_and_everything_else_is():
    world = PaperWorld(touched={("", "ball")})
    referee = referee_of(world)
    assert referee.collisions == []
    world.touched |= {("", "wall"), ("", "obstacle:1"), ("", "target")}
    assert referee.collisions == ["obstacle:1", "target", "wall"]


def test_where_nobody_is_passed_to_there_is_nothing_to_score():
    world = PaperWorld(target=None)
    referee = referee_of(world)
    tell(referee, "ram")
    look(referee)
    assert referee.pushes == []
    assert referee.passed_s is None


def test_faults_and_the_end_leave_the_score():
    referee = referee_of(PaperWorld())
    tell(referee, "ram")
    referee.on_fault(Fault(time_s=0.0, where="camera", what="", consequence=""))
    referee.close()
    assert len(referee.pushes) == 1
