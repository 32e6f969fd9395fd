import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludens.core.runtime.module_check import check_module
from ludens.estimation.objects import place_of
from ludens.games.passing.plan import PassPlanner, PassPlannerParameters
from ludens.geometry import Pose2
from ludens.messages import Doubt, ObjectBelief, PassPlan
from tests.games.passing.samples import belief

coordinates = st.floats(-3.0, 3.0)
places = st.tuples(coordinates, coordinates).filter(lambda place: math.hypot(*place) > 0.1)
PLANNER = PassPlanner()


def planned(ball: ObjectBelief, target: ObjectBelief, planner: PassPlanner = PLANNER) -> PassPlan:
    return planner.cycle(ball, target, None)


@given(places, places)
def test_stage_ball_and_target_lie_on_one_line_with_the_stage_a_metre_behind(
    ball: tuple[float, float], target: tuple[float, float]
):
    assume(math.dist(ball, target) > 0.05)
    plan = planned(belief(*ball), belief(*target))
    assert plan.ball_m == pytest.approx(ball)
    assert plan.target_m == pytest.approx(target)
    assert math.dist(plan.stage_m, ball) == pytest.approx(1.0)
    assert math.dist(plan.stage_m, target) == pytest.approx(1.0 + math.dist(ball, target))
    assert plan.pass_m == pytest.approx(math.dist(ball, target))


@given(places, places, st.floats(0.4, 2.0))
def test_driving_from_the_stage_along_the_pass_leads_over_the_ball_to_the_target(
    ball: tuple[float, float], target: tuple[float, float], stage_distance_m: float
):
    assume(math.dist(ball, target) > 0.05)
    planner = PassPlanner(PassPlannerParameters(stage_distance_m=stage_distance_m))
    plan = planned(belief(*ball), belief(*target), planner)
    at_stage = Pose2(*plan.stage_m, plan.direction_rad)
    assert at_stage.apply(stage_distance_m, 0.0) == pytest.approx(ball, abs=1e-9)
    assert at_stage.apply(stage_distance_m + plan.pass_m, 0.0) == pytest.approx(target, abs=1e-9)


@given(places, places)
def test_offset_and_before_say_where_the_robot_stands_on_the_line(
    ball: tuple[float, float], target: tuple[float, float]
):
    assume(math.dist(ball, target) > 0.05)
    plan = planned(belief(*ball), belief(*target))
    ball_on_line = Pose2(*ball, plan.direction_rad)
    robot_x_m, robot_y_m = ball_on_line.inverse().apply(0.0, 0.0)
    assert plan.before_m == pytest.approx(-robot_x_m, abs=1e-9)
    assert plan.offset_m == pytest.approx(robot_y_m, abs=1e-9)  # positive to the left


def test_a_robot_at_the_stage_stands_on_the_line_a_metre_before_the_ball():
    plan = planned(belief(1.0, 0.0), belief(3.0, 0.0))
    assert plan.stage_m == pytest.approx((0.0, 0.0))
    assert (plan.offset_m, plan.before_m, plan.direction_rad) == pytest.approx((0.0, 1.0, 0.0))


def test_a_rolling_ball_is_met_ahead():
    plan = planned(belief(2.0, 0.0, velocity_mps=(0.0, 0.4)), belief(4.0, 0.0))
    x_m, y_m = plan.ball_m
    assert x_m == pytest.approx(2.0)
    assert 0.2 < y_m <= 0.4**2 / (2.0 * 0.15) + 1e-9  # never beyond where it stops
    assert math.dist(plan.stage_m, plan.ball_m) == pytest.approx(1.0)


def test_the_farther_the_way_the_farther_ahead_it_is_met():
    planner = PassPlanner(PassPlannerParameters(deceleration_mps2=0.02))  # it rolls on for long
    near = planned(belief(1.0, 0.0, velocity_mps=(0.0, 0.3)), belief(3.0, 0.0), planner)
    far = planned(belief(4.0, 0.0, velocity_mps=(0.0, 0.3)), belief(6.0, 0.0), planner)
    assert far.ball_m[1] > near.ball_m[1] > 0.0


@given(st.floats(0.1, 1.5), st.floats(0.0, 60.0))
def test_a_ball_rolls_on_until_friction_stops_it(speed_mps: float, elapsed_s: float):
    ball = belief(2.0, 0.0, velocity_mps=(speed_mps, 0.0))
    x_m, y_m = PLANNER.ball_after(ball, elapsed_s)
    rolling_s = min(elapsed_s, speed_mps / 0.15)
    assert y_m == 0.0
    assert x_m == pytest.approx(2.0 + speed_mps * rolling_s - 0.5 * 0.15 * rolling_s**2)


@pytest.mark.parametrize(("speed_mps", "sigma_mps"), [(0.03, 0.01), (0.3, 0.4)])
def test_a_speed_that_is_small_or_unsure_counts_as_rest(speed_mps: float, sigma_mps: float):
    ball = belief(2.0, 0.5, velocity_mps=(speed_mps, 0.0), velocity_sigma_mps=sigma_mps)
    assert planned(ball, belief(4.0, 0.0)).ball_m == pytest.approx((2.0, 0.5))


def test_a_stage_that_could_not_be_reached_is_tried_nearer_to_the_ball_and_then_farther_again():
    planner = PassPlanner()
    about_stage = Doubt(time_s=1.0, about=("ball", "stage"))
    distances_m = []
    for doubt in (None, about_stage, None, Doubt(time_s=2.0, about=("ball",)), about_stage):
        plan = planner.cycle(belief(2.0, 0.0), belief(4.0, 0.0), doubt)
        distances_m.append(plan.ball_m[0] - plan.stage_m[0])
    assert distances_m == pytest.approx([1.0, 0.7, 0.7, 0.7, 1.0])


def test_after_the_push_the_next_stage_is_as_far_away_as_usual():
    planner = PassPlanner()
    for about in (("ball", "stage"), ("ball", "target")):
        plan = planner.cycle(belief(2.0, 0.0), belief(4.0, 0.0), Doubt(time_s=1.0, about=about))
    assert plan.ball_m[0] - plan.stage_m[0] == pytest.approx(1.0)


def test_a_ball_at_the_target_breaks_nothing():
    plan = planned(belief(2.0, 1.0), belief(2.0, 1.0))
    assert plan.pass_m == pytest.approx(0.0)
    assert all(math.isfinite(number) for number in (*plan.stage_m, plan.direction_rad, plan.before_m))


@given(places)
def test_polar_and_plane_agree(place: tuple[float, float]):
    assert place_of(belief(*place)) == pytest.approx(place)


def test_the_planner_keeps_the_contract_of_modules():
    rolling = belief(2.0, 0.3, velocity_mps=(0.2, 0.3))
    check_module(PassPlanner, [{"ball": rolling, "target": belief(3.0, -1.0)}])
