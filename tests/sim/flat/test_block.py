"""A keeper's dive in the flat world, against what full physics was seen to do."""

import pytest

from ludens.geometry import Pose2
from ludens.messages import MotionRequest
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions

HOME = Pose2(-4.2, 0.0, 0.0)


def keeper_before(aside_m: float, *, arrives_s: float) -> FlatWorld:
    """A keeper at which a ball is rolled that passes it so far on its left, so much later."""
    world = FlatWorld(
        FlatWorldOptions(starts=(HOME,), ball_m=(-4.2 + 2.0 * arrives_s, aside_m), noise="off"), seed=1
    )
    world.ball.roll((-2.0, 0.0))
    return world


def ask(world: FlatWorld, motion: str) -> None:
    world.robots[0].command(MotionRequest(time_s=0.0, motion=motion), time_ns=world.physics.time_ns)


@pytest.mark.parametrize(
    ("motion", "aside_m", "arrives_s", "stops"),
    [
        ("dive_left", 0.55, 0.9, True),
        ("dive_right", -0.55, 0.9, True),
        ("dive_left", -0.55, 0.9, False),  # to the wrong side
        ("dive_left", 0.55, 0.35, False),  # too late
        ("dive_left", 0.95, 0.9, False),  # out of reach
        ("dive_left", 0.15, 0.9, True),
        ("dive_left", 0.03, 1.2, False),  # the feet have left
        ("dive_left", -0.1, 0.3, True),  # not yet
        ("dive_left", -0.1, 0.9, False),
        ("walk", 0.22, 0.9, False),
    ],
)
def test_a_ball_is_stopped_where_the_body_reaches_in_time(motion, aside_m, arrives_s, stops):
    world = keeper_before(aside_m, arrives_s=arrives_s)
    ask(world, motion)
    world.advance_to(1_600_000_000)
    assert (world.ball.place_m[0] > HOME.x_m) == stops
    assert (0 in world.touched_ball) == stops


def test_after_a_dive_it_stands_again_beside_its_place_and_a_request_is_done_once():
    world = keeper_before(2.5, arrives_s=1.0)
    ask(world, "dive_left")
    world.advance_to(1_000_000_000)
    body = world.bodies[0]
    assert body.lies
    assert (body.fall, body.direction) == ("fallen", "left")
    world.advance_to(11_000_000_000)
    assert body.lies
    world.advance_to(12_000_000_000)
    assert not body.lies
    assert body.y_m == pytest.approx(0.27, abs=0.02)
    world.advance_to(14_000_000_000)
    assert not body.lies
    ask(world, "walk")
    world.advance_to(14_100_000_000)
    ask(world, "dive_right")
    world.advance_to(14_300_000_000)
    assert body.lies
