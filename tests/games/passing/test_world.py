import math
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.world import PassingWorld, PassingWorldOptions, make_world
from ludens.games.passing.world.layout import wall_gap_m
from ludens.geometry import wrap
from ludens.messages import BaseVelocityCommand, CameraImage
from ludens.robots.pioneer import BODY, CAMERA, ROBOT_FROM_CAMERA

Make = Callable[..., PassingWorld]


@pytest.fixture
def make() -> Iterator[Make]:
    worlds: list[PassingWorld] = []

    def build(seed: int = 1, *, render: bool = False, **options: Any) -> PassingWorld:
        worlds.append(make_world(PassingWorldOptions(render=render, **options), seed))
        return worlds[-1]

    yield build
    for world in worlds:
        world.close()


def pass_time(world: PassingWorld, seconds: float) -> None:
    world.advance_to(world.time_ns + round(seconds * 1e9))


def drive(
    world: PassingWorld, robot: int, seconds: float, forward_mps: float, turn_radps: float = 0.0
) -> None:
    for _ in range(round(seconds / 0.02)):
        now_ns = world.time_ns
        command = BaseVelocityCommand(time_s=0.0, forward_mps=forward_mps, turn_radps=turn_radps)
        world.robots[robot].command(command, time_ns=now_ns)
        world.advance_to(now_ns + 20_000_000)


def turn_towards(world: PassingWorld, point: tuple[float, float]) -> None:
    for _ in range(400):
        pose = world.truth().robots[""].ground_from_robot
        error = wrap(math.atan2(point[1] - pose.y_m, point[0] - pose.x_m) - pose.yaw_rad)
        if abs(error) < 0.01:
            break
        drive(world, 0, 0.02, 0.0, 2.0 * error)
    drive(world, 0, 0.3, 0.0)


def test_the_same_seed_makes_the_same_world_and_another_one_another(make: Make):
    assert make(3).layout == make(3).layout != make(4).layout
    assert make(3).truth() == make(3).truth()


def test_truth_begins_where_the_layout_says(make: Make):
    world = make(5)
    truth = world.truth()
    assert truth.time_s == 0.0
    assert truth.ball == pytest.approx(world.layout.ball)
    assert truth.target == pytest.approx(world.layout.target)
    pose, start = truth.robots[""].ground_from_robot, world.layout.robots[0]
    assert (pose.x_m, pose.y_m, wrap(pose.yaw_rad)) == pytest.approx(
        (start.x_m, start.y_m, wrap(start.yaw_rad))
    )


@pytest.mark.parametrize("count", [0, 1, 4])
def test_as_many_obstacles_as_asked(make: Make, count: int):
    assert len(make(2, obstacles=count).layout.obstacles) == count


def test_the_number_of_obstacles_varies_by_seed_from_none_to_four(make: Make):
    assert {len(make(seed).layout.obstacles) for seed in range(30)} == {0, 1, 2, 3, 4}


def test_a_still_ball_stays_and_a_rolling_one_rolls_at_up_to_half_a_metre_a_second(make: Make):
    still = make(6)
    pass_time(still, 2.0)
    assert still.truth().ball == pytest.approx(still.layout.ball, abs=1e-4)
    for seed in range(6):
        rolling = make(seed, ball="rolling")
        assert 0.2 <= math.hypot(*rolling.truth().ball_velocity_mps) <= 0.5
        pass_time(rolling, 14.0)
        assert math.hypot(*rolling.truth().ball_velocity_mps) < 0.01
        assert wall_gap_m(rolling.truth().ball) > 0.4
        assert math.dist(rolling.truth().ball, rolling.layout.ball) > 0.15


def test_a_robot_that_only_turns_touches_nothing(make: Make):
    world = make(7)
    drive(world, 0, 3.0, 0.0, 1.5)
    assert world.touches() == frozenset()


def test_a_rammed_ball_rolls_away_and_the_touch_is_told(make: Make):
    world = make(8, obstacles=0, noise="off")
    turn_towards(world, world.truth().ball)
    before = world.truth()
    pose = before.robots[""].ground_from_robot
    away = math.dist((pose.x_m, pose.y_m), before.ball)
    drive(world, 0, away / 0.6 + 0.8, 0.6)
    assert ("", "ball") in world.touches()
    moved = np.subtract(world.truth().ball, before.ball)
    assert np.linalg.norm(moved) > 0.2


def test_driving_into_the_wall_is_told(make: Make):
    world = make(9, obstacles=0, noise="off")
    pose = world.truth().robots[""].ground_from_robot
    turn_towards(world, (10.0 if pose.x_m > 0 else -10.0, pose.y_m))
    drive(world, 0, 6.0, 0.8)
    assert ("", "wall") in world.touches()


def test_the_closest_distance_of_ball_and_target_is_tracked_and_reset(make: Make):
    world = make(10)
    assert world.ball_target_closest_m == math.inf
    pass_time(world, 0.1)
    target = world.truth().target
    assert target is not None
    assert world.ball_target_closest_m == pytest.approx(math.dist(world.truth().ball, target), abs=1e-6)
    world.reset_ball_target_closest()
    assert world.ball_target_closest_m == math.inf


def test_a_walking_person_walks_and_stays_clear_of_everything(make: Make):
    world = make(12, person="walking", obstacles=3)
    start = world.truth().target
    assert start is not None
    farthest = 0.0
    for _ in range(300):
        pass_time(world, 0.1)
        target = world.truth().target
        assert target is not None
        farthest = max(farthest, math.dist(start, target))
        assert wall_gap_m(target) >= 0.39
        assert all(disc.gap_m(target) > 0.4 for disc in world.layout.obstacles)
        assert math.dist(target, world.truth().ball) > 0.4
    assert farthest > 0.4
    assert world.touches() == frozenset()


def test_a_still_person_stands(make: Make):
    world = make(12)
    pass_time(world, 5.0)
    assert world.truth().target == pytest.approx(world.layout.target)


def test_a_pushed_ball_comes_back_from_a_person_who_rolls_it(make: Make):
    """The robot, steered by truth, pushes the ball to the person, backs off and waits."""
    world = make(21, obstacles=0, noise="off", rolls_back=True)
    target = world.layout.target
    assert target is not None
    lined_up = False
    for _ in range(3000):
        truth = world.truth()
        pose = truth.robots[""].ground_from_robot
        away = np.subtract(truth.ball, target)
        behind = truth.ball + 0.8 * away / np.linalg.norm(away)
        lined_up = lined_up or math.dist((pose.x_m, pose.y_m), behind) < 0.1
        goal = truth.ball if lined_up else behind
        error = wrap(math.atan2(goal[1] - pose.y_m, goal[0] - pose.x_m) - pose.yaw_rad)
        drive(world, 0, 0.02, 0.5 if abs(error) < 0.2 else 0.0, 2.0 * error)
        if world.ball_target_closest_m < 0.55:
            break
    assert world.ball_target_closest_m < 0.6
    drive(world, 0, 1.5, -0.3)
    drive(world, 0, 8.0, 0.0)
    assert math.dist(world.truth().ball, target) > 0.6


def test_a_figure_stands_behind_the_blue_ball_only_when_asked(make: Make):
    def parts(world: PassingWorld) -> int:
        (target,) = [entity for entity in world.scene(0).entities if entity.name == "target"]
        return len(target.shapes)

    assert parts(make(13)) == 1
    assert parts(make(13, person_figure=True)) > 10


def test_latency_is_overridden_and_otherwise_that_of_the_noise(make: Make):
    def latency(**options: object) -> int:
        return make(14, noise="off", render=True, **options).robots[0].sources[1].latency_ns()

    assert latency() == 100_000_000
    assert latency(latency_s=0.25) == 250_000_000
    assert latency(latency_s=0.0) == 0


def test_unknown_noise_is_refused(make: Make):
    with pytest.raises(LudensError, match="no noise called 'gentle'"):
        make(1, noise="gentle")


@pytest.mark.parametrize(
    "wrong",
    [
        {"obstacles": 5},
        {"obstacles": -2},
        {"ball": "flying"},
        {"robots": 3},
        {"latency_s": -1.0},
        {"noise": 3},
    ],
)
def test_options_are_checked_when_converted_from_text(wrong: dict[str, object]):
    assert msgspec.convert({}, PassingWorldOptions) == PassingWorldOptions()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, PassingWorldOptions)


# ---------------------------------------------------------------------- two robots


def test_two_robots_have_no_target_and_touch_each_other_by_name(make: Make):
    world = make(15, robots=2, obstacles=0, noise="off")
    assert world.truth().target is None
    assert set(world.truth().robots) == {"alpha", "beta"}
    assert world.ball_target_closest_m == math.inf
    world.reset_ball_target_closest()
    for _ in range(1500):
        poses = {name: robot.ground_from_robot for name, robot in world.truth().robots.items()}
        ahead_x, ahead_y = poses["beta"].x_m - poses["alpha"].x_m, poses["beta"].y_m - poses["alpha"].y_m
        error = wrap(math.atan2(ahead_y, ahead_x) - poses["alpha"].yaw_rad)
        drive(world, 0, 0.02, 0.5 if abs(error) < 0.2 else 0.0, 2.0 * error)
        if ("alpha", "beta") in world.touches():
            break
    assert ("beta", "alpha") in world.touches()
    assert ("alpha", "wall") not in world.touches()


@pytest.mark.parametrize("yaw_rad", [0.0, 1.6, math.pi])
def test_a_robot_sees_its_fellows_blue_marker_from_every_side(make: Make, yaw_rad: float):
    world = make(16, robots=2, obstacles=0, noise="off", render=True)
    driver = SimulationDriver(world)
    picture = None
    while (delivery := driver.next_delivery()) is not None and delivery.time_ns < 20 * 10**9:
        poses = {name: robot.ground_from_robot for name, robot in world.truth().robots.items()}
        fellow_in_robot = poses["alpha"].inverse() @ poses["beta"]
        marker_in_robot = fellow_in_robot @ np.array([BODY.marker_x_m, 0.0])
        bearing = math.atan2(marker_in_robot[1], marker_in_robot[0])
        side_error = wrap(fellow_in_robot.yaw_rad - yaw_rad)
        if delivery.source == "body":
            for name, error in (("alpha", bearing), ("beta", -side_error)):
                turn_radps = max(-1.0, min(1.0, 2.0 * error))
                driver.command(name, BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=turn_radps))
        if (
            delivery.source == "camera"
            and delivery.robot == "alpha"
            and abs(bearing) + abs(side_error) < 0.02
        ):
            (picture,) = delivery.messages
            break
    assert isinstance(picture, CameraImage)
    red, green, blue = np.moveaxis(picture.pixels_rgb.astype(int), -1, 0)
    rows, columns = np.nonzero((blue - red > 40) & (blue - green > 40))
    marker_in_camera = ROBOT_FROM_CAMERA.inverse() @ np.array([*marker_in_robot, BODY.marker_z_m])
    column, row = CAMERA.project(marker_in_camera)
    radius_px = CAMERA.focal_x_px * BODY.marker_radius_m / np.linalg.norm(marker_in_camera)
    assert columns.mean() == pytest.approx(column, abs=4.0)
    assert rows.mean() == pytest.approx(row, abs=4.0)
    assert len(rows) == pytest.approx(math.pi * radius_px**2, rel=0.3)
