"""What 001's eyes make of drawn pictures of the field of 2011, held against what was drawn."""

import math

import numpy as np
import pytest

from ludens.games.soccer.world.field_pictures import CameraAim, FieldPictures
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.vision.coloured.finders import (
    ColouredThingFinder,
    WhiteLineFinder,
    WhiteLineFinderParameters,
)
from ludens.vision.coloured.hough_crossings import crossings_of
from ludens.vision.coloured.posts import goal_middle_m, grouped, which_post
from ludens.vision.field.line_calibration import distances_m
from ludens.vision.field.scanner import FieldScanner, FieldScannerParameters

AIM = CameraAim(height_m=0.51, pitch_rad=0.2)


@pytest.fixture(scope="module")
def hall_of_2011():
    with FieldPictures(73, robots=0, pitch=FIELD_2011) as pictures:
        yield pictures


@pytest.fixture(scope="module")
def scanner():
    return FieldScanner(FieldScannerParameters(cuts_by="columns"), random=np.random.default_rng(1))


def things(hall, scanner, pose, *, aim=AIM, ball=None):
    picture = hall.take(pose, aim, ball=ball)
    balls, posts = ColouredThingFinder().cycle(scanner.scan(picture.image, picture.pose))
    return picture, balls.balls, posts.posts


@pytest.mark.parametrize("ball", [(0.6, 0.1), (1.4, -0.4), (2.6, 0.5)])
def test_the_orange_ball_is_where_it_is(hall_of_2011, scanner, ball):
    pitch_rad = 0.2 if ball[0] > 1.0 else 0.7
    picture, balls, _ = things(
        hall_of_2011,
        scanner,
        Pose2(-0.2, 0.0, 0.0),
        ball=ball,
        aim=CameraAim(height_m=0.5, pitch_rad=pitch_rad),
    )
    assert len(balls) == 1
    assert math.dist(balls[0].place_m, picture.ball_m) < 0.03 * math.hypot(*picture.ball_m)


def test_without_a_ball_none_is_seen(hall_of_2011, scanner):
    assert not things(hall_of_2011, scanner, Pose2(0.0, 0.0, 0.0))[1]


@pytest.mark.parametrize(
    ("pose", "numbers"),
    [
        (Pose2(0.3, 0.0, 0.0), {2, 3}),  # both yellow posts
        (Pose2(1.2, 0.9, -0.9), {2}),  # one of them
        (Pose2(-0.4, 0.2, math.pi), {0, 1}),  # both blue ones
        (Pose2(0.0, 0.5, 0.5 * math.pi), set()),  # none
    ],
)
def test_posts_are_seen_by_their_feet_and_told_apart_by_the_belief(hall_of_2011, scanner, pose, numbers):
    _, _, posts = things(hall_of_2011, scanner, pose)
    believed = Pose2(pose.x_m + 0.15, pose.y_m - 0.1, pose.yaw_rad + 0.08)
    assert {which_post(post, believed, FIELD_2011) for post in posts} == numbers
    for post in posts:
        place_m = pose.inverse().apply(*FIELD_2011.posts_m[which_post(post, believed, FIELD_2011)])
        assert math.dist(post.place_m, place_m) < 0.05 * math.hypot(*place_m)
        assert post.is_own == (pose.apply(*post.place_m)[0] < 0.0)
    if posts:
        middle_m = goal_middle_m(posts, believed, FIELD_2011, own=posts[0].is_own)
        goal_m = pose.inverse().apply(-3.0 if posts[0].is_own else 3.0, 0.0)
        assert middle_m is not None
        assert math.dist(middle_m, goal_m) < 0.25


def test_columns_with_feet_that_are_far_apart_are_two_posts():
    feet = np.full(60, -1)
    feet[10:15], feet[15:18], feet[40:44] = 200, 230, 201
    assert [(group.first_px, group.last_px) for group in grouped(feet)] == [(10, 14), (15, 17), (40, 43)]


def test_white_points_lie_on_lines(hall_of_2011, scanner):
    pose = Pose2(-1.0, 0.8, 0.2)
    picture = hall_of_2011.take(pose, AIM, ball=None)
    points, _ = WhiteLineFinder().cycle(scanner.scan(picture.image, picture.pose))
    on_field_m = np.array([pose.apply(x, y) for x, y in points.points_m.tolist()])
    assert len(on_field_m) > 20
    assert np.mean(distances_m(on_field_m, FIELD_2011) < 0.10) > 0.85


def test_lines_meet_where_they_do_on_the_field(hall_of_2011, scanner):
    finder = WhiteLineFinder(WhiteLineFinderParameters(by="crossings"))
    pose = Pose2(1.2, 0.4, 0.25)
    picture = hall_of_2011.take(pose, AIM, ball=None)
    seen, _ = finder.cycle(scanner.scan(picture.image, picture.pose))
    places_m = np.concatenate([*FIELD_2011.crossings.values()])
    for x_m, y_m in seen.crossings_m.tolist():
        assert np.hypot(*(places_m - np.array(pose.apply(x_m, y_m))).T).min() < 0.2
    assert len(seen.crossings_m) >= 2


def test_only_lines_that_meet_at_more_than_15_degrees_cross_and_near_crossings_are_one():
    flat, steep, beside = (0.0, 100.0, 200.0, 100.0), (100.0, 0.0, 100.0, 200.0), (106.0, 0.0, 106.0, 200.0)
    slanting = (0.0, 80.0, 200.0, 120.0)
    assert crossings_of(np.array([flat, slanting])).shape == (0, 2)
    assert crossings_of(np.array([flat, steep, beside])).tolist() == [[103.0, 100.0]]
