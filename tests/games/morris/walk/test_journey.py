import math
from dataclasses import replace

import pytest

from ludens.games.morris.walk.journey import Journey, JourneyTuning
from ludens.games.morris.walk.route import Ring
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages.morris_table import StationFailure
from tests.games.morris.walk.walker import HALF_M, Walker, station


@pytest.mark.parametrize(("start", "goal"), [(0, 1), (0, 3), (3, 2), (0, 2)])
def test_it_comes_to_its_station_and_says_so(start: int, goal: int) -> None:
    walker = Walker(station(start, left_m=0.05), station(goal, left_m=-0.08))
    assert walker.run()
    assert walker.doings == ["look", "step away", "walk", "correct", "step up", "settle"]
    assert walker.place.distance_m(station(goal, left_m=-0.08)) < 0.009
    assert walker.closest_m > 0.095


def test_a_station_that_is_a_hand_away_is_reached_by_small_steps() -> None:
    walker = Walker(station(0), station(0, left_m=0.05))
    assert walker.run()
    assert walker.doings == ["look", "step up", "settle"]


def test_a_robot_that_is_not_sure_keeps_farther_away() -> None:
    walker = Walker(station(0), station(1), tuning=JourneyTuning(sure_m=0.03))
    walker.sigma_m = 0.02
    walker.run()
    sure = Walker(station(0), station(1))
    sure.run()
    ring = Ring(HALF_M, 0.2)
    farthest = [max(ring.distance_m(p.x_m, p.y_m) for p in walked.visited) for walked in (walker, sure)]
    assert farthest[0] > farthest[1] + 0.03


def test_the_marker_must_be_seen_at_rest_before_it_steps_up() -> None:
    walker = Walker(station(0), station(1))
    walker.until("correct")
    walker.sees = False
    walker.until("find marker")
    walker.sees = True
    assert walker.run()
    assert walker.doings.count("step up") == 1


def test_who_has_not_seen_the_board_for_a_while_stands_and_looks_on_its_way() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    walker.sees = False
    walker.until("look")
    walker.sees = True
    assert walker.run()
    assert "find marker" not in walker.doings


def test_who_does_not_see_the_board_before_the_table_stands_and_looks_instead_of_stepping_on() -> None:
    goal = station(0)
    walker = Walker(goal @ Pose2(-0.05, 0.0, 0.0), goal)
    walker.until("step up")
    walker.sees = False
    walker.until("settle")
    assert walker.place.distance_m(goal) < 0.05
    walker.sees = True
    assert walker.run()


def test_a_marker_that_stays_hidden_ends_in_a_call_for_help() -> None:
    walker = Walker(station(0), station(1))
    walker.sees = False
    walker.unseen_s = 100.0
    assert not walker.run()
    assert walker.doings[-1] == "find marker"
    assert walker.journey.failure is StationFailure.NO_MARKER


def test_somebody_who_carries_the_robot_off_makes_it_look_and_plan_anew() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    walker.place = Pose2(-0.2, 0.5, -1.2)
    walker.sigma_m = 1.5  # its feet were in the air
    walker.until("find marker")
    walker.sigma_m = 0.004
    assert walker.run()
    assert walker.place.distance_m(station(1)) < 0.009


def test_a_place_that_leaps_off_the_way_is_planned_from_anew() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    walker.place = Pose2(-0.5, -0.3, 0.5)
    assert walker.run()
    assert walker.doings.count("look") == 2
    assert walker.closest_m > 0.095


def test_after_a_fall_it_gets_up_finds_itself_and_walks_on() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    walker.upright = False
    for _ in range(80):
        assert walker.cycle().target is None
    assert walker.doings[-1] == "get up"
    walker.upright, walker.stands_for_s = True, 0.0
    walker.place, walker.sigma_m = Pose2(0.35, -0.45, 2.0), 0.004
    assert walker.run()
    assert walker.doings[-6:] == ["look", "step away", "walk", "correct", "step up", "settle"]
    assert "find marker" in walker.doings


def test_hot_legs_rest_first_away_from_the_table() -> None:
    walker = Walker(station(0), station(1))
    walker.hot = True
    walker.until("rest")
    while walker.cycle().motion != "relax":
        assert walker.time_s < 20.0
    assert Ring(HALF_M, 0.2).distance_m(walker.place.x_m, walker.place.y_m) > 0.4
    for _ in range(600):  # a minute of rest does not count as being late
        assert walker.cycle().motion == "relax"
    walker.hot, walker.stands_for_s = False, 0.0
    assert walker.run(seconds=300.0)


def test_feet_that_run_into_something_step_back_and_try_again() -> None:
    walker = Walker(station(0), station(1))
    walker.until("step up")
    walker.collides = True
    walker.until("back off")
    walker.collides = False
    assert walker.run()
    assert walker.doings.count("step up") == 2


def test_toes_that_scrape_over_the_carpet_while_it_walks_aside_are_no_collision() -> None:
    walker = Walker(station(0), station(1))
    walker.until("step away")
    walker.collides = True
    walker.until("correct")
    walker.collides = False
    assert walker.run()
    assert "back off" not in walker.doings


def test_something_that_stays_in_the_way_is_told() -> None:
    walker = Walker(station(0), station(1))
    for _ in range(3):
        walker.until("step up")
        walker.collides = True
        walker.until("back off")
        walker.collides = False
    assert not walker.run()
    assert walker.journey.failure is StationFailure.HINDERED


def test_who_comes_too_close_on_the_way_round_steps_back() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    for _ in range(25):
        walker.cycle()
    place = walker.place
    walker.place = replace(place, x_m=place.x_m * 0.75, y_m=place.y_m * 0.75)
    walker.until("back off")
    assert walker.run()


def test_ahead_it_turns_and_walks_leg_by_leg_and_keeps_its_elbows_off_the_table() -> None:
    walker = Walker(station(0), station(1), tuning=JourneyTuning(manner="ahead"))
    assert walker.run()
    assert walker.doings.count("turn") >= 3
    assert walker.place.distance_m(station(1)) < 0.009
    ring = Ring(HALF_M, 0.2)
    sideways = [
        ring.distance_m(pose.x_m, pose.y_m)
        for pose in walker.visited
        if abs(math.cos(difference(pose.yaw_rad, math.atan2(-pose.y_m, -pose.x_m)))) < 0.7
    ]
    assert min(sideways) > 0.17


def test_a_robot_that_stops_short_aims_farther_next_time() -> None:
    walker = Walker(station(0), station(0, left_m=0.05))
    walker.journey = Journey(
        station(0, left_m=0.05), half_m=HALF_M, time_s=0.0, tuning=JourneyTuning(short_m=0.02)
    )
    assert walker.run()
    assert walker.doings.count("step up") == 2
    assert walker.place.distance_m(station(0, left_m=0.05)) < 0.002
