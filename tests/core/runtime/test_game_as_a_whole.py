"""A referee that belongs to no robot: it counts what both robots do, and they hear of it by radio."""

from typing import Annotated

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.declaration import Each, Since, under
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.core.runtime.realtime import RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.drivers.radio import RadioDriver
from ludens.messages import Message
from tests.core.live_robot import LiveNotebook, LiveRobot
from tests.core.paper_robot import Notebook, PaperRobot, Reading, body, description, played, setup_of


class Kick(Message):
    strength: float


class Score(Message):
    kicks: int


class Heard(Message):
    kicks: int


class Kicker(Module[NoParameters]):
    """Kicks in every cycle."""

    def cycle(self, reading: Reading) -> Kick:
        return Kick(time_s=reading.time_s, strength=reading.value)


class Counter(Module[NoParameters]):
    """Counts the kicks of the robot under whose name it stands."""

    def start(self) -> None:
        self.kicks = 0

    def cycle(self, kicks: Since[Kick]) -> Score:
        self.kicks += len(kicks)
        return Score(time_s=kicks[-1].time_s if kicks else 0.0, kicks=self.kicks)


class Referee(Module[NoParameters]):
    """Adds up, and says who has kicked at all."""

    def cycle(
        self,
        now: CycleTime,
        alpha: Annotated[Score, under("alpha")],
        beta: Annotated[Score, under("beta")],
        newest: Each[Kick],
    ) -> Score:
        self.debug.value("kicked", [name for name, kick in newest.items() if kick is not None])
        return Score(time_s=now.time_s, kicks=alpha.kicks + beta.kicks)


class Ear(Module[NoParameters]):
    """What the robot heard of the referee."""

    def cycle(self, score: Annotated[Score, under("game")]) -> Heard:
        return Heard(time_s=score.time_s, kicks=score.kicks)


REFEREE = Setup(
    "referee",
    (
        CyclerPlan(
            "referee", Every(0.05), (Node(Referee), Node(Counter, "alpha"), Node(Counter, "beta")), WHOLE_GAME
        ),
    ),
)
TEAM = setup_of(Kicker).for_robots("alpha", "beta")
MATCH = TEAM.joined(REFEREE).named("match")
BOTH = (description("alpha"), description("beta"))


def script(beats: int) -> list[Delivery]:
    return [body(0.02 * (beat + 1), robot=name) for beat in range(beats) for name in ("alpha", "beta")]


def test_a_referee_counts_what_both_robots_do_in_simulated_time():
    notebook = played(MATCH, script(10), robots=BOTH)
    assert [(score.time_s, score.kicks) for score in notebook.of("game/Score")] == [
        (0.05, 4),
        (0.1, 8),
        (0.15, 14),
        (0.2, 18),
    ]
    assert notebook.faults == []


def test_a_referee_counts_what_both_robots_do_in_real_time():
    robot, notebook = LiveRobot(*BOTH), LiveNotebook()
    run = Run(MATCH, robot, configuration=Configuration(MATCH.sections()), observers=[notebook])
    with RealTimeRunner(run):
        for beat in range(1, 6):
            robot.deliver(body(0.1 * beat, robot="alpha"), body(0.1 * beat, robot="beta"))
            notebook.wait_for("alpha/Kick", beat)
            notebook.wait_for("beta/Kick", beat)
            notebook.wait_for("game/Score", beat)
    assert notebook.faults == []
    assert notebook.of("game/Score")[-1].kicks >= 8  # those of the beats before


def test_a_robot_without_a_value_has_none():
    shown = []
    lonely = [delivery for delivery in script(6) if delivery.robot == "beta"]
    run = Run(MATCH, PaperRobot(lonely, BOTH), configuration=Configuration(MATCH.sections()))
    run.hub.watch("game/referee/kicked", lambda path, time_s, names: shown.append(names))
    run.run_until(1.0)
    assert shown == [["beta"], ["beta"]]


def test_a_referee_can_be_driven_by_the_source_of_a_robot():
    plan = CyclerPlan("referee", "beta/body", (Node(Counter, "alpha"),), WHOLE_GAME)
    notebook = played(TEAM.joined(Setup("referee", (plan,))), script(3), robots=BOTH)
    assert [score.kicks for score in notebook.of("game/alpha/Score")] == [1, 2, 3]


@pytest.mark.parametrize(("loss", "heard"), [(0.0, [4, 8, 14]), (1.0, [])])
def test_what_the_referee_says_reaches_robots_by_radio_late_or_not_at_all(loss: float, heard: list[int]):
    setup = setup_of(Kicker, Ear).for_robots("alpha", "beta").joined(REFEREE)
    driver = RadioDriver(
        PaperRobot(script(11), BOTH),
        random=np.random.default_rng(1),
        announced=(Score,),
        delay_s=0.03,
        loss=loss,
    )
    notebook = Notebook()
    run = Run(setup, driver, configuration=Configuration(setup.sections()), observers=[notebook])
    run.run_until(10.0)
    for robot in ("alpha", "beta"):
        assert [message.kicks for message in notebook.of(f"{robot}/Heard")] == heard
    assert notebook.faults == []
    late = [delivery.time_ns for delivery in notebook.deliveries if delivery.source == "game/radio"]
    assert late == sorted(late)
    assert run.driver.robots[-1].name == WHOLE_GAME
