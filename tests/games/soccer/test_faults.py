"""What goes wrong on a field, in physics: a sentence, no fall through it, and play goes on.

Percepts come from truth and noise here, so that a fault costs a second of testing; eyes that fail are tried
in `test_play.py` and `tests/vision`.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.setups import TRUTH
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions, TruthMatch
from ludens.games.soccer.world.hands import parse_acts
from ludens.geometry import Pose2
from ludens.messages import FallReport, Fault, KickReport, StateReport

BEHIND_BALL = Pose2(-0.30, -0.05, 0.0)


class Play:
    """One robot in play, and what it says about itself."""

    def __init__(self, match: SoccerMatch, fault: str = "") -> None:
        self.match = match
        faults = [parse_fault(fault)] if fault else []
        driver = FaultyDriver(SimulationDriver(match), faults)
        self.run = Run(
            TRUTH,
            driver,
            configuration=Configuration(TRUTH.sections()),
            seed=41,
            observers=[self],
        )
        self.states: list[str] = []
        self.reasons: list[str] = []
        self.phase = ""
        self.falls = 0
        self._upright = True
        match.referee.kick_off()

    def on_delivery(self, delivery: Delivery) -> None:
        """Not looked at."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            if isinstance(message, StateReport) and self.states[-1:] != [message.state]:
                self.states.append(message.state)
                self.reasons.append(message.reason)
            elif isinstance(message, KickReport):
                self.phase = message.phase
            elif isinstance(message, FallReport):
                self.falls += self._upright and message.state != "upright"
                self._upright = message.state == "upright"

    def on_fault(self, fault: Fault) -> None:
        """Asked of the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def until(self, holds: Callable[[], object], longest_s: float = 15.0) -> bool:
        end_s = self.run.time_s + longest_s
        while self.run.time_s < end_s:
            self.run.run_until(self.run.time_s + 0.05)
            if holds():
                return True
        return False


@contextmanager
def playing(*, start: Pose2 = BEHIND_BALL, fault: str = "", seed: int = 3, **options: Any) -> Iterator[Play]:
    match = TruthMatch(SoccerMatchOptions(starts=(start,), **options), seed=seed)
    play = Play(match, fault)
    with play.run:
        yield play


def test_carried_away_in_mid_kick_and_a_ball_moved_before_the_next_one():
    with playing() as play:
        assert play.until(lambda: play.phase == "draw back")
        play.match.lift(Pose2(-0.35, 0.1, 0.6))
        assert play.until(lambda: play.states[-1] == "carried", 2.0)
        assert play.until(lambda: play.states[-1] == "localise", 5.0)
        assert "it was put down, perhaps elsewhere" in play.reasons
        play.match.ball.place(play.match.pose_of().apply(0.3, 0.0))
        assert play.until(lambda: play.states[-1] == "kick" and play.phase == "shift", 20.0)
        x_m, y_m = play.match.pose_of().apply(0.45, 0.12)
        play.match.ball.place((x_m, y_m))
        # Carried away it may find out in the same moment that it is not where it thought to be.
        assert play.until(lambda: play.states[-1] in ("approach", "localise"), 1.0)
        play.until(lambda: False, 1.0)
        assert play.phase != "swing"
        assert play.match.ball.place_m == pytest.approx((x_m, y_m), abs=0.01)
        assert play.falls == 0


def test_fallen_on_its_face_while_it_strikes_it_gets_up_and_plays_on():
    with playing() as play:
        assert play.until(lambda: play.phase == "swing")
        play.match.push((5.0, 0.0, 0.0))
        assert play.until(lambda: play.states[-1] == "get_up", 2.0)
        assert play.until(lambda: play.states[-1] == "localise", 15.0)
        assert play.falls == 1


def test_imu_readings_that_are_no_numbers_are_dropped_and_told_and_nobody_falls():
    with playing(fault="imu-nan@3-3.3") as play:
        assert play.until(lambda: play.states[-1] == "kick", 12.0)
        assert play.falls == 0
        assert any("not a number" in fault.what for fault in play.run.faults.faults)


def test_out_of_the_goal_it_walks_with_two_balls_on_the_field_and_keeps_to_one():
    with playing(start=Pose2(4.75, 0.3, 2.6), second_ball_m=(3.2, 0.9)) as play:
        play.match.ball.place((3.4, -0.2))
        assert play.until(lambda: play.states[-1] == "leave_goal", 3.0)
        assert play.until(lambda: play.states[-1] == "approach", 12.0)
        assert play.match.pose_of().x_m < 4.4
        assert play.falls == 0


def test_a_ball_between_its_toes_is_freed_and_played():
    with playing(seed=5) as play:
        assert play.until(lambda: play.states[-1] == "align", 8.0)
        play.match.ball.place(play.match.pose_of().apply(0.125, 0.0))
        assert play.until(lambda: "kick" in play.states[-1], 25.0)
        assert play.falls == 0


def test_a_standing_robot_on_the_way_is_walked_round():
    with playing(start=Pose2(-2.0, 0.0, 0.0), dummies_m=((-1.2, 0.16),)) as play:
        assert play.until(lambda: play.states[-1] == "align", 25.0)
        assert play.match.touches == 0
        assert play.falls == 0


def test_hands_do_what_a_script_says_and_refuse_the_rest():
    robot, ball = parse_acts("ball@3:0.5,1 robot@2:-2,1.5,90")
    assert (robot.name, robot.time_s, robot.numbers) == ("robot", 2.0, (-2.0, 1.5, 90.0))
    assert ball.name == "ball"
    for script in ("robt@2:1,2,3", "robot@2:1,2", "ball@x:1,2", "light@3:nan"):
        with pytest.raises(LudensError, match="robot"):
            parse_acts(script)
    match = TruthMatch(SoccerMatchOptions(), seed=1)
    for act in parse_acts("light@0:0.25 ball@0:1,-1"):
        act.do(match)
    assert match.light.level == 0.25
    assert math.dist(match.ball.place_m, (1.0, -1.0)) < 1e-6
