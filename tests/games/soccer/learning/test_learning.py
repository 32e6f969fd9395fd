"""Learning to shoot and to keep: the shots are the flat world's, the table is the one that any task uses."""

import numpy as np
import pytest

from ludens.games.soccer.learning.learner import Learner, success_rate
from ludens.games.soccer.learning.tasks import ThreePlaces, WhereToKeep, WhereToShootFrom
from ludens.games.soccer.world.shooting_range import ShootingRange, ShotResult
from ludens.planning.q_learning import Softmax


def learner_of(task: ThreePlaces | WhereToShootFrom | WhereToKeep, seed: int) -> Learner:
    return Learner(task, Softmax(), np.random.default_rng(seed))


def test_a_shot_at_the_empty_goal_hits_and_one_past_it_misses() -> None:
    shots = ShootingRange(noise="off", seed=1)
    assert shots.shoot((1.5, 0.0), 0.0) is ShotResult.GOAL
    assert shots.shoot((1.5, 0.0), 0.9) is ShotResult.MISS


def test_a_keeper_in_the_way_stops_a_shot_and_one_beside_it_does_not() -> None:
    shots = ShootingRange(noise="off", seed=1)
    assert shots.shoot((1.5, 0.0), 0.0, keeper_m=(2.85, 0.0)) is ShotResult.MISS
    assert shots.shoot((1.5, 0.0), 0.0, keeper_m=(2.85, 0.6)) is ShotResult.GOAL


def test_outward_shots_of_the_outer_places_are_soon_excluded() -> None:
    learner = learner_of(ThreePlaces(noise="default", seed=5), 5)
    learner.practise(100)
    lesson = ThreePlaces.LESSON
    for place, outward in ((0.0, "shoot -25"), (2.0, "shoot 25")):
        values = learner.table.values((0.0, place), lesson.actions)
        probabilities = dict(zip(lesson.actions, Softmax().probabilities(values), strict=True))
        assert probabilities[outward] < 0.02


@pytest.mark.parametrize("kind", [WhereToShootFrom, WhereToKeep])
def test_what_is_learnt_beats_chance_and_the_fixed_policy(
    kind: type[WhereToShootFrom] | type[WhereToKeep],
) -> None:
    task = kind(noise="default", seed=6)
    learner = learner_of(task, 6)
    learner.practise(800)
    learnt = success_rate(task, learner.learnt, 300)
    assert learnt > success_rate(task, learner.by_chance, 300) + 0.05
    assert learnt > success_rate(task, task.usual, 300) + 0.02
