"""One goal in physics, seen by the robot's own eyes, which fail for a while on the way."""

from collections.abc import Sequence

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.setups import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.games.soccer.world.hands import ScriptedHands, parse_acts
from ludens.geometry import Pose2
from ludens.messages import Fault, StateReport


class States:
    """Notes what the striker says it does."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def on_delivery(self, delivery: Delivery) -> None:
        """Not looked at."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        self.seen.update(message.state for _, message in outputs if isinstance(message, StateReport))

    def on_fault(self, fault: Fault) -> None:
        """Asked of the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def test_a_striker_near_the_goal_scores_by_what_it_sees_after_a_frozen_camera_and_a_dark_hall():
    match = SoccerMatch(
        SoccerMatchOptions(starts=(Pose2(2.5, 0.25, 0.0),), ball_m=(3.1, 0.2), golden_goal=True), seed=31
    )
    ScriptedHands(match, parse_acts("light@12.2:0 light@14:1"))
    driver = FaultyDriver(SimulationDriver(match), [parse_fault("top-camera-freezes@2-3.5")])
    states = States()
    with Run(
        STRIKER,
        driver,
        configuration=Configuration(STRIKER.sections()),
        seed=31,
        observers=[states],
    ) as run:
        for moment_s in range(2, 54, 2):
            run.run_until(float(moment_s))
            if match.referee.scores != (0, 0):
                break
    assert match.referee.scores == (1, 0)
    assert "blind" in states.seen
    told = {(fault.where, fault.what) for fault in run.faults.faults}
    assert any("top" in where and "frozen" in what for where, what in told)
    assert any("bottom" in where and "black" in what for where, what in told)
    assert all("frozen" in what or "black" in what for _, what in told)
