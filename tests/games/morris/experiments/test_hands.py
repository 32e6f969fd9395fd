"""Hands in physics: a man is fetched, carried off and placed; one that is not there is missed and told."""

import numpy as np
import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.hands import HandsAtWork
from ludens.geometry import Pose2

MEASURES = MorrisMeasures()
POINT, FREE = 9, 17
STATION = MEASURES.board_from_side(0) @ Pose2(-0.085, 0.11, 0.0)
"""For the right hand at the points in the middle of the near side."""


@pytest.fixture(scope="module")
def work():
    with HandsAtWork(
        STATION, {POINT: 0, 1: 1, 10: 1, 8: 0}, noise="default", seed=955, random=np.random.default_rng(955)
    ) as started:
        yield started


def test_a_man_is_grasped_carried_over_others_and_placed(work) -> None:
    man = work.world.men_on_points()[POINT][0]
    place_m, yaw_rad = work.seen_man(man)
    others = work.neighbours_m(but=man)
    report = work.act("grasp", "right", place_m=place_m, yaw_rad=yaw_rad, neighbours_m=others)
    assert (report.state, report.reason) == ("done", "")
    assert report.holds == (False, True)
    assert work.world.held_by(man)
    assert work.world.men.board_from_man(man).translation[2] > 0.04

    x_m, y_m = MEASURES.points_m()[FREE].tolist()
    report = work.act("place", "right", place_m=(x_m, y_m), neighbours_m=others)
    assert (report.state, report.holds) == ("done", (False, False))
    assert work.world.men_on_points()[FREE] == (man,)
    assert work.disturbed(but=man) == 0
    assert not work.fell
    assert work.faults == 0


def test_a_man_that_is_not_there_is_missed_and_told_and_the_robot_comes_back_to_its_stand(work) -> None:
    x_m, y_m = MEASURES.points_m()[POINT].tolist()
    report = work.act("grasp", "right", place_m=(x_m, y_m), neighbours_m=work.neighbours_m())
    assert report.state == "failed"
    assert "felt nothing" in report.reason
    work.leave()
    work.run.run_until(work.run.time_s + 4.5)
    _, pitch_rad, _ = work.world.ground_from_torso().rpy()
    assert abs(pitch_rad) < 0.06
    assert not work.fell
