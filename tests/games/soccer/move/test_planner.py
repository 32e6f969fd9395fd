import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.move.planner import Obstruction, PlannerTuning, is_behind, pace
from ludens.geometry import Pose2
from ludens.messages.soccer import Obstacles, WalkPlan

T = PlannerTuning()


def arrived(plan, *, steps=1500, ball_m=None, obstacles_m=()):
    """Walk by a plan whose places are on the ground; return all poses on the way."""
    robot = Pose2.identity()
    way = [robot]
    for _ in range(steps):
        inverse = robot.inverse()
        seen = WalkPlan(
            time_s=0.0,
            mode=plan.mode,
            target=inverse @ plan.target,
            ball_m=None if ball_m is None else inverse.apply(*ball_m),
        )
        walked = pace(seen, obstacles=Obstruction([inverse.apply(*obstacle) for obstacle in obstacles_m]))
        robot = robot @ Pose2(0.05 * walked.forward_mps, 0.05 * walked.left_mps, 0.05 * walked.turn_radps)
        way.append(robot)
    return way


@pytest.mark.parametrize("mode", ["path", "path with orientation", "direct", "direct with orientation"])
def test_every_mode_comes_to_stand_at_its_target(mode):
    target = Pose2(1.5, -0.8, 2.0)
    end = arrived(WalkPlan(time_s=0.0, mode=mode, target=target))[-1]
    assert math.hypot(end.x_m - target.x_m, end.y_m - target.y_m) < 0.03
    assert abs(end.yaw_rad - target.yaw_rad) < 0.05


@given(direction=st.floats(-math.pi, math.pi))
def test_walking_behind_the_ball_never_touches_it(direction):
    ball = (1.0, 0.2)
    target = Pose2(ball[0] - 0.22 * math.cos(direction), ball[1] - 0.22 * math.sin(direction), direction)
    way = arrived(WalkPlan(time_s=0.0, mode="walk behind ball", target=target), ball_m=ball)
    assert min(math.dist((pose.x_m, pose.y_m), ball) for pose in way) > 0.17
    end = way[-1]
    assert math.hypot(end.x_m - target.x_m, end.y_m - target.y_m) < 0.05


def test_an_obstacle_in_the_way_is_passed_at_a_distance():
    way = arrived(
        WalkPlan(time_s=0.0, mode="path", target=Pose2(2.0, 0.0, 0.0)), obstacles_m=[(1.0, 0.02)], steps=2500
    )
    assert min(math.dist((pose.x_m, pose.y_m), (1.0, 0.02)) for pose in way) > 0.2
    assert math.hypot(way[-1].x_m - 2.0, way[-1].y_m) < 0.05


def test_on_the_way_behind_a_ball_too_nobody_is_run_into():
    robot = (1.0, 0.05)
    way = arrived(
        WalkPlan(time_s=0.0, mode="walk behind ball", target=Pose2(2.0, 0.0, 0.0)),
        ball_m=(2.2, 0.0),
        obstacles_m=[robot],
        steps=2500,
    )
    assert min(math.dist((pose.x_m, pose.y_m), robot) for pose in way) > 0.25
    assert math.hypot(way[-1].x_m - 2.0, way[-1].y_m) < 0.05


def test_no_step_is_taken_towards_what_is_too_near():
    plan = WalkPlan(time_s=0.0, mode="path with orientation", target=Pose2(1.0, 0.0, 0.0))
    assert pace(plan, obstacles=Obstruction([(0.28, 0.0)])).forward_mps <= 1e-9
    assert pace(plan, obstacles=Obstruction([(-0.28, 0.0)])).forward_mps > 0.1


@pytest.mark.parametrize("mode", ["dribble", "direct with orientation"])
def test_at_the_ball_it_walks_into_nobody(mode):
    plan = WalkPlan(time_s=0.0, mode=mode, target=Pose2(0.1, 0.0, 0.0), ball_m=(0.3, 0.0))
    assert pace(plan, obstacles=Obstruction([(0.2, 0.0)])).forward_mps > 0.05
    assert pace(plan, obstacles=Obstruction([(0.1, 0.0)])).forward_mps <= 1e-9


def test_a_direct_way_goes_through():
    way = arrived(WalkPlan(time_s=0.0, mode="direct", target=Pose2(2.0, 0.0, 0.0)), obstacles_m=[(1.0, 0.0)])
    assert max(abs(pose.y_m) for pose in way) < 0.02


def test_a_velocity_is_walked_as_it_was_asked_for():
    plan = WalkPlan(time_s=0.0, mode="velocity", forward_mps=0.1, left_mps=-0.05, turn_radps=0.3)
    walked = pace(plan)
    assert (walked.forward_mps, walked.left_mps, walked.turn_radps) == (0.1, -0.05, 0.3)


def test_dribbling_walks_straight_at_a_ball_once_behind_it():
    target = Pose2(0.1, 0.0, 0.0)
    assert is_behind(target, (0.3, 0.05))
    walked = pace(WalkPlan(time_s=0.0, mode="dribble", target=target, ball_m=(0.3, 0.05)))
    assert walked.forward_mps == T.forward_mps


@given(
    x=st.floats(-3, 3),
    y=st.floats(-3, 3),
    yaw=st.floats(-math.pi, math.pi),
    bx=st.floats(-3, 3),
    by=st.floats(-3, 3),
)
def test_no_plan_asks_for_more_than_the_legs_can(x, y, yaw, bx, by):
    for mode in ("path", "direct with orientation", "walk behind ball", "dribble"):
        plan = WalkPlan(time_s=0.0, mode=mode, target=Pose2(x, y, yaw), ball_m=(bx, by))
        walked = pace(plan, obstacles=Obstruction([(bx, by)]))
        assert abs(walked.forward_mps) <= T.forward_mps + 1e-9
        assert abs(walked.left_mps) <= T.left_mps + 1e-9
        assert abs(walked.turn_radps) <= T.turn_radps + 1e-9


@pytest.mark.parametrize(
    ("plan", "points_m", "open_way"),
    [
        (WalkPlan(time_s=0.0, mode="path", target=Pose2(2.0, 0.0, 0.0)), (), True),
        (WalkPlan(time_s=0.0, mode="path", target=Pose2(2.0, 0.0, 0.0)), ((-0.3, 0.3),), False),
        (WalkPlan(time_s=0.0, mode="path", target=Pose2(2.0, 0.0, 0.0)), ((-1.5, 0.5),), True),
        (WalkPlan(time_s=0.0, mode="dribble", target=Pose2(0.2, 0.0, 0.0), ball_m=(0.3, 0.05)), (), False),
    ],
)
def test_the_fastest_speed_is_for_open_ways(plan, points_m, open_way):
    legs = LegControl()
    legs.start()
    request = legs.cycle(CycleTime(time_s=0.0), plan, Obstacles(time_s=0.0, points_m=points_m))
    assert (request.forward_mps > 0.22) is open_way
