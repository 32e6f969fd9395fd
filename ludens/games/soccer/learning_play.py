"""The game `learning`: a robot that learns to shoot or to keep, its trainer, and the file of its table."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import BODY
from ludens.core.contract.driver import Driver, behind
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.drivers.learnt_table import LearntTableDriver
from ludens.drivers.remote import RemoteDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.games.soccer.learning.lessons import (
    LESSONS,
    OWN_GOAL_M,
    BallCells,
    KeeperLesson,
    LessonName,
    ShotLesson,
)
from ludens.games.soccer.move.gaze import HeadControl
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.setups import ON_2011, PERCEPTION
from ludens.games.soccer.shot_learner import ShotLearner
from ludens.games.soccer.show import FieldView
from ludens.games.soccer.world.exercises import Exercise, KeeperExercise, ShotExercise
from ludens.games.soccer.world.trainer import Trainer
from ludens.games.soccer.world.training_field import FlatTrainingField, TrainingField, TrainingOptions

Point = tuple[float, float]

LEARNING, LEARNING_FLAT = "soccer-learning", "soccer-learning-flat"
"""Names of the setups, in physics and in the flat world; that of a lesson and of a policy follow."""


def learning_setup(name: str) -> Setup | None:
    """The setup of a name such as `soccer-learning-flat-three-softmax`, if it is one."""
    flat = name.startswith(LEARNING_FLAT + "-")
    given = name.removeprefix((LEARNING_FLAT if flat else LEARNING) + "-")
    lesson, _, policy = given.partition("-")
    if not name.startswith(LEARNING + "-") or lesson not in LESSONS or not policy:
        return None
    mind = (
        Node(FieldLocalisation, "", ON_2011),
        *(replace(node, parameters=ON_2011) if _knows_field(node) else node for node in PERCEPTION),
        Node(ShotLearner, "", {"lesson": lesson, "policy": policy}),
        Node(LegControl),
        Node(HeadControl, "", ON_2011),
        Node(FieldView, "", ON_2011),
    )
    body = FLAT_BODY if flat else BODY
    return Setup(name, (CyclerPlan("body", "body", (*mind, *body)),))


def _knows_field(node: Node) -> bool:
    return "field" in node.module.parameters_type().__dataclass_fields__


def setup_name(*, flat: bool, lesson: LessonName, policy: str) -> str:
    """Name of the setup for a lesson."""
    return f"{LEARNING_FLAT if flat else LEARNING}-{lesson}-{policy}"


def exercise_of(lesson: ShotLesson | KeeperLesson) -> Exercise:
    """What a trainer does in a lesson: the ball lies in any of its cells.

    Who shoots faces the goal, or straight ahead; who keeps is shot at anywhere into its goal.
    """

    def next_shot(random: np.random.Generator) -> tuple[Point, float]:
        assert isinstance(lesson, ShotLesson)
        ball_m = _any_place_m(lesson, random)
        return ball_m, lesson.direction_rad(ball_m, "0")

    def next_ball(random: np.random.Generator) -> tuple[Point, Point]:
        assert isinstance(lesson, KeeperLesson)
        ball_m = _any_place_m(lesson, random)
        return ball_m, (OWN_GOAL_M[0], float(random.uniform(-lesson.aimed_y_m, lesson.aimed_y_m)))

    return KeeperExercise(next_ball) if isinstance(lesson, KeeperLesson) else ShotExercise(next_shot)


def _any_place_m(cells: BallCells, random: np.random.Generator) -> Point:
    state = cells.states[int(random.integers(len(cells.states)))]
    return cells.place_m(state, -1.0 if cells.mirrored and random.random() < 0.5 else 1.0)


def learning_driver(setup: Setup, *, noise: str, by_person: bool, table: Path | None, seed: int) -> Driver:
    """The field with its trainer, a person's controls, and the file that keeps the table."""
    flat = setup.name.startswith(LEARNING_FLAT)
    name = setup.name.removeprefix((LEARNING_FLAT if flat else LEARNING) + "-").partition("-")[0]
    lesson = next(lesson for key, lesson in LESSONS.items() if key == name)
    options = TrainingOptions(
        exercise=exercise_of(lesson),
        keeper_m=lesson.keeper_m if isinstance(lesson, ShotLesson) else None,
        by_person=by_person,
        noise=noise,
    )
    field = (FlatTrainingField if flat else TrainingField)(options, seed=seed)
    return LearntTableDriver(RemoteDriver(SimulationDriver(field)), table)


def trainer_behind(driver: Driver) -> Trainer | None:
    """The trainer of a simulated field behind a driver, if there is one."""
    simulation = behind(driver, SimulationDriver)
    world = None if simulation is None else simulation.world
    return world.trainer if isinstance(world, TrainingField | FlatTrainingField) else None
