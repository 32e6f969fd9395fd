"""Bodies and ball of the flat world against what full physics was seen to do."""

import math

import pytest

from ludens.core.errors import LudensError
from ludens.drivers.check import check_robot
from ludens.drivers.simulation import SimulationDriver
from ludens.geometry import Pose2
from ludens.messages import (
    HeadRequest,
    JointCommand,
    KickRequest,
    Message,
    MotionRequest,
    Penalty,
    WalkRequest,
)
from ludens.motion.kick import best_place_m
from ludens.motion.walk.step_kick import best_step_place_m
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions

Point = tuple[float, float]

AWAY_M = (4.0, 2.5)


def world_with(
    *starts: Pose2, ball_m: tuple[float, float] = AWAY_M, noise: str = "off", seed: int = 1
) -> FlatWorld:
    names = tuple(f"nao{number}" for number in range(len(starts)))
    return FlatWorld(FlatWorldOptions(names=names, starts=starts, ball_m=ball_m, noise=noise), seed=seed)


def advance(world: FlatWorld, seconds: float) -> None:
    world.advance_to(world.physics.time_ns + round(seconds * 1e9))


def ask(world: FlatWorld, *commands: Message, robot: int = 0) -> None:
    for command in commands:
        world.robots[robot].command(command, time_ns=world.physics.time_ns)


def test_it_walks_as_fast_as_asked_and_stops_where_physics_stops() -> None:
    world = world_with(Pose2(-3.0, 0.0, 0.0))
    ask(world, WalkRequest(time_s=0.0, forward_mps=0.2))
    advance(world, 3.0)
    before = world.pose_of()
    advance(world, 2.0)
    assert world.pose_of().x_m - before.x_m == pytest.approx(0.4, abs=0.005)
    before = world.pose_of()
    ask(world, WalkRequest(time_s=5.0))
    advance(world, 2.5)
    assert world.pose_of().x_m - before.x_m == pytest.approx(0.060, abs=0.02)  # traced in physics
    still = world.pose_of()
    advance(world, 1.0)
    assert world.pose_of() == still


def test_it_turns_on_the_spot_and_odometry_follows() -> None:
    world = world_with(Pose2(0.0, 0.0, 0.0))
    ask(world, WalkRequest(time_s=0.0, turn_radps=0.8))
    advance(world, 3.0)
    body = world.bodies[0]
    assert body.yaw_rad == pytest.approx(0.8 * (3.0 - 0.62), abs=0.1)
    assert body.odometry.yaw_rad == pytest.approx(body.yaw_rad)


def test_every_robot_walks_a_little_otherwise_and_its_odometry_slips() -> None:
    ways = []
    for seed in range(6):
        world = world_with(Pose2(-3.0, 0.0, 0.0), noise="default", seed=seed)
        ask(world, WalkRequest(time_s=0.0, forward_mps=0.2))
        advance(world, 12.0)
        body = world.bodies[0]
        way_m = math.hypot(body.x_m + 3.0, body.y_m)
        ways.append(way_m)
        assert way_m == pytest.approx(2.2, rel=0.15)
        assert math.hypot(body.odometry.x_m, body.odometry.y_m) == pytest.approx(way_m, rel=0.08)
    assert max(ways) - min(ways) > 0.03


def test_a_kick_from_a_stand_takes_as_long_and_goes_as_far_as_in_physics() -> None:
    before_m = best_place_m(KickRequest(time_s=0.0))
    stand = Pose2(-2.0, 0.0, 0.0)
    ball_m = stand.apply(*before_m)
    world = world_with(stand, ball_m=ball_m)
    ask(world, KickRequest(time_s=0.0, ball_m=before_m), MotionRequest(time_s=0.0, motion="kick"))
    advance(world, 1.3)
    assert world.ball.velocity_mps == (0.0, 0.0)
    advance(world, 0.3)
    assert world.ball.velocity_mps[0] > 1.3
    advance(world, 1.4)
    kick = world.bodies[0].kick
    assert kick is not None
    report = kick.report(3.0)
    assert (report.phase, report.share, report.refused) == ("return", 1.0, "")
    advance(world, 5.0)
    assert math.dist(world.ball.place_m, ball_m) == pytest.approx(0.93 * 4.8, abs=0.1)


def test_a_ball_out_of_reach_is_refused_with_the_sentence_of_the_real_kick() -> None:
    world = world_with(Pose2(0.0, 0.0, 0.0))
    ask(world, KickRequest(time_s=0.0, ball_m=(0.6, 0.05)), MotionRequest(time_s=0.0, motion="kick"))
    advance(world, 0.5)
    kick = world.bodies[0].kick
    assert kick is not None
    assert "this kick reaches it from" in kick.report(0.5).refused


def test_a_ball_that_lies_elsewhere_than_believed_is_missed() -> None:
    ball_m = best_place_m(KickRequest(time_s=0.0))
    world = world_with(Pose2(0.0, 0.0, 0.0), ball_m=(ball_m[0] + 0.02, ball_m[1] + 0.12))
    ask(world, KickRequest(time_s=0.0, ball_m=ball_m), MotionRequest(time_s=0.0, motion="kick"))
    advance(world, 3.0)
    assert world.ball.velocity_mps == (0.0, 0.0)


def test_a_kick_in_walking_goes_through_its_stages_and_strikes() -> None:
    ball_m = best_step_place_m("forward", with_left=True)
    world = world_with(Pose2(0.0, 0.0, 0.0), ball_m=ball_m)
    ask(world, WalkRequest(time_s=0.0, kick="forward"))
    stages = set()
    for _ in range(16):
        advance(world, 0.1)
        stages.add(world.bodies[0].gait.kicking.stage)
    assert {"wait", "prepare", "kick", "done"} <= stages
    advance(world, 5.0)
    assert math.dist(world.ball.place_m, ball_m) == pytest.approx(1.6, abs=0.1)


def test_a_body_that_walks_into_the_ball_pushes_it_ahead() -> None:
    world = world_with(Pose2(0.0, 0.0, 0.0), ball_m=(0.4, 0.03))
    ask(world, WalkRequest(time_s=0.0, forward_mps=0.2))
    advance(world, 2.6)
    assert 0.3 < world.ball.velocity_mps[0] < 0.9
    advance(world, 1.0)
    assert world.ball.place_m[0] - world.pose_of().x_m > 0.2


def test_one_that_falls_lies_and_gets_up_somewhere_near() -> None:
    world = world_with(Pose2(1.0, 1.0, 0.0), noise="default")
    body = world.bodies[0]
    body.topple("forward")
    states: list[str] = []
    for _ in range(105):
        advance(world, 0.1)
        states += [body.fall] if not states or states[-1] != body.fall else []
    assert states == ["falling", "fallen", "upright"]
    assert not body.lies
    assert world.pose_of().distance_m(Pose2(1.0, 1.0, 0.0)) < 0.6


def test_robots_do_not_walk_through_each_other_and_fall_now_and_then() -> None:
    falls = 0
    for seed in range(8):
        world = world_with(Pose2(-0.4, 0.0, 0.0), Pose2(0.4, 0.0, math.pi), noise="default", seed=seed)
        for robot in range(2):
            ask(world, WalkRequest(time_s=0.0, forward_mps=0.2), robot=robot)
        for _ in range(60):
            advance(world, 0.1)
            assert world.pose_of(0).distance_m(world.pose_of(1)) > 0.1
        falls += sum(body.lies for body in world.bodies)
    assert 1 <= falls <= 14


def test_a_ball_stays_in_the_net_and_bounces_off_a_post() -> None:
    world = world_with(Pose2(-3.0, 2.0, 0.0), ball_m=(3.8, 0.3))
    world.ball.roll((2.0, 0.0))
    advance(world, 3.0)
    assert 4.5 < world.ball.place_m[0] < 5.0
    world.ball.place((3.9, 0.8))
    world.ball.roll((1.5, 0.0))
    advance(world, 2.0)
    assert world.ball.place_m[0] < 4.5


def test_penalised_and_safe_robots_do_not_move_at_all() -> None:
    world = world_with(Pose2(0.0, 0.0, 0.0))
    ask(
        world,
        WalkRequest(time_s=0.0, forward_mps=0.2),
        HeadRequest(time_s=0.0, yaw_rad=1.0),
        Penalty(time_s=0.0, penalised=True),
    )
    advance(world, 2.0)
    assert world.pose_of() == Pose2(0.0, 0.0, 0.0)
    assert world.bodies[0].head_rad == (0.0, 0.0)
    ask(world, Penalty(time_s=2.0, penalised=False))
    advance(world, 2.0)
    world.robots[0].make_safe(time_ns=world.physics.time_ns)
    advance(world, 0.1)
    still = world.pose_of()
    advance(world, 1.0)
    assert world.pose_of() == still != Pose2(0.0, 0.0, 0.0)


def test_the_head_looks_at_a_point_with_the_camera_that_suits() -> None:
    world = world_with(Pose2(0.0, 0.0, 0.0))
    ask(world, HeadRequest(time_s=0.0, point_m=(0.2, 0.1, 0.05)))
    advance(world, 1.0)
    yaw_rad, pitch_rad = world.bodies[0].head_rad
    assert yaw_rad > 0.2
    assert -0.2 < pitch_rad < 0.52


def test_it_is_a_driver_like_others_and_refuses_joints() -> None:
    world = world_with(Pose2(0.0, 0.0, 0.0))
    ask(world, MotionRequest(time_s=0.0, motion="kick"))
    check_robot(SimulationDriver(world))
    with pytest.raises(LudensError, match="JointCommand"):
        ask(world, JointCommand(time_s=0.0, names=(), positions_rad=(), stiffnesses=()))
