"""Percepts from truth: exact where nothing disturbs, and as bad as our eyes where something does."""

import math
from collections import Counter
from typing import Any, Literal

import numpy as np
import pytest
from msgspec import structs

from ludens.games.soccer.world.percepts.percept_noise import PerceptNoise, percept_noise, rate_at
from ludens.games.soccer.world.percepts.sight import camera_over_ground
from ludens.games.soccer.world.percepts.truth_eye import NOBODY, EyeView, TruthEye
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.soccer_field import FIELD_2011, FIELD_2019
from ludens.messages.team import RobotTeam
from ludens.robots.nao.kinematics.head import torso_from_head
from ludens.robots.nao.places import HEAD_FROM_CAMERA

LOOKS = 300
Point = tuple[float, float]


def view_from(
    pose: Pose2,
    *,
    ball_m: Point | None = None,
    pitch_rad: float = 0.1,
    turning_radps: float = 0.0,
    robots: FloatArray = NOBODY,
    eye: Literal["top", "bottom"] = "top",
) -> EyeView:
    camera = torso_from_head(0.0, pitch_rad) @ HEAD_FROM_CAMERA[eye]
    return EyeView(
        time_s=1.0,
        field_from_robot=pose,
        robot_from_camera=np.concatenate(
            (camera.rotation.reshape(-1), camera.translation + np.array((0.0, 0.0, 0.315)))
        ),
        turning_radps=turning_radps,
        balls_m=() if ball_m is None else (ball_m,),
        robots=robots,
    )


def robots_at(*places_m: Point, team: float = 1.0, lies: float = 0.0) -> FloatArray:
    return np.array([(x_m, y_m, team, lies) for x_m, y_m in places_m])


def eye_with(noise: PerceptNoise, seed: int = 1) -> TruthEye:
    return TruthEye(noise, np.random.default_rng(seed))


@pytest.mark.parametrize("pose", [Pose2(3.0, 0.5, 0.2), Pose2(-1.8, 0.3, 0.0), Pose2(2.5, -2.0, -0.6)])
def test_perfect_eyes_see_lines_points_and_ball_where_they_are(pose: Pose2) -> None:
    ball_m = pose.apply(1.5, 0.2)
    landmarks, balls, _, _ = eye_with(PerceptNoise()).look(view_from(pose, ball_m=ball_m))
    assert len(landmarks.lines_m) >= 1
    for x1, y1, x2, y2 in landmarks.lines_m.tolist():
        assert _off_field([pose.apply(x1, y1), pose.apply(x2, y2)]) < 1e-6
    assert landmarks.corners or landmarks.junctions or landmarks.circle
    for points, places in (
        (landmarks.corners, FIELD_2019.crossings["L"]),
        (landmarks.junctions, FIELD_2019.crossings["T"]),
    ):
        for at_m, _ in points:
            assert min(math.dist(pose.apply(*at_m), place) for place in places.tolist()) < 1e-6
    if landmarks.circle is not None:
        assert math.hypot(*pose.apply(*landmarks.circle)) < 1e-6
    assert math.dist(pose.apply(*balls.balls[0].place_m), ball_m) < 1e-6
    assert len(balls.looked_at_m) >= 8


def _off_field(ends: list[Point]) -> float:
    """How far the ends of a stretch are beside the nearest line of the field."""
    off_m: float = min(
        max(abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / math.hypot(x2 - x1, y2 - y1) for x, y in ends)
        for x1, y1, x2, y2 in FIELD_2019.lines_m.tolist()
    )
    return off_m


def test_what_is_beside_behind_or_hidden_is_not_seen() -> None:
    eye, pose = eye_with(PerceptNoise()), Pose2(0.0, 0.0, 0.0)

    def sees(ball_m: Point, **options: Any) -> bool:
        return bool(eye.look(view_from(pose, ball_m=ball_m, **options))[1].balls)

    assert sees((2.0, 0.0))
    assert not sees((-2.0, 0.0))
    assert not sees((1.0, 1.5))
    assert not sees((0.2, 0.05))  # at its feet: the lower camera's
    assert sees((0.2, 0.05), eye="bottom", pitch_rad=0.3)
    assert not sees((2.0, 0.0), robots=robots_at((1.0, 0.03)))
    assert sees((2.0, 0.0), robots=robots_at((2.5, 0.0), (1.0, 0.5)))


def test_our_eyes_miss_blur_and_invent_as_often_as_their_figures_say() -> None:
    noise, pose = percept_noise("default"), Pose2(1.5, 0.0, 0.0)
    eye = eye_with(noise)
    looks = [eye.look(view_from(pose, ball_m=(3.5, 0.1))) for _ in range(LOOKS)]
    seen = sum(any(math.hypot(*ball.place_m) > 0 for ball in balls.balls) for _, balls, _, _ in looks) / LOOKS
    assert seen == pytest.approx(rate_at(noise.ball_rates, 2.0), abs=0.05)
    blurred = [eye.look(view_from(pose, ball_m=(3.5, 0.1), turning_radps=4.0)) for _ in range(LOOKS)]
    assert sum(bool(balls.balls) for _, balls, _, _ in blurred) < 0.6 * LOOKS
    empty = [eye.look(view_from(pose)) for _ in range(LOOKS)]
    assert sum(len(balls.balls) for _, balls, _, _ in empty) <= 0.03 * LOOKS
    false = sum(
        _off_field([pose.apply(x1, y1), pose.apply(x2, y2)]) > 0.3
        for landmarks, _, _, _ in looks
        for x1, y1, x2, y2 in landmarks.lines_m.tolist()
    )
    assert 0.01 * LOOKS < false < 0.2 * LOOKS


def test_perfect_eyes_see_other_robots_where_they_stand_or_lie_and_whose_they_are() -> None:
    pose = Pose2(1.0, -0.5, 0.4)
    itself = (pose.x_m, pose.y_m, 0.0, 0.0)
    mate, lying = (*pose.apply(1.0, 0.3), 0.0, 0.0), (*pose.apply(2.5, -0.4), 1.0, 1.0)
    hidden, behind = (*pose.apply(2.0, 0.62), 1.0, 0.0), (*pose.apply(-1.0, 0.0), 1.0, 0.0)
    view = view_from(pose, robots=np.array([itself, mate, lying, hidden, behind]))
    seen = eye_with(PerceptNoise()).look(view)[2].robots
    assert [(robot.team, robot.fallen) for robot in seen] == [(RobotTeam.OWN, False), (RobotTeam.OTHER, True)]
    assert math.dist(seen[0].place_m, (1.0, 0.3)) < 1e-6
    assert math.dist(seen[1].place_m, (2.5, -0.4)) < 1e-6


def test_our_eyes_miss_robots_take_them_for_others_and_invent_some() -> None:
    noise, pose = percept_noise("default"), Pose2(0.0, 0.0, 0.0)
    eye = eye_with(noise)
    view = view_from(pose, robots=robots_at((0.0, 0.0), (2.0, 0.1)))
    near = [
        robot
        for _ in range(LOOKS)
        for robot in eye.look(view)[2].robots
        if math.dist(robot.place_m, (2.0, 0.1)) < 0.5
    ]
    assert len(near) / LOOKS == pytest.approx(rate_at(noise.robot_rates, 2.0), abs=0.06)
    teams = Counter(robot.team for robot in near)
    assert teams[RobotTeam.OTHER] > 0.8 * len(near)
    assert teams[RobotTeam.UNKNOWN] > teams[RobotTeam.OWN]
    invented = sum(len(eye.look(view_from(pose))[2].robots) for _ in range(LOOKS))
    assert 0 < invented < 0.05 * LOOKS


def test_what_else_is_seen_does_not_depend_on_robots_that_hide_nothing() -> None:
    pose, ball_m = Pose2(1.5, 0.0, 0.0), (3.0, 0.1)
    alone, watched = (
        eye_with(percept_noise("default")).look(view_from(pose, ball_m=ball_m, robots=robots))
        for robots in (NOBODY, robots_at((1.5, 0.0), (-3.0, 2.0)))
    )
    assert alone[1].balls == watched[1].balls
    np.testing.assert_array_equal(alone[0].lines_m, watched[0].lines_m)


def test_errors_grow_with_distance_and_are_one_robots_own() -> None:
    noise, pose = percept_noise("default"), Pose2(0.0, 0.0, 0.0)
    errors: dict[float, list[float]] = {1.0: [], 3.0: []}
    for seed in range(40):
        eye = eye_with(noise, seed)
        for away_m, found in errors.items():
            balls = [eye.look(view_from(pose, ball_m=(away_m, 0.0)))[1].balls for _ in range(3)]
            places = [ball[0].place_m[0] - away_m for ball in balls if ball]
            found += [float(np.mean(places))] if places else []
    near, far = (float(np.std(found)) for found in errors.values())
    assert 0.005 < near < 0.06
    assert 3.0 * near < far < 0.4


def test_a_head_that_turns_takes_its_cameras_along() -> None:
    mount = HEAD_FROM_CAMERA["bottom"]
    numbers = camera_over_ground(
        0.4,
        -0.2,
        np.concatenate((mount.rotation.reshape(-1), mount.translation)),
        torso_from_head(0.0, 0.0).translation,
    )
    camera = torso_from_head(0.4, -0.2) @ mount
    np.testing.assert_allclose(numbers, np.concatenate((camera.rotation.reshape(-1), camera.translation)))


def test_rates_are_joined_by_straight_lines_and_end() -> None:
    rates = ((1.0, 0.8), (3.0, 0.4))
    assert [rate_at(rates, away_m) for away_m in (0.0, 1.0, 2.0, 3.5)] == pytest.approx([0.8, 0.8, 0.6, 0.0])


@pytest.mark.parametrize("team", [0, 1])
def test_coloured_posts_are_seen_where_they_are_and_told_apart_by_whose_they_are(team: int) -> None:
    eye = TruthEye(PerceptNoise(), np.random.default_rng(1), FIELD_2011)
    pose = Pose2(0.5, 0.1, 0.0)  # before the goal that the first team attacks
    view = structs.replace(view_from(pose), team=team)
    posts = eye.look(view)[3]
    assert posts is not None
    assert len(posts.posts) == 2
    for post in posts.posts:
        place_m = pose.apply(*post.place_m)
        assert min(math.dist(place_m, foot_m) for foot_m in FIELD_2011.posts_m.tolist()) < 1e-6
        assert post.is_own == (team == 1)


def test_white_posts_are_not_told() -> None:
    assert eye_with(PerceptNoise()).look(view_from(Pose2(2.0, 0.0, 0.0)))[3] is None
