import math
from dataclasses import replace

import pytest

from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.walk.journey import Journey
from ludens.games.morris.walk.journey_tuning import JourneyTuning
from ludens.games.morris.walk.ring import Ring
from ludens.games.morris.walk.senses import Senses, Wish
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

MEASURES = MorrisMeasures()
HALF_M = 0.5 * MEASURES.table_width_m
CYCLE_S = 0.1
SPEED_MPS, TURN_RADPS = 0.1, 0.6


def station(side: int, *, left_m: float = 0.0) -> Pose2:
    return MEASURES.board_from_side(side) @ Pose2(-0.1, left_m, 0.0)


class Walker:
    """A body that goes where it is told, and a marker that it sees while it looks that way."""

    def __init__(self, start: Pose2, goal: Pose2, *, tuning: JourneyTuning | None = None) -> None:
        exact = replace(tuning or JourneyTuning(), short_m=0.0)  # this body stops where it is told to
        self.journey = Journey(goal, half_m=HALF_M, time_s=0.0, tuning=exact)
        self.place, self.time_s, self.stands_for_s = start, 0.0, 5.0
        self.sees, self.upright, self.hot, self.collides = True, True, False, False
        self.sigma_m = 0.004
        self.unseen_s = 0.0
        self.doings: list[str] = []
        self.visited: list[Pose2] = [start]
        self.asked: Pose2 | None = None  # where a way leads that was given from where it stood

    def cycle(self) -> Wish:
        self.time_s += CYCLE_S
        self.unseen_s = 0.0 if self.sees and self.upright else self.unseen_s + CYCLE_S
        wish = self.journey.step(
            Senses(
                time_s=self.time_s,
                place=self.place,
                sigma_m=self.sigma_m,
                sigma_rad=0.01,
                seen_before_s=self.unseen_s,
                stands_for_s=self.stands_for_s,
                is_upright=self.upright,
                collides=self.collides,
                hot=self.hot,
                cooled=not self.hot,
            )
        )
        if not self.doings or self.doings[-1] != wish.doing:
            self.doings.append(wish.doing)
        self._follow(wish)
        return wish

    def run(self, *, seconds: float = 120.0) -> Wish:
        wish = self.cycle()
        while wish.state == "busy" and self.time_s < seconds:
            wish = self.cycle()
        return wish

    def until(self, doing: str) -> Wish:
        wish = self.cycle()
        while wish.doing != doing:
            assert wish.state == "busy", wish
            assert self.time_s < 150.0
            wish = self.cycle()
        return wish

    def _follow(self, wish: Wish) -> None:
        if wish.way is None:
            self.asked = None
        elif self.asked is None:
            self.asked = self.place @ wish.way
        goal = wish.target if self.asked is None else self.asked
        if goal is None or self._near(goal) or wish.motion != "walk":
            self.stands_for_s += CYCLE_S
            return
        self.stands_for_s = 0.0
        x_m, y_m = goal.x_m - self.place.x_m, goal.y_m - self.place.y_m
        share = min(1.0, SPEED_MPS * CYCLE_S / max(math.hypot(x_m, y_m), 1e-9))
        turn_rad = difference(goal.yaw_rad, self.place.yaw_rad)
        turned_rad = max(-TURN_RADPS * CYCLE_S, min(TURN_RADPS * CYCLE_S, turn_rad))
        self.place = Pose2(
            self.place.x_m + share * x_m, self.place.y_m + share * y_m, self.place.yaw_rad + turned_rad
        )
        self.visited.append(self.place)

    def _near(self, goal: Pose2) -> bool:
        turn_rad = abs(difference(goal.yaw_rad, self.place.yaw_rad))
        return self.place.distance_m(goal) < 1e-6 and turn_rad < 1e-6

    @property
    def closest_m(self) -> float:
        ring = Ring(HALF_M, 0.2)
        return min(ring.distance_m(pose.x_m, pose.y_m) for pose in self.visited)


@pytest.mark.parametrize(("start", "goal"), [(0, 1), (0, 3), (3, 2), (0, 2)])
def test_it_comes_to_its_station_and_says_so(start: int, goal: int) -> None:
    walker = Walker(station(start, left_m=0.05), station(goal, left_m=-0.08))
    assert walker.run().state == "done"
    assert walker.doings == ["look", "step away", "walk", "correct", "step up", "settle"]
    assert walker.place.distance_m(station(goal, left_m=-0.08)) < 0.009
    assert walker.closest_m > 0.095


def test_a_station_that_is_a_hand_away_is_reached_by_small_steps() -> None:
    walker = Walker(station(0), station(0, left_m=0.05))
    assert walker.run().state == "done"
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
    walker.until("find the marker")
    walker.sees = True
    assert walker.run().state == "done"
    assert walker.doings.count("step up") == 1


def test_a_marker_that_stays_hidden_ends_in_a_call_for_help() -> None:
    walker = Walker(station(0), station(1))
    walker.sees = False
    walker.unseen_s = 100.0
    wish = walker.run()
    assert (wish.state, wish.doing) == ("failed", "find the marker")
    assert "marker" in wish.reason


def test_somebody_who_carries_the_robot_off_makes_it_look_and_plan_anew() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    walker.place = Pose2(-0.2, 0.5, -1.2)
    walker.sigma_m = 1.5  # its feet were in the air
    walker.until("find the marker")
    walker.sigma_m = 0.004
    assert walker.run().state == "done"
    assert walker.place.distance_m(station(1)) < 0.009


def test_a_place_that_leaps_off_the_way_is_planned_from_anew() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    walker.place = Pose2(-0.5, -0.3, 0.5)
    assert walker.run().state == "done"
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
    assert walker.run().state == "done"
    assert walker.doings[-6:] == ["look", "step away", "walk", "correct", "step up", "settle"]
    assert "find the marker" in walker.doings


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
    assert walker.run(seconds=300.0).state == "done"


def test_feet_that_run_into_something_step_back_and_try_again() -> None:
    walker = Walker(station(0), station(1))
    walker.until("step up")
    walker.collides = True
    walker.until("back off")
    walker.collides = False
    assert walker.run().state == "done"
    assert walker.doings.count("step up") == 2


def test_something_that_stays_in_the_way_is_told() -> None:
    walker = Walker(station(0), station(1))
    for _ in range(3):
        walker.until("step up")
        walker.collides = True
        walker.until("back off")
        walker.collides = False
    wish = walker.run()
    assert wish.state == "failed"
    assert "in the way" in wish.reason


def test_who_comes_too_close_on_the_way_round_steps_back() -> None:
    walker = Walker(station(0), station(1))
    walker.until("walk")
    for _ in range(25):
        walker.cycle()
    place = walker.place
    walker.place = replace(place, x_m=place.x_m * 0.75, y_m=place.y_m * 0.75)
    walker.until("back off")
    assert walker.run().state == "done"


def test_ahead_it_turns_and_walks_leg_by_leg_and_keeps_its_elbows_off_the_table() -> None:
    walker = Walker(station(0), station(1), tuning=JourneyTuning(manner="ahead"))
    assert walker.run().state == "done"
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
    assert walker.run().state == "done"
    assert walker.doings.count("step up") == 2
    assert walker.place.distance_m(station(0, left_m=0.05)) < 0.002
