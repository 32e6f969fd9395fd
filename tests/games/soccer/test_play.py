"""One goal in physics, seen by the robot's own eyes."""

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.play import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2


def test_a_striker_near_the_goal_scores_by_what_it_sees():
    match = SoccerMatch(
        SoccerMatchOptions(starts=(Pose2(2.5, 0.25, 0.0),), ball_m=(3.1, 0.2), golden_goal=True), seed=31
    )
    with Run(
        STRIKER, SimulationDriver(match), configuration=Configuration(STRIKER.sections()), seed=31
    ) as run:
        for moment_s in range(2, 50, 2):
            run.run_until(float(moment_s))
            if match.referee.scores != (0, 0):
                break
    assert match.referee.scores == (1, 0)
    assert run.faults.faults == []


def test_a_ball_rolls_into_the_net_and_stays_there_and_off_a_post():
    match = SoccerMatch(SoccerMatchOptions(starts=(Pose2(-3.0, 2.0, 0.0),), cameras=False), seed=1)
    match.ball.place((3.8, 0.3))
    match.ball.roll((2.0, 0.0))
    match.advance_to(3_000_000_000)
    assert match.goal() == 1
    x_m, _ = match.ball.place_m
    assert 4.5 < x_m < 5.0
    match.ball.place((3.9, 0.8))
    match.ball.roll((1.5, 0.0))
    match.advance_to(5_000_000_000)
    assert match.ball.place_m[0] < 4.5
    match.close()
