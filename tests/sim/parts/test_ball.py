import math

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.sim.parts.ball import BALL_RADIUS_M, ROLLING_DECELERATION_MPS2, roll_ball

AWAY = Pose2(-2.3, -2.3, 0.0)


def roll(hall, speed_x: float, speed_y: float = 0.0) -> None:
    roll_ball(hall.physics.model, hall.physics.data, velocity_mps=(speed_x, speed_y))
    hall.physics.refresh()


def test_a_ball_at_rest_stays_where_it_is(make_hall):
    hall = make_hall(robot=AWAY, ball=(0.5, -0.3))
    hall.run(3.0)
    assert math.dist(hall.ball(), (0.5, -0.3)) < 1e-6


@pytest.mark.parametrize("heading_rad", [0.0, 2.0])
def test_it_rolls_straight_slows_down_evenly_and_stops(make_hall, heading_rad):
    hall = make_hall(robot=AWAY, ball=(0.0, 0.0))
    roll(hall, 0.6 * math.cos(heading_rad), 0.6 * math.sin(heading_rad))
    hall.run(2.0)
    speed = math.hypot(*hall.ball_speed())
    assert speed == pytest.approx(0.6 - 2.0 * ROLLING_DECELERATION_MPS2, abs=0.01)
    hall.run(4.0)
    assert math.hypot(*hall.ball_speed()) < 0.002
    x_m, y_m = hall.ball()
    assert math.hypot(x_m, y_m) == pytest.approx(0.6**2 / (2 * ROLLING_DECELERATION_MPS2), rel=0.03)
    assert math.atan2(y_m, x_m) == pytest.approx(heading_rad, abs=0.01)


def test_it_can_be_rolled_again_in_any_direction_after_it_has_turned_over(make_hall):
    hall = make_hall(robot=AWAY, ball=(0.0, 0.0))
    roll(hall, 0.4, 0.3)
    hall.run(1.3)
    roll(hall, 0.0, -0.5)
    before = hall.ball()
    hall.run(0.2)
    speed_x, speed_y = hall.ball_speed()
    assert abs(speed_x) < 0.01
    assert speed_y == pytest.approx(-0.5 + 0.2 * ROLLING_DECELERATION_MPS2, abs=0.02)
    assert hall.ball()[1] < before[1]


def test_it_bounces_off_a_wall_and_stays_inside(make_hall):
    hall = make_hall(robot=AWAY, ball=(2.0, 1.0))
    roll(hall, 1.2)
    fastest_back, farthest = 0.0, 0.0
    for _ in range(100):
        hall.run(0.02)
        fastest_back = max(fastest_back, -hall.ball_speed()[0])
        farthest = max(farthest, hall.ball()[0])
    assert farthest == pytest.approx(3.0 - BALL_RADIUS_M, abs=0.03)
    assert 0.45 < fastest_back / 1.1 < 0.75
    assert hall.ball()[0] < 2.85


def test_rammed_in_the_middle_it_leaves_along_the_robots_heading(make_hall):
    yaw_rad = 0.7
    ahead = np.array([math.cos(yaw_rad), math.sin(yaw_rad)])
    start = tuple(1.0 * ahead)
    hall = make_hall(robot=Pose2(0.0, 0.0, yaw_rad), ball=start)
    hall.run(1.9, forward_mps=0.8)
    hall.run(2.0, forward_mps=0.0)
    rolled = np.array(hall.ball()) - start
    assert np.linalg.norm(rolled) > 0.8
    assert math.atan2(rolled[1], rolled[0]) == pytest.approx(yaw_rad, abs=0.02)


def test_rammed_off_centre_it_still_leaves_nearly_along_the_heading(make_hall):
    hall = make_hall(robot=Pose2(-1.0, 0.0, 0.0), ball=(0.0, 0.1))
    hall.run(1.9, forward_mps=0.8)
    hall.run(2.0, forward_mps=0.0)
    x_m, y_m = hall.ball()
    assert x_m > 0.6
    assert abs(math.atan2(y_m - 0.1, x_m)) < 0.06
