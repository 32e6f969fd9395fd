"""`ludens play soccer --game learning`: a robot shoots, is rewarded by simulation or person, and learns."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.learning.lessons import KEEPING, OWN_GOAL_M, SHOOTING
from ludens.games.soccer.learning.table_drawing import table_shapes, value_colour
from ludens.games.soccer.learning_page import BY_ITSELF, NOT_NOW, forget, reward, touch_head
from ludens.games.soccer.learning_play import trainer_behind
from ludens.games.soccer.play import GAME, SoccerPlayOptions, conclude, setup_for
from ludens.games.soccer.world.shooting_range import ShotResult
from ludens.games.soccer.world.trainer import Trainer
from ludens.games.soccer.world.training_field import FlatTrainingField
from ludens.geometry import Pose2
from ludens.messages import Arrow, Fault, Text
from ludens.messages.learning import LearntTable
from ludens.planning.q_learning import QTable


class Learnt:
    """What the robot has told that it learnt."""

    def __init__(self) -> None:
        self.tables: list[LearntTable] = []

    def on_delivery(self, delivery: Delivery) -> None:
        pass

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        self.tables += [message for _, message in outputs if isinstance(message, LearntTable)]

    def on_fault(self, fault: Fault) -> None:
        raise AssertionError(fault)

    def close(self) -> None:
        pass


def started(path: Path | None, **asked: Any) -> tuple[Run, Trainer, Learnt]:
    table = "" if path is None else str(path)
    options = SoccerPlayOptions(game="learning", flat=True, table=table, **{"lesson": "three", **asked})
    setup = GAME.setup(setup_for(options))
    learnt = Learnt()
    driver = GAME.make_driver(setup, options, 4)
    run = Run(setup, driver, configuration=Configuration(setup.sections()), seed=4, observers=[learnt])
    trainer = trainer_behind(driver)
    assert trainer is not None
    return run, trainer, learnt


def visits(path: Path) -> int:
    entries: list[dict[str, int]] = json.loads(path.read_text())["entries"]
    return sum(entry["visits"] for entry in entries)


def test_shots_rewarded_by_the_simulation_are_learnt_kept_continued_and_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    run, trainer, learnt = started(path)
    with run:
        run.run_until(45.0)
        assert len(trainer.shots) >= 3
        assert "shots were goals" in str(conclude(run))
    assert len(learnt.tables) == visits(path) in (len(trainer.shots), len(trainer.shots) - 1)
    before = visits(path)
    run, trainer, _ = started(path)
    with run:
        run.run_until(16.0)
    assert visits(path) > before
    run, trainer, _ = started(path, anew=True)
    with run:
        run.run_until(16.0)
    assert visits(path) <= len(trainer.shots) < before


def test_a_person_rewards_by_words_or_by_a_touch_on_the_head_and_has_it_forget() -> None:
    run, trainer, learnt = started(None, rewards="person")
    with run:
        run.run_until(2.0)
        assert reward(run, "", result=ShotResult.GOAL) == NOT_NOW == touch_head(run, "", button="head front")
        _until_shot(run, trainer)
        run.run_until(run.time_s + 5.0)
        assert (trainer.waits_for_reward, learnt.tables) == (True, [])  # nobody has said anything
        assert reward(run, "", result=ShotResult.MISSED_BALL) == "You said: missed ball."
        run.run_until(run.time_s + 0.5)
        assert [entry.value for entry in learnt.tables[-1].values] == [-200.0]
        _until_shot(run, trainer)
        touch_head(run, "", button="head front")
        run.run_until(run.time_s + 0.6)
        assert sum(entry.visits for entry in learnt.tables[-1].values) == 2
        assert max(entry.value for entry in learnt.tables[-1].values) >= -50.0
        assert not trainer.waits_for_reward  # the ball is laid for the next shot
        forget(run, "")
        run.run_until(run.time_s + 0.5)
        assert learnt.tables[-1].values == ()


def _until_shot(run: Run, trainer: Trainer) -> None:
    longest_s = run.time_s + 40.0
    while not trainer.waits_for_reward and run.time_s < longest_s:
        run.run_until(run.time_s + 0.5)
    assert trainer.waits_for_reward


def test_where_the_simulation_rewards_a_person_does_not() -> None:
    run, _, _ = started(None)
    with run:
        assert reward(run, "", result=ShotResult.GOAL) == BY_ITSELF == touch_head(run, "", button="head rear")


@pytest.mark.parametrize("policy", ["softmax", "epsilon-greedy", "epsilon-soft"])
@pytest.mark.parametrize(("flat", "world"), [(True, "-flat"), (False, "")])
def test_options_mean_a_setup(policy: Any, flat: bool, world: str) -> None:
    name = setup_for(SoccerPlayOptions(game="learning", flat=flat, policy=policy))
    assert name == f"soccer-learning{world}-field-{policy}"
    assert GAME.setup(name).name == name
    with pytest.raises(LudensError, match="--players"):
        setup_for(SoccerPlayOptions(game="learning", players=2))


def test_a_ball_belongs_to_the_nearest_cell_and_mirrored_cells_are_one() -> None:
    field, three = SHOOTING["field"], SHOOTING["three"]
    assert field.state_of((1.1, -0.9)) == ((1.0, 2.0), -1.0)
    assert field.state_of((1.1, 0.9)) == ((1.0, 2.0), 1.0)
    assert three.state_of((1.0, -0.5)) == ((0.0, 0.0), 1.0)
    left, right = (field.direction_rad((1.0, side * 1.0), "shoot 10", side) for side in (1.0, -1.0))
    assert left == pytest.approx(-right)
    assert len(list(field.drawn_places())) == 4 * 7


def test_the_map_shows_the_best_action_and_its_value_in_colours() -> None:
    table = QTable()
    table.learn((0.0, 0.0), "shoot 25", 100.0)
    table.learn((0.0, 0.0), "shoot -25", -100.0)
    shapes = list(table_shapes(SHOOTING["three"], table, ((0.0, 0.0), 1.0)))
    (arrow,) = (shape for shape in shapes if isinstance(shape, Arrow))
    assert arrow.tip[1] > arrow.tail[1]  # to the left
    assert [shape.words for shape in shapes if isinstance(shape, Text)] == ["2"]
    reds, greens = ([int(value_colour(value)[i : i + 2], 16) for value in (-100.0, 100.0)] for i in (1, 3))
    assert reds[0] > greens[0]
    assert greens[1] > reds[1]


def test_a_keeper_takes_the_place_that_its_table_says_and_learns_from_shots_at_its_goal() -> None:
    run, trainer, learnt = started(None, lesson="keeper")
    taken: list[Pose2] = []
    with run:
        simulation = behind(run.driver, SimulationDriver)
        assert simulation is not None
        assert isinstance(simulation.world, FlatTrainingField)
        while len(trainer.shots) < 4 and run.time_s < 80.0:
            rolls = math.hypot(*simulation.world.ball.velocity_mps) > 1.0
            if rolls and len(taken) == len(trainer.shots):
                taken.append(simulation.world.bodies[0].pose)
            run.run_until(run.time_s + 0.1)
        run.run_until(run.time_s + 1.0)
        assert "of 4 shots were kept" in str(conclude(run))
    values = learnt.tables[-1].values
    assert sum(entry.visits for entry in values) == 4
    assert {entry.value for entry in values} <= {100.0, 0.0, -100.0}
    stands = [KEEPING.stand((-1.0, 0.0), action, side) for action in KEEPING.actions for side in (1.0, -1.0)]
    for pose in taken:  # within a foot of one of the places, by its own belief where it is
        assert min(pose.distance_m(stand) for stand in stands) < 0.15
    assert len({(round(pose.x_m, 1), round(pose.y_m, 1)) for pose in taken}) > 1  # it tries several


def test_where_a_keeper_stands_is_drawn_from_its_place_towards_the_ball() -> None:
    table = QTable()
    action = KEEPING.actions[4]
    table.learn((0.0, 2.0), action, 100.0)
    shapes = list(table_shapes(KEEPING, table, None))
    left, right = (shape for shape in shapes if isinstance(shape, Arrow))
    assert left.tail == pytest.approx((right.tail[0], -right.tail[1]))
    assert left.tail[0] == pytest.approx(OWN_GOAL_M[0] + 0.35)
    assert left.tip[0] > left.tail[0]
