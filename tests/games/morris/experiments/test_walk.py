"""Walking at the table in physics, with pictures: short ways, because they are slow to simulate."""

import math

import pytest

from ludens.experiments.json_values import Row
from ludens.games.morris.experiments.walk import GOALS, WALK, MorrisWalkOptions, summarise
from ludens.games.morris.experiments.walking import WalkRun
from ludens.games.morris.world import station_at
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap

START = station_at(0, back_m=0.12)


def test_it_steps_aside_to_a_station_and_notices_that_somebody_moved_it() -> None:
    goal = START @ Pose2(0.01, 0.03, 0.0)
    with WalkRun(START, seed=941, men={3: 0, 12: 1}) as walk:
        assert walk.listener.has_calibrated  # nobody told it how its camera sits
        outcome = walk.walk_to(goal)
        assert outcome.state == "done"
        assert outcome.touched == ()
        assert outcome.moved_men == 0
        missed = goal.inverse() @ outcome.place
        assert math.hypot(missed.x_m, missed.y_m) < 0.015
        assert abs(wrap(missed.yaw_rad)) < 0.04
        elsewhere = goal @ Pose2(-0.08, 0.04, 0.05)
        walk.world.move_robot(elsewhere)
        walk.run.run_until(walk.run.time_s + 1.8)
        believed = walk.listener.place
        assert believed is not None
        assert believed.board_from_robot.distance_m(walk.world.board_from_robot()) < 0.03


def row(*, touched: str = "", arrived: bool = True) -> Row:
    return {
        "arrived": arrived,
        "clean": arrived and not touched,
        "slight": arrived and bool(touched),
        "found_at_once": True,
        "near": True,
        "stop_error_m": 0.004,
        "stop_error_rad": 0.01,
        "belief_error_m": 0.003,
        "belief_error_rad": 0.005,
        "time_s": 20.0,
        "moved_men": 0,
        "faults": 0,
    }


def test_touches_and_walks_that_end_elsewhere_are_counted() -> None:
    figures = summarise([row(), row(), row(touched="nao/LThigh thigh"), row(arrived=False)])
    assert figures["clean_rate"] == pytest.approx(0.5)
    assert figures["slight_rate"] == pytest.approx(0.25)
    assert figures["arrived_rate"] == pytest.approx(0.75)
    assert set(GOALS) <= set(figures)
    assert set(WALK.paper) <= set(figures)
    assert MorrisWalkOptions().quarters == 1
