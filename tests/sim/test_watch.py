import math

import pytest

from ludens.geometry import Pose2
from ludens.sim.parts.ball import roll_ball
from ludens.sim.parts.room import Obstacle
from ludens.sim.watch import ClosestWatch, TouchWatch

BOX = Obstacle(
    kind="box", x_m=0.8, y_m=0.0, yaw_rad=0.3, radius_m=0.2, height_m=0.3, colour_rgb=(0.5, 0.4, 0.3)
)


def watched(hall) -> TouchWatch:
    watch = TouchWatch(hall.physics.model, hall.physics.data, robots=("robot",))
    hall.physics.after_step.append(watch.step)
    return watch


def test_standing_on_the_floor_touches_nothing(make_hall):
    hall = make_hall(obstacles=(BOX,), ball=(0.0, 1.0))
    watch = watched(hall)
    hall.run(1.0)
    assert watch.touches == set()


def test_each_kind_of_thing_is_told_apart(make_hall):
    for things, expected in (
        ({"obstacles": (BOX,)}, "obstacle:0"),
        ({"ball": (0.8, 0.0)}, "ball"),
        ({"target": (0.8, 0.0)}, "target"),
        ({"robot": Pose2(2.0, 0.0, 0.0)}, "wall"),
    ):
        hall = make_hall(**things)
        watch = watched(hall)
        hall.run(2.5, forward_mps=0.4)
        assert watch.touches == {("robot", expected)}


def test_a_touch_is_remembered_after_it_has_ended(make_hall):
    hall = make_hall(ball=(0.6, 0.0))
    watch = watched(hall)
    hall.run(1.5, forward_mps=0.4)
    hall.run(1.5, forward_mps=-0.4)
    assert watch.touches == {("robot", "ball")}


def test_a_ball_that_hits_a_wall_is_no_touch_of_the_robot(make_hall):
    hall = make_hall(ball=(2.0, 2.0))
    watch = watched(hall)
    roll_ball(hall.physics.model, hall.physics.data, velocity_mps=(1.0, 0.0))
    hall.run(2.0)
    assert watch.touches == set()


def test_the_closest_distance_is_that_of_the_passing_moment_and_can_be_reset(make_hall):
    hall = make_hall(robot=Pose2(-2.5, -2.5, 0.0), ball=(-1.0, 0.5), target=(0.0, 0.0))
    model = hall.physics.model
    watch = ClosestWatch(
        hall.physics.data, first_body=int(model.body("ball").id), second_body=int(model.body("target").id)
    )
    hall.physics.after_step.append(watch.step)
    assert watch.closest_m == math.inf
    roll_ball(model, hall.physics.data, velocity_mps=(0.9, 0.0))
    hall.run(3.0)
    assert watch.closest_m == pytest.approx(0.5, abs=0.003)
    watch.reset()
    hall.run(0.02)
    assert watch.closest_m > 0.6
