"""No picture brings an eye down: black, of one colour, or noise, from a camera that stands, lies or hangs."""

import itertools
import math

import numpy as np
import pytest

from ludens.core.runtime.finite import is_finite
from ludens.geometry import Transform3
from ludens.messages import CameraImage, CameraPose
from ludens.robots.nao.places import CAMERA
from ludens.vision.balls.detector import BallDetector
from ludens.vision.coloured.finders import (
    ColouredThingFinder,
    WhiteLineFinder,
    WhiteLineFinderParameters,
)
from ludens.vision.field.landmark_finder import LandmarkFinder
from ludens.vision.field.scanner import FieldScanner, FieldScannerParameters
from ludens.vision.robots.detector import RobotDetector

SHAPE = (CAMERA.height_px, CAMERA.width_px, 3)
COLOURS = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "grey": (90, 90, 90),
    "turf": (40, 120, 60),
    "green": (0, 255, 0),
    "orange": (240, 110, 20),
    "yellow": (250, 210, 30),
    "blue": (40, 120, 220),
    "red": (255, 0, 0),
}
POSES = {
    "stands": (0.5, 0.3, 0.0),
    "looks at its feet": (0.45, 1.0, 0.0),
    "lies on its face": (0.03, 1.45, 0.0),
    "lies on its face, its nose in the turf": (-0.02, 1.6, 0.0),
    "lies on its back": (0.05, -1.5, 0.0),
    "lies on its side": (0.1, 0.2, 1.5),
    "hangs upside down": (0.6, 0.2, math.pi),
    "looks along the ground": (0.0, 0.0, 0.0),
}


def posed(height_m, pitch_rad, roll_rad):
    robot_from_camera = Transform3.from_rpy(
        roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=0.0, translation=np.array((0.05, 0.0, height_m))
    )
    return CameraPose(
        camera=CAMERA, head_from_camera=Transform3.identity(), robot_from_camera=robot_from_camera
    )


def pictures():
    random = np.random.default_rng(5)
    for rgb in COLOURS.values():
        yield np.full(SHAPE, rgb, np.uint8)
    for above, below in itertools.permutations(("turf", "white", "orange", "yellow", "black"), 2):
        halves = np.full(SHAPE, COLOURS[below], np.uint8)
        halves[: SHAPE[0] // 2] = COLOURS[above]
        yield halves
    yield random.integers(0, 256, SHAPE, np.uint8)
    yield np.kron(random.integers(0, 256, (24, 32, 3), np.uint8), np.ones((20, 20, 1), np.uint8))


@pytest.fixture(scope="module")
def eyes():
    """Both ways to take a picture apart, and all that look at it then."""
    random = np.random.default_rng(1)
    scanners = [
        FieldScanner(FieldScannerParameters(cuts_by="border"), random=random),
        FieldScanner(FieldScannerParameters(cuts_by="columns"), random=random),
    ]
    lookers = (
        BallDetector().cycle,
        ColouredThingFinder().cycle,
        LandmarkFinder(random=random).find,
        RobotDetector().cycle,
        WhiteLineFinder().cycle,
        WhiteLineFinder(WhiteLineFinderParameters(by="crossings")).cycle,
    )
    return scanners, lookers


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_every_eye_gives_an_answer_of_numbers_to_every_picture(eyes, pose):
    scanners, lookers = eyes
    where = posed(*pose)
    for pixels in pictures():
        for scanner in scanners:
            scanner.start()
            scanned = scanner.scan(CameraImage(time_s=1.0, pixels_rgb=pixels, jpeg=b""), where)
            for looks in lookers:
                answer = looks(scanned)
                for message in answer if isinstance(answer, tuple) else (answer,):
                    assert message is None or is_finite(message)
