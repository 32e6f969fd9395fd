"""The wiring of the passing game: every module in one visible list, and the setups derived from it."""

from dataclasses import replace
from typing import Any

from ludens.core.contract.driver import Driver
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.game import Game
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.objects import ObjectTracker
from ludens.games.passing.decide import PassingDecider
from ludens.games.passing.know import ObstacleTracker, SonarTracker
from ludens.games.passing.meet import MeetingPlanner
from ludens.games.passing.move import Behaviours, Drive
from ludens.games.passing.plan import PassPlanner
from ludens.games.passing.rally import RallyCounter
from ludens.games.passing.see import ColourDetector, RoundObjectDetector, Segmenter
from ludens.games.passing.truth import TruthEyes
from ludens.games.passing.world import PassingWorldOptions, make_world

GREEN, BLUE = "#3fae49", "#3b73d1"
BALL_LOOKS: dict[str, Any] = {"wanted": "green", "radius_m": 0.11, "drawn_in": GREEN}
TARGET_LOOKS: dict[str, Any] = {"wanted": "blue", "radius_m": 0.085, "drawn_in": BLUE}
BALL_MOVES = {"name": "ball", "colour": GREEN}
TARGET_MOVES = {"name": "target", "colour": BLUE, "deceleration_mps2": 0.5, "drift_sigma_m": 0.04}

PASSING = Setup(
    "passing",
    (
        CyclerPlan(
            "eyes",
            "camera",
            (
                Node(Segmenter),
                Node(RoundObjectDetector, "ball", BALL_LOOKS),
                Node(RoundObjectDetector, "target", TARGET_LOOKS),
            ),
        ),
        CyclerPlan(
            "body",
            "body",
            (
                Node(ObjectTracker, "ball", BALL_MOVES),
                Node(ObjectTracker, "target", TARGET_MOVES),
                Node(MeetingPlanner),
                Node(SonarTracker),
                Node(ObstacleTracker),
                Node(PassPlanner),
                Node(PassingDecider),
                Node(RallyCounter),
                Node(Behaviours),
                Node(Drive),
            ),
        ),
    ),
)

# The ball by plain colour threshold instead of segmentation; the target still needs the regions.
PASSING_COLOUR = PASSING.named("passing-colour").replacing(
    RoundObjectDetector, ColourDetector, under="ball", **BALL_LOOKS
)

# No vision at all: what the eyes would say comes from the simulator.
PASSING_TRUTH = (
    PASSING.named("passing-truth")
    .without(Segmenter)
    .replacing(RoundObjectDetector, TruthEyes, under="ball", entity="ball")
    .replacing(RoundObjectDetector, TruthEyes, under="target", entity="target")
)

# Two robots, each the other's target.
PASSING_PAIR = (
    PASSING.named("passing-pair")
    .replacing(PassingDecider, PassingDecider, shares_ball=True)
    .for_robots("alpha", "beta")
)


def make_driver(setup: Setup, options: PassingWorldOptions, seed: int) -> Driver:
    """The simulated world that fits a setup: as many robots as it has."""
    robots = len(setup.robots)
    return SimulationDriver(make_world(replace(options, robots=robots), seed))


GAME = Game(
    name="passing",
    title="Pass the ball back",
    summary="A wheeled robot finds a ball and a person and passes the ball back.",
    setups={setup.name: setup for setup in (PASSING, PASSING_COLOUR, PASSING_TRUTH, PASSING_PAIR)},
    options=PassingWorldOptions(person_figure=True, rolls_back=True),
    make_driver=make_driver,
)
