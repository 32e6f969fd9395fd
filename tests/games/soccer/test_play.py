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
