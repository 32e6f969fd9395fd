"""Localisation on landmarks that are made up from the map, with the errors that cameras have."""

import math

import numpy as np
import pytest

from ludens.estimation.localisation.localiser import FieldLocaliser
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.field import Landmarks

CAMERA_M = 0.5


def seen_from(pose, random, *, head_rad):
    """Return the landmarks in view, wrong as by a camera that is turned a little."""
    inverse = pose.inverse()
    tilt_rad, turn_rad = random.normal(0.0, 0.015), random.normal(0.0, 0.02)

    def in_view(point):
        bearing = math.atan2(point[1], point[0])
        return 0.4 < math.hypot(*point) < 3.5 and abs(difference(bearing, head_rad)) < 0.45

    def wrong(point):
        down_rad = math.atan2(CAMERA_M, math.hypot(*point)) + tilt_rad
        bearing = math.atan2(point[1], point[0]) + turn_rad
        away_m = CAMERA_M / math.tan(max(down_rad, 0.05))
        return away_m * math.cos(bearing), away_m * math.sin(bearing)

    lines = []
    for x1, y1, x2, y2 in FIELD_2019.lines_m:
        points = [inverse.apply(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in np.linspace(0.0, 1.0, 60)]
        visible = [point for point in points if in_view(point)]
        if len(visible) > 5:
            lines.append((*wrong(visible[0]), *wrong(visible[-1])))
    marks = [wrong(p) for p in (inverse.apply(*mark) for mark in FIELD_2019.marks_m) if in_view(p)]
    center = inverse.apply(0.0, 0.0)
    return Landmarks(
        time_s=0.0,
        lines_m=np.array(lines).reshape(-1, 4),
        marks=tuple(marks),
        circle=wrong(center) if in_view(center) else None,
        middle_line_rad=difference(0.5 * math.pi, pose.yaw_rad) if in_view(center) else None,
        corners=tuple(
            (wrong(inverse.apply(x, y)), difference(yaw, pose.yaw_rad))
            for x, y, yaw in FieldLocaliser(FIELD_2019).directed("L").tolist()
            if in_view(inverse.apply(x, y))
        ),
    )


def walked(localiser, pose, random, *, steps, goal=(2.0, 1.0)):
    """Let a robot walk to places and look round; return its pose and its errors."""
    errors = []
    for step in range(steps):
        x_m, y_m = pose.inverse().apply(*goal)
        if math.hypot(x_m, y_m) < 0.3:
            goal = (float(random.uniform(-3.5, 3.5)), float(random.uniform(-2.5, 2.5)))
        turn = min(max(math.atan2(y_m, x_m), -0.8), 0.8) * 0.1
        moved = Pose2(0.02 if abs(turn) < 0.06 else 0.0, 0.0, turn)
        pose = pose @ moved
        felt = Pose2(
            moved.x_m * (1.0 + random.normal(0.0, 0.08)),
            random.normal(0.0, 0.003),
            turn * (1.0 + random.normal(0.0, 0.08)),
        )
        localiser.move(felt, elapsed_s=0.1)
        localiser.see(seen_from(pose, random, head_rad=math.sin(0.08 * step)))
        believed = localiser.pose
        errors.append(
            9.0 if believed is None else math.hypot(believed.x_m - pose.x_m, believed.y_m - pose.y_m)
        )
    return pose, errors


def test_a_robot_that_walks_knows_where_it_is():
    random = np.random.default_rng(1)
    start = Pose2(-2.0, 2.5, -1.5)
    localiser = FieldLocaliser(FIELD_2019)
    localiser.put([start], sigma=(0.2, 0.2, 0.2))
    _, errors = walked(localiser, start, random, steps=250)
    assert np.median(errors) < 0.10
    assert np.percentile(errors, 90) < 0.25


@pytest.mark.parametrize("seed", range(4))
def test_a_robot_that_was_carried_away_finds_itself_but_for_half_a_turn(seed):
    random = np.random.default_rng(seed)
    start = Pose2(-2.0, 0.0, 0.0)
    localiser = FieldLocaliser(FIELD_2019)
    localiser.put([start], sigma=(0.2, 0.2, 0.2))
    walked(localiser, start, random, steps=40)
    elsewhere = Pose2(
        float(random.uniform(-3, 3)), float(random.uniform(-2, 2)), float(random.uniform(-3, 3))
    )
    pose, _ = walked(localiser, elsewhere, random, steps=100)
    believed = localiser.pose
    assert believed is not None
    off_m = min(math.hypot(believed.x_m - s * pose.x_m, believed.y_m - s * pose.y_m) for s in (1.0, -1.0))
    assert off_m < 0.35


def test_it_never_changes_sides_by_itself():
    random = np.random.default_rng(5)
    start = Pose2(-3.0, 0.5, 0.2)
    localiser = FieldLocaliser(FIELD_2019)
    localiser.put([start], sigma=(0.3, 0.3, 0.3))
    pose = start
    for _ in range(6):
        pose, errors = walked(localiser, pose, random, steps=60)
        assert max(errors) < 1.0


@pytest.mark.parametrize("pose", [Pose2(-1.5, 1.9, 2.95), Pose2(2.0, -1.8, -0.3)])
def test_a_lost_robot_that_sees_one_line_at_a_time_finds_itself_by_two(pose):
    random = np.random.default_rng(3)
    localiser = FieldLocaliser(FIELD_2019)
    localiser.put([Pose2(0.0, -1.0, 0.5)], sigma=(0.2, 0.2, 0.2))
    localiser.move(Pose2(0.5, 0.0, 0.0), elapsed_s=1.0)
    for step in range(100):
        seen = seen_from(pose, random, head_rad=math.sin(0.2 * step))
        localiser.move(Pose2.identity(), elapsed_s=0.1)
        if len(seen.lines_m):
            longest = np.argmax(np.hypot(*(seen.lines_m[:, 2:] - seen.lines_m[:, :2]).T))
            localiser.see(Landmarks(time_s=0.0, lines_m=seen.lines_m[longest : longest + 1]))
    believed = localiser.pose
    assert believed is not None
    assert min(math.hypot(believed.x_m - s * pose.x_m, believed.y_m - s * pose.y_m) for s in (1, -1)) < 0.4


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_put_in_at_either_side_line_of_its_own_half_it_finds_out_at_which(side):
    entries = [Pose2(-3.2, one * 3.0, -one * 0.5 * math.pi) for one in (1.0, -1.0)]
    start = entries[0] if side > 0.0 else entries[1]
    localiser = FieldLocaliser(FIELD_2019)
    localiser.put(entries, sigma=(0.25, 0.25, 0.2))
    pose, _ = walked(localiser, start, np.random.default_rng(4), steps=60, goal=(-2.0, 0.0))
    believed = localiser.pose
    assert believed is not None
    assert believed.distance_m(pose) < 0.25


def test_there_are_never_more_than_eight_hypotheses():
    random = np.random.default_rng(2)
    localiser = FieldLocaliser(FIELD_2019)
    pose = Pose2(2.5, 1.0, 0.5)
    for step in range(40):
        localiser.move(Pose2(0.0, 0.0, 0.05), elapsed_s=0.1)
        localiser.see(seen_from(pose, random, head_rad=math.sin(0.3 * step)))
        assert len(localiser.hypotheses) <= 8


def test_a_robot_without_any_idea_gets_one_from_a_corner():
    localiser = FieldLocaliser(FIELD_2019)
    pose = Pose2(2.9, 1.8, 0.6)
    random = np.random.default_rng(0)
    for _ in range(10):
        localiser.see(seen_from(pose, random, head_rad=0.0))
    believed = localiser.pose
    assert believed is not None
    assert min(math.hypot(believed.x_m - s * pose.x_m, believed.y_m - s * pose.y_m) for s in (1, -1)) < 0.4
