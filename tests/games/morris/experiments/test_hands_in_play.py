"""Hands that play by their own eyes: turns that are drawn, what pictures tell, and how men are scored."""

import numpy as np
import pytest

from ludens.core.contract.driver import Delivery
from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.grasp import summarise as summarise_grasps
from ludens.games.morris.experiments.hands_in_play import (
    DrawnTurns,
    HandsInPlayOptions,
    at_table,
    men_rows,
    points_at,
)
from ludens.games.morris.experiments.hands_referee import HandsReferee, count_disturbed, men_in_board_m
from ludens.games.morris.experiments.place import summarise as summarise_placements
from ludens.games.morris.rules import POINTS, Position, Side, mask_of, new_game
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.messages import CameraImage, Fault, StateReport
from ludens.messages.manipulation import BoardPose, HandAct, HandReport, HandRequest
from ludens.messages.message import Message
from ludens.messages.morris_game import Asking, MorrisGame, PersonAsked
from ludens.messages.task import TaskState

A1, D1, G1, A7 = (POINTS[name] for name in ("a1", "d1", "g1", "a7"))


class Diary:
    """When the first picture came, and when the robot first said where the board is."""

    def __init__(self) -> None:
        self.picture_s = self.board_s = np.inf

    def on_delivery(self, delivery: Delivery) -> None:
        if any(isinstance(message, CameraImage) for message in delivery.messages):
            self.picture_s = min(self.picture_s, delivery.time_ns * 1e-9)

    def on_outputs(self, time_ns: int, cycler: str, outputs) -> None:
        if any(isinstance(message, BoardPose) for _, message in outputs):
            self.board_s = min(self.board_s, time_ns * 1e-9)

    def on_fault(self, fault: Fault) -> None:
        raise AssertionError(str(fault))

    def close(self) -> None:
        pass


def test_the_robot_learns_from_pictures_alone_where_it_stands() -> None:
    request = TrialRequest(seed=931, noise="default", options=HandsInPlayOptions())
    diary = Diary()
    with at_table({A1: 0, D1: 1}, in_hand=8, side=0, request=request) as (run, _):
        run.observers.append(diary)
        while np.isinf(diary.board_s) and run.time_s < 3.0:
            run.step()
    assert diary.picture_s <= diary.board_s < 3.0


def test_turns_are_drawn_at_one_side_and_take_nobody() -> None:
    near = points_at(0)
    assert len(near) == 9
    record = new_game(start=Position(mask_of([A1, D1]), mask_of([A7]), 7, 8, Side.WHITE))
    player = DrawnTurns(near)
    turns = [player.choose(record, np.random.default_rng(seed)).move for seed in range(40)]
    assert {turn.target for turn in turns} <= set(near) - {G1}  # there the third man would close a mill
    assert all(turn.captured is None for turn in turns)


@pytest.fixture(scope="module")
def world() -> MorrisWorld:
    return MorrisWorld(MorrisWorldOptions(render=False, noise="off"), seed=932)


def tell(referee: HandsReferee, *messages: Message) -> None:
    referee.on_outputs(0, "body", [(type(message).__name__, message) for message in messages])


def state(name: str) -> StateReport:
    return StateReport(time_s=0.0, state=name, since_s=0.0, reason="", states=(), transitions=())


def asked(asking: Asking) -> PersonAsked:
    return PersonAsked(time_s=0.0, number=0, asking=asking)


def turn(text: str) -> MorrisGame:
    return MorrisGame(
        time_s=0.0, start="", turns=(text,), position="", turn="black", robot=("white", "black")
    )


def act(referee: HandsReferee, number: int, name: HandAct, *, holds: bool) -> None:
    tell(referee, HandRequest(time_s=0.0, number=number, act=name, hand="left"))
    for progress in (TaskState.BUSY, TaskState.DONE):
        tell(referee, HandReport(time_s=0.0, number=number, state=progress, holds=(holds, False)))


def placement(world: MorrisWorld, *, off_m: float, mended: bool = False, asking: Asking = "nothing") -> Row:
    """Return the row of a man that was moved from a1 to d1 and came to stand so far off."""
    world.arrange({A1: 0, G1: 1})
    referee = HandsReferee(world)
    tell(referee, state("thinking"))
    tell(referee, turn("a1-d1"), state("moving"))
    man, (x_m, y_m) = world.men_on_points()[A1][0], world.measures.points_m()[D1].tolist()
    world.men.stand(man, x_m + off_m, y_m)
    world.physics.refresh()
    act(referee, 1, "place", holds=False)
    if mended:
        world.men.stand(man, x_m, y_m)
        world.physics.refresh()
    tell(referee, asked(asking))
    tell(referee, state("thinking"))
    (row,) = referee.rows(1)
    return row


def test_a_man_is_placed_by_the_truth_and_repaired_only_where_nobody_helped(world) -> None:
    well, badly = placement(world, off_m=0.004), placement(world, off_m=0.02)
    assert (well["placed"], well["placed_after_repair"], well["error_m"]) == (True, True, 0.004)
    assert (badly["placed"], badly["placed_after_repair"]) == (False, False)
    repaired = placement(world, off_m=0.02, mended=True)
    assert (repaired["placed"], repaired["placed_after_repair"]) == (False, True)
    helped = placement(world, off_m=0.02, mended=True, asking="help")
    assert (helped["placed"], helped["placed_after_repair"]) == (False, False)


def test_a_man_that_a_person_takes_out_of_its_tray_was_not_disturbed(world) -> None:
    world.arrange({A1: 0, G1: 1})
    before_m = men_in_board_m(world)
    spare = next(man.number for man in world.men.men if not world.men.is_on_table(man.number))
    world.men.stand(spare, 0.0, 0.1)
    assert count_disturbed(world, before_m, but=None) == 0
    world.men.stand(world.men_on_points()[G1][0], 0.05, 0.1)
    world.physics.refresh()
    assert count_disturbed(world, before_m, but=None) == 1


def test_fingers_that_feel_a_man_where_none_is_have_grasped_nothing(world) -> None:
    world.arrange({A1: 0, G1: 1})
    referee = HandsReferee(world)
    tell(referee, turn("a1-d1"))
    act(referee, 1, "grasp", holds=True)
    act(referee, 2, "show", holds=True)
    (row,) = referee.rows(1)
    assert (row["grasped"], row["felt_right"], row["clean"]) == (False, False, True)
    assert row["placed_after_repair"] is False


def test_men_that_were_never_begun_and_crashed_robots_have_failed(world) -> None:
    never = HandsReferee(world).rows(2)
    rows: list[Row] = [{"men": list(never), "helped": 0, "faults": 0}, {"error": "It broke."}]
    assert len(men_rows(rows)) == 4
    figures = summarise_placements(rows)
    assert (figures["placed_rate"], figures["clean_rate"], figures["men"]) == (0.0, 0.0, 4)
    assert figures["fell_rate"] == 0.5  # of a robot that crashed nobody knows
    assert summarise_grasps(rows)["grasped_rate"] == 0.0
