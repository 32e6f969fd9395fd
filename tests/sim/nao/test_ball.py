import math

import pytest

from ludens.sim.nao.ball import SimulatedBall
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.sim.parts.ball import SPL_BALL

RADIUS_M = 0.05


def world(*, noise: str = "off", seed: int = 1) -> NaoWorld:
    return NaoWorld(NaoWorldOptions(noise=noise, ball_m=(1.0, 0.2)), seed=seed)


def ball_of(room: NaoWorld) -> SimulatedBall:
    assert room.ball is not None
    return room.ball


def rolled_m(room: NaoWorld, speed_mps: float) -> float:
    """Set the ball rolling without slipping, away from the robot, and see how far it comes."""
    joint = room.physics.data.joint("ball")
    joint.qvel[:] = (speed_mps, 0.0, 0.0, 0.0, speed_mps / RADIUS_M, 0.0)
    start = ball_of(room).place_m
    room.advance_to(room.physics.time_ns + 5_000_000_000)
    assert math.hypot(*ball_of(room).velocity_mps) < 0.01
    return math.dist(start, ball_of(room).place_m)


def test_there_is_a_ball_only_where_one_is_asked_for() -> None:
    assert NaoWorld(NaoWorldOptions(), seed=1).ball is None


def test_it_lies_where_it_is_put_and_is_what_the_league_plays_with() -> None:
    room = world()
    ball_of(room).place((0.7, -0.4))
    room.advance_to(1_000_000_000)
    assert math.dist(ball_of(room).place_m, (0.7, -0.4)) < 1e-4
    assert math.hypot(*ball_of(room).velocity_mps) < 1e-4
    body = room.physics.model.body("ball")
    assert float(body.mass[0]) == pytest.approx(0.044)
    assert float(room.physics.model.geom("ball").size[0]) == RADIUS_M


def test_it_rolls_as_far_as_its_deceleration_says() -> None:
    assert rolled_m(world(), 1.4) == pytest.approx(1.4**2 / (2.0 * SPL_BALL.deceleration_mps2), rel=0.03)


def test_it_rolls_as_far_on_a_floor_that_is_slippery_for_soles() -> None:
    slippery = rolled_m(world(noise="off+floor-slippery"), 1.4)
    assert slippery == pytest.approx(rolled_m(world(), 1.4), rel=1e-4)


def test_floors_differ_and_a_seed_is_one_floor() -> None:
    first, again, other = (rolled_m(world(noise="default", seed=seed), 1.0) for seed in (1, 1, 2))
    assert first == again
    assert first != pytest.approx(other, rel=0.01)


def test_a_ball_that_is_laid_again_is_at_rest() -> None:
    room = world()
    room.physics.data.joint("ball").qvel[:3] = (1.0, 1.0, 0.0)
    room.advance_to(200_000_000)
    ball_of(room).place((0.5, 0.0))
    assert ball_of(room).velocity_mps == (0.0, 0.0)
