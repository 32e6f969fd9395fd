import math
from collections.abc import Callable

import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.games.passing.meet import CONTACT_M, MeetingPlanner, RollingBall
from ludens.geometry import Pose2
from ludens.messages import Doubt, MeetingPlan, ObjectBelief
from tests.games.passing.samples import belief, history, now, odometry, sighting

Place = Callable[[float], tuple[float, float]]


def rolling(
    start_m: tuple[float, float], velocity_mps: tuple[float, float], deceleration_mps2: float = 0.1
) -> Place:
    """Where a ball is after a time."""
    speed_mps = math.hypot(*velocity_mps)

    def place(time_s: float) -> tuple[float, float]:
        rolls_s = min(time_s, speed_mps / deceleration_mps2)
        share = rolls_s * (1.0 - 0.5 * deceleration_mps2 * rolls_s / speed_mps)
        return start_m[0] + share * velocity_mps[0], start_m[1] + share * velocity_mps[1]

    return place


def watched(ball: Place, *, seconds: float = 1.0, target: ObjectBelief | None = None) -> MeetingPlan | None:
    """The plan of a robot that stands at the origin and has seen ten images a second."""
    planner = MeetingPlanner()
    planner.start()
    standing = history([odometry(0.0), odometry(seconds)])
    told = None
    for image in range(round(10 * seconds) + 1):
        time_s = 0.1 * image
        x_m, y_m = ball(time_s)
        seen = (sighting(time_s, math.hypot(x_m, y_m), math.atan2(y_m, x_m)),)
        told = planner.cycle(now(time_s), seen, standing, target, None)
    return told


def test_a_ball_that_crosses_is_met_ahead_of_where_it_is():
    ball = rolling((1.5, -0.8), (0.0, 0.5))
    plan = watched(ball)
    assert plan is not None
    assert plan.ball_now_m == pytest.approx(ball(1.0), abs=0.03)
    assert plan.ball_m == pytest.approx(ball(1.0 + plan.after_s), abs=0.05)
    assert plan.ball_m[1] > plan.ball_now_m[1] + 0.2
    assert plan.drive_m < math.hypot(*plan.ball_m)


def test_a_ball_that_comes_is_met_half_way_and_in_time():
    plan = watched(rolling((3.0, 0.1), (-0.6, 0.0)))
    assert plan is not None
    assert CONTACT_M < plan.ball_m[0] < plan.ball_now_m[0]
    assert plan.early_s >= 0.0


def test_a_ball_that_comes_to_the_robot_is_met_before_it_not_behind_it():
    planner = MeetingPlanner()
    planner.start()
    ball = RollingBall(place_m=(0.6, -0.2), along=(-1.0, 0.0), speed_mps=0.5, deceleration_mps2=0.1)
    plan = planner.meeting(0.0, ball)
    assert plan is not None
    assert plan.ball_m[0] > 0.0


def test_a_ball_at_the_lower_edge_of_the_image_still_tells_where_it_is():
    """Its circle is cut off, and counts less, but without it the last half metre would be a guess."""
    ball = rolling((1.4, 0.0), (-0.5, 0.0), deceleration_mps2=0.2)
    planner = MeetingPlanner()
    planner.start()
    way = history([odometry(0.0), odometry(2.0)])
    told = None
    for n in range(20):
        x_m, _ = ball(0.1 * n)
        seen = sighting(0.1 * n, x_m)
        assert seen.found is not None
        row_px = 120.0 if x_m > 1.0 else 225.0
        whole_or_not = structs.replace(seen.found, center_px=(160.0, row_px), radius_px=60.0)
        seen = structs.replace(seen, found=whole_or_not)
        told = planner.cycle(now(0.1 * n), (seen,), way, None, None)
    assert told is not None
    assert told.ball_now_m[0] == pytest.approx(ball(1.9)[0], abs=0.05)


@pytest.mark.parametrize(
    "ball",
    [
        rolling((1.5, 0.0), (0.001, 0.0)),  # at rest
        rolling((2.5, 0.0), (0.5, 0.0)),  # away from the robot, nearly at rest before it is overtaken
        rolling((4.0, 0.0), (0.0, 0.3)),  # far aside
    ],
)
def test_a_ball_that_rests_or_cannot_be_reached_is_not_to_be_met(ball: Place):
    assert watched(ball) is None


def test_a_ball_that_rolls_to_the_target_is_left_to_it():
    ball = rolling((1.5, -0.8), (0.0, 0.5))
    assert watched(ball, target=belief(1.5, 0.3)) is None
    assert watched(ball, target=belief(1.5, -2.0)) is not None


def test_a_doubted_ball_has_to_be_watched_anew():
    ball = rolling((1.5, -0.8), (0.0, 0.5))
    planner = MeetingPlanner()
    planner.start()
    standing = history([odometry(0.0), odometry(2.0)])
    images = tuple(
        sighting(0.1 * n, math.hypot(*ball(0.1 * n)), math.atan2(*reversed(ball(0.1 * n)))) for n in range(9)
    )
    assert planner.cycle(now(0.8), images, standing, None, None) is not None
    assert planner.cycle(now(0.9), (), standing, None, Doubt(time_s=0.9, about=("ball",))) is None


def test_a_driving_robot_foretells_the_same_meeting_in_its_own_frame():
    ball = rolling((2.0, -0.8), (0.0, 0.5))
    planner = MeetingPlanner()
    planner.start()
    way = history([odometry(0.1 * n, Pose2(0.02 * n, 0.0, 0.0), forward_mps=0.2) for n in range(11)])
    told = None
    for n in range(11):
        x_m, y_m = ball(0.1 * n)[0] - 0.02 * n, ball(0.1 * n)[1]
        seen = (sighting(0.1 * n, math.hypot(x_m, y_m), math.atan2(y_m, x_m)),)
        told = planner.cycle(now(0.1 * n), seen, way, None, None)
    assert told is not None
    x_m, y_m = ball(1.0 + told.after_s)
    assert told.ball_m == pytest.approx((x_m - 0.2, y_m), abs=0.06)


def test_the_planner_keeps_the_contract_of_modules():
    inputs = {
        "now": now(0.1),
        "images": (sighting(0.1),),
        "odometry": history([odometry(0.0), odometry(0.1)]),
        "target": None,
        "doubt": None,
    }
    check_module(MeetingPlanner, [inputs])
