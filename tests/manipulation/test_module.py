"""The module alone, on its bench."""

import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.geometry import Transform3
from ludens.manipulation import Manipulation
from ludens.manipulation.leaning import torso_from_stance
from ludens.manipulation.module import BoardOverFeet
from ludens.manipulation.postures import is_behind
from ludens.messages.manipulation import HandFailure, HandRequest
from ludens.robots.nao.joints import INDEX, SPEED_RADPS
from ludens.robots.nao.kinematics import Posture
from tests.manipulation.bench import CYCLE_S, HELD, PLACE_M, Bench


def stands_with_arms_behind(position_rad: np.ndarray) -> bool:
    lean_rad = torso_from_stance(Posture(position_rad)).inverse().rpy()[1]
    return abs(lean_rad) < 0.02 and is_behind(position_rad, "left") and is_behind(position_rad, "right")


def grasping(bench: Bench, number: int = 1) -> None:
    bench.request = HandRequest(time_s=bench.time_s, number=number, act="grasp", hand="left", place_m=PLACE_M)


def test_it_is_a_proper_module() -> None:
    bench = Bench()
    grasping(bench)
    check_module(Manipulation, [bench.inputs() for _ in range(20)])


def test_grasp_and_place_follow_each_other_and_the_body_comes_back_to_a_stand() -> None:
    bench = Bench()
    bench.between = HELD
    assert bench.ask("grasp", 1).state == "done"
    report = bench.ask("place", 2)
    assert (report.state, report.reason) == ("done", "")
    assert report.holds == (False, False)
    assert stands_with_arms_behind(bench.leave().position_rad)


def test_no_joint_is_asked_for_more_than_its_speed() -> None:
    bench = Bench()
    bench.between = HELD
    grasping(bench)
    for _ in range(150):
        before_rad = bench.told_rad
        bench.step()
        step_rad = np.abs(bench.told_rad - before_rad)[:23]
        assert (step_rad <= SPEED_RADPS[:23] * CYCLE_S).all()


def test_a_man_that_is_not_there_is_told_and_the_hand_comes_up() -> None:
    bench = Bench()
    report = bench.ask("grasp", 1)
    assert report.state == "failed"
    assert report.reason == HandFailure.FELT_NOTHING


def test_a_man_that_was_carried_is_held_from_the_first_cycle_on() -> None:
    bench = Bench()
    hand = INDEX["LHand"]
    bench.position_rad[hand], bench.told_rad[hand], bench.between = 0.33, 0.0, 0.33
    wanted, _ = bench.step()
    assert wanted is not None
    assert wanted.position_rad[hand] == 0.0


def test_a_man_that_is_lost_on_the_way_is_told() -> None:
    bench = Bench()
    bench.between = HELD
    grasping(bench)
    bench.until("lift")
    bench.between = 0.0
    report = bench.ask("grasp", 1)
    assert report.reason == HandFailure.LOST


def test_a_hand_that_meets_something_says_so_and_can_still_be_left() -> None:
    bench = Bench()
    grasping(bench)
    bench.until("go down")
    bench.frozen = (INDEX["LShoulderPitch"],)
    report = bench.ask("grasp", 1)
    assert report.reason == HandFailure.BLOCKED
    assert "LShoulderPitch" in report.details
    bench.frozen = ()
    assert stands_with_arms_behind(bench.leave().position_rad)


def test_a_hot_arm_rests() -> None:
    bench = Bench()
    bench.status[INDEX["LElbowRoll"]] = 2
    assert "LElbowRoll is hot" in bench.ask("grasp", 1).details


def test_a_body_that_tips_gives_up() -> None:
    bench = Bench()
    grasping(bench)
    bench.until("reach over")
    bench.tips_rad = 0.3
    assert "might fall" in bench.ask("grasp", 1).details


def test_a_body_that_always_seems_to_lean_works_on_and_gives_up_when_it_tips_farther() -> None:
    bench = Bench()
    bench.tips_rad, bench.between = 0.15, HELD
    assert bench.ask("grasp", 1).state == "done"
    bench.tips_rad += 0.1
    report = bench.ask("place", 2)
    assert (report.state, report.reason) == ("failed", "unbalanced")


def test_legs_that_sag_by_the_play_of_their_gears_do_not_fall() -> None:
    bench = Bench()
    bench.between = HELD
    grasping(bench)
    bench.until("reach over")
    bench.sags_rad = 0.16
    assert bench.ask("grasp", 1).state == "done"


def test_legs_that_give_way_end_the_work() -> None:
    bench = Bench()
    grasping(bench)
    bench.until("reach over")
    bench.sags_rad = 0.35
    assert "might fall" in bench.ask("grasp", 1).details


@pytest.mark.parametrize("phase", ["raise", "reach over", "go down", "close"])
def test_from_any_phase_it_comes_back_to_a_stand(phase) -> None:
    bench = Bench()
    grasping(bench)
    bench.until(phase)
    assert stands_with_arms_behind(bench.leave().position_rad)
    assert bench.step()[1].reason == HandFailure.OTHER_MOTION


def test_without_knowing_where_the_board_is_nothing_is_reached_for() -> None:
    bench = Bench()
    bench.knows_board = False
    assert "not known where the board is" in bench.ask("grasp", 1).details


def test_what_is_out_of_reach_is_said_with_what_to_do() -> None:
    bench = Bench()
    grasping(bench)
    assert bench.request is not None
    bench.request = structs.replace(bench.request, place_m=(0.0, 0.15))
    for _ in range(30):
        _, report = bench.step()
    assert report.state == "failed"
    assert report.reason == HandFailure.OUT_OF_REACH


def test_nobody_who_gives_is_waited_for_with_patience_and_then_told() -> None:
    bench = Bench()
    report = bench.ask("accept", 1)
    assert report.reason == HandFailure.NOT_GIVEN


def test_what_is_put_into_the_open_hand_is_taken_and_given_back_when_pulled_at() -> None:
    bench = Bench()
    bench.request = HandRequest(time_s=0.0, number=1, act="accept", hand="left")
    bench.until("wait for an object")
    bench.between = HELD
    assert bench.ask("accept", 1).state == "done"
    bench.request = HandRequest(time_s=bench.time_s, number=2, act="offer", hand="left")
    bench.until("wait until it is taken")
    bench.between = 0.0
    assert bench.ask("offer", 2).state == "done"


def test_without_a_share_it_wants_nothing_but_still_feels() -> None:
    bench = Bench()
    bench.share = 0.0
    wanted, report = bench.step()
    assert wanted is None
    assert (report.number, report.state) == (0, "done")


def test_what_eyes_have_seen_from_over_the_table_is_remembered_where_the_body_stands_again() -> None:
    board = BoardOverFeet()
    bench = Bench()
    place, joints = bench.inputs()["place"], bench.inputs()["joints"]
    board.see(place, joints)
    before = board.stance_from_board(table_height_m=0.227)
    assert before is not None
    seen = Transform3.from_translation(0.012, -0.003, 0.004) @ before
    board.correct(before, seen)
    board.see(place, joints)
    after = board.stance_from_board(table_height_m=0.227)
    assert after is not None
    assert after.is_close(seen)
    board.correct(after, seen)  # the same again changes nothing
    again = board.stance_from_board(table_height_m=0.227)
    assert again is not None
    assert again.is_close(seen)
