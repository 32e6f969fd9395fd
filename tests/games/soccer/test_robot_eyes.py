"""Robots in rendered pictures: found where they are, whose they are, and nowhere else."""

import math

import numpy as np
import pytest
from msgspec import structs

from ludens.games.soccer.experiments.robots import FEET_SEEN, LYING_SEEN, NEAREST_TEAM, is_same
from ludens.games.soccer.see.picture_eyes import Percepts, PictureEyes
from ludens.games.soccer.see.report import in_words, report
from ludens.games.soccer.world.field_pictures import CameraAim, FieldPicture, FieldPictures, PicturedRobot
from ludens.geometry import Pose2
from ludens.messages.team import RobotTeam

PICTURES = 40


@pytest.fixture(scope="module")
def looks():
    """Pictures with what was seen in them, and which robots had to be: whatever ran before."""
    with FieldPictures(73, robots=3) as hall:
        return looks_at(hall)


def looks_at(hall: FieldPictures) -> list[tuple[FieldPicture, list[PicturedRobot], Percepts]]:
    taken: list[tuple[FieldPicture, list[PicturedRobot], Percepts]] = []
    eyes = PictureEyes()
    while len(taken) < PICTURES:
        hall.scatter_robots()
        picture = hall.picture_of_robot(within_m=(0.5, 3.0))
        if picture is None:
            continue
        must = [
            robot
            for robot in picture.robots
            if 0.5 <= math.hypot(*robot.place_m) <= 3.0
            and hall.robot_share(picture, robot) >= (LYING_SEEN if robot.fallen else FEET_SEEN)
        ]
        taken.append((picture, must, eyes.look(picture.image, picture.pose)))
    return taken


def test_robots_are_found_near_where_they_stand(looks):
    pairs = [(robot, percepts.robots.robots) for _, must, percepts in looks for robot in must]
    assert len(pairs) >= 6
    found = sum(any(is_same(one, robot) for one in seen) for robot, seen in pairs)
    assert found >= 0.85 * len(pairs)


def test_what_is_found_is_a_robot_of_the_right_team(looks):
    seen = [(one, picture.robots) for picture, _, percepts in looks for one in percepts.robots.robots]
    seen = [(one, robots) for one, robots in seen if math.hypot(*one.place_m) <= 3.0]
    same = [(one, robot) for one, robots in seen for robot in robots if is_same(one, robot)]
    assert len({id(one) for one, _ in same}) >= 0.8 * len(seen)
    told = [(one, robot) for one, robot in same if one.team is not RobotTeam.UNKNOWN]
    assert len(told) >= 0.6 * len(same)
    assert sum(one.team is NEAREST_TEAM[robot.team] for one, robot in told) >= 0.9 * len(told)


def test_no_point_of_a_line_is_on_a_robot(looks):
    """A white leg before the turf looks like a line that runs away from the camera."""
    finder, blindly, seeing = PictureEyes().finder, 0, 0
    for _, _, percepts in looks:
        boxes = [robot.box_px for robot in percepts.robots.robots]
        finder.find(percepts.scanned, percepts.balls)
        blindly += _within(finder.line_pixels, boxes)
        seeing += _within(percepts.line_pixels, boxes)
    assert blindly >= 10
    assert seeing == 0


def _within(lines, boxes) -> int:
    """How many points lie in a box."""
    return sum(
        left <= column <= right and upper <= row <= lower
        for column, row in ([] if lines is None else lines.pixels.tolist())
        for left, upper, right, lower in boxes
    )


def test_an_empty_field_shows_no_robots_but_where_one_would_be_seen(hall):
    picture = hall.take(Pose2(-1.5, 0.8, 0.3), CameraAim(height_m=0.51, pitch_rad=0.25), ball=(0.2, 1.0))
    robots = PictureEyes().look(picture.image, picture.pose).robots
    assert robots.robots == ()
    assert len(robots.looked_at_m) >= 8


def test_what_lies_without_a_jersey_is_no_robot(hall_with_robots):
    """Low, wide things at the border of the field look like robots that lie, but for their colour."""
    eyes = PictureEyes()
    picture, lying = next(_seen_lying(hall_with_robots, eyes))
    left, upper, right, lower = (round(side) for side in lying.box_px)
    scanned = eyes.scanner.scan(picture.image, picture.pose)
    bleached = scanned.ycbcr.copy()
    bleached[upper : lower + 1, left : right + 1, 1:] = 128
    again = eyes.robots.cycle(structs.replace(scanned, ycbcr=bleached)).robots
    assert all(not one.fallen or one.box_px != lying.box_px for one in again)


def _seen_lying(hall, eyes: PictureEyes):
    """Pictures in which a robot is seen to lie, each with that robot."""
    for _ in range(60):
        hall.scatter_robots()
        picture = hall.picture_of_robot(within_m=(0.5, 3.0))
        found = () if picture is None else eyes.look(picture.image, picture.pose).robots.robots
        yield from ((picture, robot) for robot in found if robot.fallen)


def test_the_own_body_is_no_robot(looks):
    picture = next(look[0] for look in looks if look[2].robots.robots)
    eyes, width = PictureEyes(), picture.pose.camera.width_px
    everything = np.array(((0.0, 0.0), (width, 0.0), (width, 480.0), (0.0, 480.0)))
    scanned = eyes.scanner.scan(picture.image, picture.pose, own_body=(everything,))
    assert eyes.robots.cycle(scanned).robots == ()


def test_robots_are_reported(looks):
    percepts = next(look[2] for look in looks if look[2].robots.robots)
    told = report(percepts)
    assert len(told["robots"]) == len(percepts.robots.robots)
    assert "robot" in in_words(told)
