import math
from itertools import pairwise

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.sim.parts.ball import ROLLING_DECELERATION_MPS2, roll_ball
from ludens.sim.person import HOLD_DISTANCE_M, PATIENCE_NS, REACH_M, BallPerson, PersonHabits

FAR = Pose2(-2.3, 0.0, 0.0)


def enter(
    hall, *, walks: bool = False, rolls_back: bool = False, may_walk=lambda start, goal: True, seed: int = 1
):
    person = BallPerson(
        hall.physics.model,
        hall.physics.data,
        robot="robot",
        habits=PersonHabits(
            walks=walks, rolls_back=rolls_back, ball_deceleration_mps2=ROLLING_DECELERATION_MPS2
        ),
        may_walk=may_walk,
        random=np.random.default_rng(seed),
    )
    hall.physics.before_step.append(person.step)
    hall.physics.refresh()


def where(hall) -> tuple[float, float]:
    x_m, y_m, _ = hall.physics.data.body("target").xpos.tolist()
    return x_m, y_m


def roll(hall, speed_x: float, speed_y: float) -> None:
    roll_ball(hall.physics.model, hall.physics.data, velocity_mps=(speed_x, speed_y))


def test_a_standing_person_stands_firm_when_the_ball_hits(make_hall):
    hall = make_hall(robot=FAR, ball=(0.5, 0.0), target=(1.5, 0.0))
    enter(hall)
    roll(hall, 1.0, 0.0)
    hall.run(3.0)
    assert where(hall) == (1.5, 0.0)
    assert hall.ball()[0] < 1.5 - 0.15


def test_the_person_faces_the_robot(make_hall):
    hall = make_hall(robot=Pose2(0.0, 2.0, 0.0), ball=(-2.0, -2.0), target=(0.0, 0.0))
    enter(hall)
    hall.run(0.1)
    x_axis = hall.physics.data.body("target").xmat.reshape(3, 3)[:, 0]
    assert x_axis == pytest.approx([0.0, 1.0, 0.0], abs=0.05)


@pytest.mark.parametrize("start", [(0.6, 0.35), (1.5, -1.0)])
def test_a_ball_that_comes_is_rolled_back_towards_the_robot(make_hall, start):
    hall = make_hall(robot=FAR, ball=start, target=(1.5, 0.0))
    enter(hall, rolls_back=True)
    ahead = np.array([1.5, 0.0]) - start
    roll(hall, *(0.55 * ahead / np.linalg.norm(ahead)))
    nearest = math.inf
    for _ in range(150):
        hall.run(0.02)
        nearest = min(nearest, math.dist(hall.ball(), where(hall)))
    assert nearest < REACH_M
    hall.run(9.0)
    assert math.dist(hall.ball(), where(hall)) > REACH_M
    assert math.hypot(*hall.ball_speed()) < 0.1
    robot = hall.pose()
    assert 0.3 < math.dist(hall.ball(), (robot.x_m, robot.y_m)) < 2.3


def test_a_ball_behind_the_person_is_led_round_to_the_front_first(make_hall):
    hall = make_hall(robot=FAR, ball=(2.0, 0.0), target=(1.6, 0.0))
    enter(hall, rolls_back=True)
    hall.run(1.0)
    held = hall.ball()
    assert math.dist(held, (1.6, 0.0)) == pytest.approx(HOLD_DISTANCE_M, abs=0.03)
    assert held[0] < 1.25
    hall.run(0.3)
    speed_x, speed_y = hall.ball_speed()
    assert speed_x < -0.2
    assert math.hypot(speed_x, speed_y) <= 0.8


def test_the_ball_is_held_until_the_robot_looks_or_patience_ends(make_hall):
    averted = Pose2(-2.3, 0.0, math.pi)
    hall = make_hall(robot=averted, ball=(1.2, 0.0), target=(1.6, 0.0))
    enter(hall, rolls_back=True)
    hall.run(3.0)
    assert math.dist(hall.ball(), (1.6, 0.0)) == pytest.approx(HOLD_DISTANCE_M, abs=0.03)
    hall.run(PATIENCE_NS * 1e-9 - 2.0)
    assert math.dist(hall.ball(), (1.6, 0.0)) > HOLD_DISTANCE_M + 0.2


def test_a_ball_out_of_reach_is_left_alone(make_hall):
    hall = make_hall(robot=FAR, ball=(0.5, 0.0), target=(1.5, 0.0))
    enter(hall, rolls_back=True)
    hall.run(4.0)
    assert math.dist(hall.ball(), (0.5, 0.0)) < 1e-3


def test_a_walking_person_walks_at_most_half_a_metre_a_second(make_hall):
    hall = make_hall(robot=FAR, ball=(2.5, 2.5), target=(1.0, 0.0))
    enter(hall, walks=True, may_walk=lambda start, goal: max(map(abs, goal)) < 2.0)
    places = []
    for _ in range(200):
        places.append(where(hall))
        hall.run(0.1)
    steps = [math.dist(one, two) / 0.1 for one, two in pairwise(places)]
    assert 0.15 < max(steps) <= 0.5 + 1e-6
    assert sum(steps) * 0.1 > 1.0
    assert any(step == 0.0 for step in steps[5:])
    assert max(abs(value) for place in places for value in place) < 2.0


def test_a_person_walks_only_where_they_may(make_hall):
    hall = make_hall(robot=FAR, ball=(2.5, 2.5), target=(1.0, 0.0))
    enter(hall, walks=True, may_walk=lambda start, goal: False)
    hall.run(8.0)
    assert where(hall) == (1.0, 0.0)


def test_a_person_waits_for_a_robot_in_the_way(make_hall):
    hall = make_hall(robot=Pose2(0.0, 0.0, 0.0), ball=(2.5, 2.5), target=(2.0, 0.0))
    enter(hall, walks=True, may_walk=lambda start, goal: goal[0] < start[0] - 1.0 and abs(goal[1]) < 0.3)
    nearest = math.inf
    for _ in range(100):
        hall.run(0.2)
        nearest = min(nearest, math.dist(where(hall), (0.0, 0.0)))
    assert 0.8 < nearest < 1.2


def test_chance_decides_where_they_walk_and_the_same_seed_walks_the_same(make_hall):
    ends = []
    for seed in (1, 1, 2):
        hall = make_hall(robot=FAR, ball=(2.5, 2.5), target=(1.0, 0.0))
        enter(hall, walks=True, may_walk=lambda start, goal: max(map(abs, goal)) < 2.0, seed=seed)
        hall.run(8.0)
        ends.append(where(hall))
    assert ends[0] == ends[1] != ends[2]
