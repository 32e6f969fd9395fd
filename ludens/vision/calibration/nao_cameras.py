"""A NAO calibrates its own cameras: it stands before a board, looks at it from many head poses, and fits.

Works with any driver of a NAO that has cameras. The robot must stand still; only its head is moved.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from ludens.core.contract.driver import Driver
from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.messages import CameraImage, JointCommand, JointReadings
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture, aim_camera, head_over_sole
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.places import CAMERA, HEAD_FROM_CAMERA
from ludens.vision.calibration import (
    NAO_BOARD,
    Board,
    CameraFit,
    Eye,
    PointSighting,
    fit_cameras,
    with_centred_loads,
)
from ludens.vision.calibration.fitting import CameraCalibrationError

# OpenCV's cameras look along z with y down, ours along x with z up.
_CAMERA_FROM_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


def camera_from_board(
    points_in_board_m: FloatArray, pixels: FloatArray, camera: PinholeCamera
) -> Transform3 | None:
    """Return where the board stands before a camera; nothing where the points do not tell."""
    matrix = np.array(
        [
            [camera.focal_x_px, 0.0, camera.center_x_px],
            [0.0, camera.focal_y_px, camera.center_y_px],
            [0.0, 0.0, 1.0],
        ]
    )
    k1, k2, k3 = camera.radial_distortion
    lens = np.array([k1, k2, 0.0, 0.0, k3])
    found, turn, shift = cv2.solvePnP(points_in_board_m, pixels, matrix, lens)
    if not found:
        return None
    rotation = _CAMERA_FROM_OPTICAL @ np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    return Transform3(rotation, _CAMERA_FROM_OPTICAL @ np.asarray(shift, dtype=np.float64).reshape(3))


SPEED_RADPS = 1.5
SETTLES_S = 0.25
PATIENCE_S = 3.0
READINGS = 16
STIFFNESS = 0.8
HEAD = ("HeadYaw", "HeadPitch")
EYES: dict[str, Eye] = {
    eye: Eye(head_from_camera, CAMERA) for eye, head_from_camera in HEAD_FROM_CAMERA.items()
}
SOURCES = {"top/camera": "top", "bottom/camera": "bottom"}

BOARD_MIDDLE_M = (0.75, 0.0, 0.30)
"""Where the board shall stand: forward, left and up from between the feet, roughly."""
LOOKS_M = tuple((side, up) for side in (-0.34, -0.17, 0.0, 0.17, 0.34) for up in (-0.15, 0.15))
"""How far beside and above its middle the cameras aim, one after another."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationView:
    """A picture in which the board was found, and where the head was."""

    sighting: PointSighting
    pixels_rgb: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]"


def head_poses(middle_m: tuple[float, float, float] = BOARD_MIDDLE_M) -> list[tuple[float, float]]:
    """Return yaw and pitch of the head for every look of either camera at the board."""
    posture = Posture(stance())
    left, right = posture.torso_from_left_sole.translation, posture.torso_from_right_sole.translation
    poses = []
    for eye in EYES.values():
        for side_m, up_m in LOOKS_M:
            point_m = 0.5 * (left + right) + np.array(middle_m) + (0.0, side_m, up_m)
            aim = aim_camera(point_m, eye.head_from_camera)
            poses.append((aim.yaw_rad, aim.pitch_rad))
    return sorted(poses, key=lambda pose: (round(pose[0], 1), pose[1]))


@dataclass(slots=True)
class _Head:
    """Leads the head to a pose, and notes joint readings and pictures on the way."""

    driver: Driver
    board: Board
    readings: deque[JointReadings] = field(default_factory=lambda: deque(maxlen=READINGS))
    led_rad: FloatArray | None = None

    def look(self, pose: tuple[float, float]) -> list[CalibrationView]:
        """Turn there, wait until it is still, and return one view of each camera that sees the board."""
        views: dict[str, CalibrationView | None] = {}
        arrived_s, began_s = None, None
        while len(views) < len(SOURCES):
            delivery = self.driver.next_delivery()
            if delivery is None:
                raise CameraCalibrationError("The robot delivers nothing more; the calibration cannot go on.")
            now_s = delivery.time_ns * 1e-9
            began_s = now_s if began_s is None else began_s
            for message in delivery.messages:
                if isinstance(message, JointReadings):
                    self.readings.append(message)
                    if self._lead(np.array(pose), message):
                        arrived_s = now_s if arrived_s is None else arrived_s
                elif isinstance(message, CameraImage) and delivery.source in SOURCES:
                    still = arrived_s is not None and message.time_s > arrived_s + SETTLES_S
                    if still and delivery.source not in views:
                        views[delivery.source] = self._view(SOURCES[delivery.source], message)
            if now_s > began_s + PATIENCE_S:
                break  # a camera that sends nothing more must not hold everybody up
        return [view for view in views.values() if view is not None]

    def _lead(self, wanted_rad: FloatArray, joints: JointReadings) -> bool:
        """Send the head a little nearer; return whether it has been sent all the way."""
        places = [INDEX[joint] for joint in HEAD]
        led = joints.position_rad[places] if self.led_rad is None else self.led_rad
        way = SPEED_RADPS * 0.012
        self.led_rad = led + np.clip(wanted_rad - led, -way, way)
        self.driver.command(
            self.driver.robots[0].name,
            JointCommand(
                time_s=joints.time_s,
                names=HEAD,
                positions_rad=tuple(self.led_rad.tolist()),
                stiffnesses=(STIFFNESS, STIFFNESS),
            ),
        )
        return bool(np.abs(self.led_rad - wanted_rad).max() < 1e-9)

    def _view(self, eye: str, image: CameraImage) -> CalibrationView | None:
        seen = self.board.corners_in(image.pixels_rgb)
        if seen is None:
            return None
        sole_from_head, load = head_over_sole(self._posture())
        sighting = PointSighting(eye, sole_from_head, seen.points_in_board_m, seen.pixels, load=load)
        return CalibrationView(sighting, image.pixels_rgb)

    def _posture(self) -> Posture:
        return Posture(np.mean([reading.position_rad for reading in self.readings], axis=0))


def look_at_board(
    driver: Driver,
    *,
    poses: Sequence[tuple[float, float]] | None = None,
    board: Board = NAO_BOARD,
    tell: Tell = lambda _: None,
) -> list[CalibrationView]:
    """Return views of the board from all head poses."""
    head, views = _Head(driver, board), list[CalibrationView]()
    wanted = head_poses() if poses is None else list(poses)
    for number, pose in enumerate(wanted, start=1):
        views += head.look(pose)
        tell(f"Pose {number} of {len(wanted)}: {len(views)} pictures of the board so far.")
    return views


def fit_views(views: Sequence[CalibrationView]) -> CameraFit:
    """Return both cameras as the views show them."""
    sightings = with_centred_loads([view.sighting for view in views])
    if not sightings:
        raise CameraCalibrationError(
            "The board was in no picture. It shall stand 75 cm before the robot, facing it, its middle at "
            "30 cm."
        )
    best = max(sightings, key=lambda sighting: len(sighting.pixels))
    eye = EYES[best.eye]
    board = camera_from_board(best.points_in_board_m, best.pixels, eye.camera)
    if board is None:
        raise CameraCalibrationError(
            "The pictures do not tell where the board is; is it flat, and printed to scale?"
        )
    base_from_board: Transform3 = best.base_from_head @ eye.head_from_camera @ board
    return fit_cameras(sightings, EYES, base_from_board=base_from_board)
