"""`ludens play soccer --game learning`: a robot shoots, is rewarded by simulation or person, and learns."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.games.soccer.learning.lessons import LESSONS
from ludens.games.soccer.learning.table_drawing import table_shapes, value_colour
from ludens.games.soccer.learning_page import BY_ITSELF, NOT_NOW, forget, reward, touch_head
from ludens.games.soccer.learning_play import trainer_behind
from ludens.games.soccer.play import GAME, SoccerPlayOptions, conclude, setup_for
from ludens.games.soccer.world.shooting_range import ShotResult
from ludens.games.soccer.world.trainer import Trainer
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
    options = SoccerPlayOptions(game="learning", flat=True, lesson="three", table=table, **asked)
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
    field, three = LESSONS["field"], LESSONS["three"]
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
    shapes = list(table_shapes(LESSONS["three"], table, ((0.0, 0.0), 1.0)))
    (arrow,) = (shape for shape in shapes if isinstance(shape, Arrow))
    assert arrow.tip[1] > arrow.tail[1]  # to the left
    assert [shape.words for shape in shapes if isinstance(shape, Text)] == ["2"]
    reds, greens = ([int(value_colour(value)[i : i + 2], 16) for value in (-100.0, 100.0)] for i in (1, 3))
    assert reds[0] > greens[0]
    assert greens[1] > reds[1]
