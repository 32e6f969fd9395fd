import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.contract.time_series import TimeSeries
from ludens.games.morris.walk.turn_eye import TurnEye
from ludens.geometry import Transform3
from ludens.messages import CameraImage, CameraPose, CameraPoses
from ludens.messages.morris_table import TurnLook, TurnSeen
from ludens.robots.nao.places import CAMERA

HEAD_RAD = math.pi / 2
OFF_PX = 40


def wall() -> NDArray[np.uint8]:
    """A wall with structure, seen straight on."""
    random = np.random.default_rng(5)
    picture = np.full((CAMERA.height_px, CAMERA.width_px + 2 * OFF_PX, 3), 150, np.uint8)
    for _ in range(150):
        x, y, across, down = random.integers((0, 0, 8, 8), (720, 480, 60, 60)).tolist()
        grey = int(random.integers(30, 230))
        cv2.rectangle(picture, (x, y), (x + across, y + down), (grey, grey, grey), -1)
    return picture


def cycle(
    eye: TurnEye, pixels: NDArray[np.uint8], time_s: float, yaw_rad: float, look: TurnLook
) -> TurnSeen | None:
    place = CameraPose(
        camera=CAMERA,
        head_from_camera=Transform3.identity(),
        robot_from_camera=Transform3.from_rpy(yaw_rad=yaw_rad, translation=(0.0, 0.0, 0.5)),
    )
    places: TimeSeries[CameraPoses] = TimeSeries()
    places.add(CameraPoses(time_s=time_s - 0.01, top=place, bottom=place))
    image = CameraImage(time_s=time_s, pixels_rgb=np.ascontiguousarray(pixels), jpeg=b"")
    return eye.cycle(image, places, look)


def test_a_turn_is_told_once_by_the_picture_before_and_the_one_after() -> None:
    eye, picture = TurnEye(), wall()
    before = TurnLook(time_s=1.0, number=7, moment="before", expected_rad=HEAD_RAD)
    ahead = picture[:, OFF_PX:-OFF_PX]
    assert cycle(eye, ahead, 1.1, HEAD_RAD, before) is None
    assert cycle(eye, picture[:, : -2 * OFF_PX], 2.0, 0.4, before) is None  # on the way: not kept
    after = TurnLook(time_s=5.0, number=7, moment="after", expected_rad=HEAD_RAD)
    assert cycle(eye, ahead, 4.9, 0.0, after) is None  # a picture from before it was asked for
    # What was in the middle is now 40 pixels to the left: the robot turned that much less.
    seen = cycle(eye, picture[:, 2 * OFF_PX :], 5.2, 0.0, after)
    assert seen is not None
    assert seen.angle_rad is not None
    assert seen.matches >= 10
    assert abs(seen.angle_rad - (HEAD_RAD - math.atan(OFF_PX / CAMERA.focal_x_px))) < 0.01
    assert cycle(eye, ahead, 5.4, 0.0, after) is None


def test_a_bare_wall_tells_nothing() -> None:
    eye, bare = TurnEye(), np.full((480, 640, 3), 128, np.uint8)
    cycle(eye, bare, 1.1, 1.0, TurnLook(time_s=1.0, number=1, moment="before"))
    seen = cycle(eye, bare, 5.1, 0.0, TurnLook(time_s=5.0, number=1, moment="after"))
    assert seen is not None
    assert seen.angle_rad is None
