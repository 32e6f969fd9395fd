"""What the eyes make of drawn pictures, held against what was drawn."""

import math

import numpy as np
import pytest

from ludens.core.contract.debug import Debug, DebugHub
from ludens.games.soccer.world.field_pictures import CameraAim, place_in_picture
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019
from ludens.vision.balls.detector import BallDetector
from ludens.vision.field.landmark_finder import LandmarkFinder
from ludens.vision.field.line_calibration import distances_m
from ludens.vision.field.scanner import FieldScanner

TOP = 0.51


@pytest.fixture(scope="module")
def eyes():
    random = np.random.default_rng(3)
    return FieldScanner(random=random), LandmarkFinder(random=random), BallDetector(random=random)


def looked(hall, eyes, pose, *, pitch_rad=0.25, yaw_rad=0.0, ball=None):
    scanner, finder, detector = eyes
    picture = hall.take(pose, CameraAim(height_m=TOP, pitch_rad=pitch_rad, yaw_rad=yaw_rad), ball=ball)
    scanned = scanner.scan(picture.image, picture.pose)
    return picture, scanned, finder.find(scanned), detector.cycle(scanned)


def test_lines_lie_on_lines_of_the_field(hall, eyes):
    seen = 0
    for x_m, y_m, yaw in (
        (-2.0, 1.0, 0.3),
        (3.0, -1.5, 0.4),
        (0.5, 1.8, 1.2),
        (-3.5, 0.0, 3.0),
        (2.5, 2.0, -2.0),
    ):
        pose = Pose2(x_m, y_m, yaw)
        _, _, landmarks, _ = looked(hall, eyes, pose)
        for x1, y1, x2, y2 in landmarks.lines_m.tolist():
            ends = np.array([pose.apply(x1, y1), pose.apply(x2, y2)])
            away_m = max(math.hypot(x1, y1), math.hypot(x2, y2))
            assert distances_m(ends, FIELD_2019).max() < 0.05 * away_m
            seen += 1
    assert seen >= 5


def test_the_centre_circle_is_found_within_a_decimetre(hall, eyes):
    for pose in (Pose2(-2.0, 0.3, 0.0), Pose2(1.6, -0.9, 2.6), Pose2(0.4, 2.2, -1.6)):
        _, _, landmarks, _ = looked(hall, eyes, pose)
        assert landmarks.circle is not None
        assert math.dist(pose.apply(*landmarks.circle), (0.0, 0.0)) < 0.10


def test_a_corner_is_no_circle(hall, eyes):
    for corner_x, corner_y in FIELD_2019.crossings["L"].tolist():
        pose = Pose2(0.5 * corner_x, 0.4 * corner_y, 0.0)
        ahead = math.atan2(corner_y - pose.y_m, corner_x - pose.x_m)
        _, _, landmarks, _ = looked(hall, eyes, Pose2(pose.x_m, pose.y_m, ahead))
        if landmarks.circle is not None:
            assert math.dist(pose.apply(*landmarks.circle), (0.0, 0.0)) < 0.3


def test_crossings_have_their_kind_place_and_direction(hall, eyes):
    corner = FIELD_2019.crossings["L"][np.argmax(FIELD_2019.crossings["L"].sum(axis=1))]
    pose = Pose2(corner[0] - 1.5, corner[1] - 1.1, 0.6)
    _, _, landmarks, _ = looked(hall, eyes, pose, pitch_rad=0.3)
    ((at_m, yaw_rad),) = landmarks.corners
    assert math.dist(pose.apply(*at_m), corner) < 0.12
    assert abs(difference(yaw_rad + pose.yaw_rad, math.radians(-135.0))) < math.radians(8.0)


def test_the_penalty_mark_is_found_and_a_ball_is_not_taken_for_it(hall, eyes):
    pose = Pose2(1.8, 0.3, 0.0)
    _, _, landmarks, _ = looked(hall, eyes, pose, pitch_rad=0.3)
    assert len(landmarks.marks) == 1
    assert math.dist(pose.apply(*landmarks.marks[0]), (3.2, 0.0)) < 0.08
    pose = Pose2(-1.5, 1.8, 0.8)  # no mark in view
    _, _, landmarks, balls = looked(hall, eyes, pose, pitch_rad=0.35, ball=(-0.5, 2.7))
    assert balls.balls
    assert landmarks.marks == ()


@pytest.mark.parametrize("away_m", [0.35, 0.8, 1.5, 2.5, 4.0])
def test_a_ball_is_found_where_it_lies(hall, eyes, away_m):
    pose = Pose2(-2.5, -0.6, 0.15)
    ball = pose.apply(away_m, 0.1)
    pitch_rad = math.atan2(TOP - 0.05, away_m) - 0.05
    picture, _, _, seen = looked(hall, eyes, pose, pitch_rad=pitch_rad, ball=ball)
    assert len(seen.balls) == 1
    assert picture.ball_m is not None
    assert math.dist(seen.balls[0].place_m, picture.ball_m) < 0.05 * max(away_m, 0.5)


def test_robots_lines_and_clutter_are_no_balls(hall_with_robots, eyes):
    found = 0
    for number in range(40):
        if number % 4 == 0:
            hall_with_robots.scatter_robots()
        picture = hall_with_robots.random_picture(with_ball=False)
        scanned = eyes[0].scan(picture.image, picture.pose)
        found += bool(eyes[2].cycle(scanned).balls)
        assert place_in_picture(picture, 0.05) is None
    assert found <= 1


def test_the_border_is_where_the_turf_ends(hall, eyes):
    pose = Pose2(1.0, 1.6, 1.45)
    picture, scanned, _, _ = looked(hall, eyes, pose, pitch_rad=0.1)
    columns = np.arange(40, 600, 40)
    inverse = pose.inverse()
    off_px = []
    for column in columns.tolist():
        edge = [
            picture.pose.camera.project(
                picture.pose.robot_from_camera.inverse().apply(np.array([(*inverse.apply(x, 3.7), 0.0)]))
            )[0]
            for x in np.linspace(-1.5, 3.5, 300)
        ]
        nearest = min(edge, key=lambda pixel: abs(pixel[0] - column))
        off_px.append(abs(scanned.border_rows[column] - nearest[1]))
    assert np.median(off_px) <= 8.0


def test_every_step_of_the_eyes_can_be_drawn_and_paints_as_field_what_scan_lines_call_field(hall):
    hub, shown = DebugHub(), {}
    hub.watch("*", lambda path, _time_s, content: shown.update({path: content}))
    debug, random = Debug(hub, "", None), np.random.default_rng(3)
    eyes = tuple(kind(debug=debug, random=random) for kind in (FieldScanner, LandmarkFinder, BallDetector))
    _, scanned, _, _ = looked(hall, eyes, Pose2(-2.0, 0.3, 0.0), ball=(0.0, 0.0))
    steps = ("scan lines", "border", "points", "lines", "circle", "candidates")
    assert [step for step in steps if not shown[step].shapes] == []
    assert shown["spot"].shapes == shown["crossings"].shapes == ()  # none is in sight
    for arc in shown["circle"].shapes:  # no stroke crosses the picture
        assert math.dist(*arc.points) < 150.0
    green = (shown["field colour"] == (40, 190, 90)).all(axis=2)
    long = [row for row in scanned.vertical.tolist() if row[2] - row[1] > 12]
    agree = [
        (green[start:end, column].mean() > 0.5) == bool(row[-1])
        for row in long
        for column, start, end in (row[:3],)
    ]
    assert len(agree) > 50
    assert np.mean(agree) > 0.95
