"""How the camera sits in the head, found out at the table by a robot whose cameras nobody has calibrated.

The head looks at the board from nine sides while the feet stand; from these pictures follows how the camera
is turned in the head. Without that the robot would take for its own heading what is the camera's: one degree
of the camera puts a hand half a centimetre beside the point. The board is small and near, but its lines reach
to its corners, and nobody has to bring another one. Nothing is believed about where it stands: it may lie
anywhere and be tilted, as long as neither it nor the feet move.
"""

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.behaviour import Behaviour
from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError
from ludens.core.task import TaskServer
from ludens.estimation.stillness import ARRIVED_RAD, mean_position_rad, was_still
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.board_eye import BoardEye, BoardSeen, MarkerEye
from ludens.games.morris.see.lines import LineRuler
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.messages import (
    CalibratedJoints,
    CameraImage,
    CameraLearnt,
    CameraPose,
    CameraPoses,
    HeadRequest,
)
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import (
    CameraCalibrationEnd,
    CameraCalibrationReport,
    CameraCalibrationRequest,
)
from ludens.robots.nao.kinematics import Posture, aim_camera, head_over_sole, robot_from_torso
from ludens.robots.nao.kinematics.head import HeadPose
from ludens.robots.nao.places import CAMERA, HEAD_FROM_CAMERA
from ludens.vision.calibration import (
    CameraFit,
    Eye,
    LineSighting,
    PointSighting,
    fit_cameras,
    with_centred_loads,
)
from ludens.vision.images import lightest

Told = tuple[HeadRequest | None, CameraCalibrationReport | None, CameraLearnt | None]
AHEAD_M = (-0.12, 0.02, 0.20)
ASIDE_M = (-0.15, 0.0, 0.15)
"""How far from the board's middle the camera aims. Nodding tells the camera's turn from the body's."""
EYE = "eye"
REACH_PX = 3.5


@dataclass(frozen=True, slots=True)
class CameraSelfCalibratorParameters:
    """Which camera is calibrated, and when that is given up."""

    camera: Literal["top", "bottom"] = "bottom"
    measures: MorrisMeasures = field(default_factory=MorrisMeasures)
    patience_s: Annotated[float, Meta(gt=0, le=10, description="With one head pose.")] = 2.0
    fewest: Annotated[int, Meta(ge=3, le=9, description="Pictures of the board that are enough.")] = 6
    worst_px: Annotated[float, Meta(gt=0, le=10, description="Of the fit; more is no sound picture.")] = 1.0


class MountViews:
    """Collects what pictures show of the board, and fits the camera to all of them."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._ruler = LineRuler(measures)
        self._corners_in_board_m = MarkerEye(measures).corners_in_board_m
        self._sightings: list[PointSighting | LineSighting] = []
        self._best: tuple[int, Posture, BoardSeen] | None = None
        self.pictures = 0

    def add(self, grey: NDArray[np.uint8], seen: BoardSeen, posture: Posture) -> None:
        """Take in a picture in which the board was found, and the posture in which it was taken."""
        sole_from_head, load = head_over_sole(posture)
        lines = self._ruler.find(grey, seen.view, reach_px=REACH_PX)
        for points_m, along, pixels in self._by_line(lines.points_in_board_m, lines.found_px):
            self._sightings.append(LineSighting(EYE, sole_from_head, points_m, along, pixels, load=load))
        if seen.marker_px is not None:
            self._sightings.append(
                PointSighting(EYE, sole_from_head, self._corners_in_board_m, seen.marker_px, load=load)
            )
        if self._best is None or len(lines.found_px) > self._best[0]:
            self._best = len(lines.found_px), posture, seen
        self.pictures += 1

    def fit(self, place: CameraPose, *, as_made: Eye) -> CameraFit:
        """Return how the camera sits. `place` is the camera as it was taken for in the pictures."""
        assert self._best is not None
        _, posture, seen = self._best
        sole_from_head, _ = head_over_sole(posture)
        about = sole_from_head @ place.head_from_camera @ seen.view.camera_from_board
        return fit_cameras(with_centred_loads(self._sightings), {EYE: as_made}, base_from_board=about)

    def _by_line(
        self, points_m: FloatArray, pixels: FloatArray
    ) -> list[tuple[FloatArray, FloatArray, FloatArray]]:
        """Return a point, the direction and the pixels of each line of the board."""
        found: dict[tuple[float, ...], list[int]] = defaultdict(list)
        alongs = [self._ruler.along(point_m) for point_m in points_m]
        for number, (point_m, along) in enumerate(zip(points_m, alongs, strict=True)):
            beside_m = float(np.cross(along, point_m)[2])
            found[(*np.round(along, 6).tolist(), round(beside_m, 6))].append(number)
        return [(points_m[chosen[0]], alongs[chosen[0]], pixels[chosen]) for chosen in found.values()]


class CameraSelfCalibrator(Module[CameraSelfCalibratorParameters]):
    """Looks and learns when it is asked to; a camera that is calibrated has nothing to learn."""

    budget_s = 0.03

    def start(self) -> None:
        """Begin with nothing to do."""
        self._task = TaskServer[CameraCalibrationRequest]()
        self._begin()

    def _begin(self) -> None:
        measures = self.parameters.measures
        self._eye, self._views = BoardEye(measures), MountViews(measures)
        self._head: HeadPose | None = None  # where it shall look now
        self._fit: CameraFit | None = None
        self._behaviour = self._calibrate()

    def cycle(
        self,
        image: CameraImage,
        places: History[CameraPoses],
        joints: History[CalibratedJoints],
        board: BoardPose | None,
        request: CameraCalibrationRequest | None,
    ) -> Told:
        """Go on with the calibration."""
        placed, posed = places.at_or_before(image.time_s), joints.at_or_before(image.time_s)
        if placed is None or posed is None:
            return None, None, None
        self._image, self._joints, self._board = image, joints, board
        self._posed = posed
        self._place = placed.top if self.parameters.camera == "top" else placed.bottom
        if self._task.hear(request):
            self._begin()
        if self._task.request is None:
            return None, None, None
        learnt = self._go_on() if self._task.is_busy else None
        return self._head_request(), self._report(), learnt

    def _go_on(self) -> CameraLearnt | None:
        try:
            next(self._behaviour)
        except StopIteration as end:
            if end.value in (CameraCalibrationEnd.KNOWN, CameraCalibrationEnd.LEARNT):
                self._task.finish(end.value)
            else:
                self._task.fail(end.value)
            if end.value is CameraCalibrationEnd.LEARNT and self._fit is not None:
                return _learnt(self._fit, self._image.time_s)
        except Exception:
            self._behaviour = self._calibrate()  # a fault ends it: begin anew with the pictures so far
            raise
        return None

    def _calibrate(self) -> Behaviour[CameraCalibrationEnd]:
        """Look at the board from all sides, then fit the camera to all pictures."""
        p = self.parameters
        if self._place.calibrated:
            return CameraCalibrationEnd.KNOWN
        since_s = self._image.time_s
        while (board := self._board) is None:
            if self._image.time_s - since_s > p.patience_s:
                return CameraCalibrationEnd.NO_MARKER
            yield
        for head in calibration_poses(board.robot_from_board, self._place, Posture(self._posed.position_rad)):
            self._head = head
            yield from self._look_from(head)
        self._head = None
        if self._views.pictures < p.fewest:
            return CameraCalibrationEnd.FEW_PICTURES
        try:
            self._fit = self._views.fit(self._place, as_made=Eye(HEAD_FROM_CAMERA[p.camera], CAMERA))
        except LudensError:
            return CameraCalibrationEnd.NO_FIT
        is_sound = self._fit.after_px <= p.worst_px
        return CameraCalibrationEnd.LEARNT if is_sound else CameraCalibrationEnd.NO_FIT

    def _look_from(self, head: HeadPose) -> Behaviour[None]:
        """Take a picture once the head is there and still, or give this pose up."""
        since_s, is_late, is_taken = self._image.time_s, False, False
        while not is_taken and not is_late:
            yield
            is_late = self._image.time_s - since_s > self.parameters.patience_s
            away_rad = head.way_rad(HeadPose.of(self._posed.position_rad))
            if (is_late or away_rad <= ARRIVED_RAD) and was_still(self._image.time_s, self._joints):
                is_taken = self._take_picture()

    def _take_picture(self) -> bool:
        """Keep what the present picture shows of the board; return whether that is worth keeping."""
        lightness = lightest(self._image.pixels_rgb)
        seen = self._eye.look(lightness, self._place, step=Pose2.identity(), still=True)
        if seen is None or not seen.fits:
            return False
        self._views.add(lightness, seen, Posture(mean_position_rad(self._posed, self._joints)))
        return True

    def _head_request(self) -> HeadRequest | None:
        if self._head is None or not self._task.is_busy:
            return None
        time_s = self._image.time_s
        return HeadRequest(time_s=time_s, yaw_rad=self._head.yaw_rad, pitch_rad=self._head.pitch_rad)

    def _report(self) -> CameraCalibrationReport:
        eye = None if self._fit is None else self._fit.eyes[EYE]
        return CameraCalibrationReport(
            time_s=self._image.time_s,
            number=self._task.number,
            state=self._task.state,
            reason=self._task.reason,
            pictures=self._views.pictures,
            askew_rad=0.0 if eye is None else math.hypot(eye.roll_rad, eye.pitch_rad, eye.yaw_rad),
            error_px=0.0 if self._fit is None else self._fit.after_px,
        )


def _learnt(found: CameraFit, time_s: float) -> CameraLearnt:
    eye = found.eyes[EYE]
    return CameraLearnt(
        time_s=time_s,
        roll_rad=eye.roll_rad,
        pitch_rad=eye.pitch_rad,
        yaw_rad=eye.yaw_rad,
        focal_px=eye.camera.focal_x_px,
        center_x_px=eye.camera.center_x_px,
        center_y_px=eye.camera.center_y_px,
        distortion=eye.camera.radial_distortion[0],
    )


def calibration_poses(robot_from_board: Transform3, place: CameraPose, posture: Posture) -> list[HeadPose]:
    """Return the head poses in the order of the shortest way: to and fro."""
    torso_from_robot = robot_from_torso(posture).inverse()
    middle_m = robot_from_board.translation
    poses = []
    for row, ahead_m in enumerate(AHEAD_M):
        for aside_m in ASIDE_M if row % 2 == 0 else reversed(ASIDE_M):
            point_m = torso_from_robot.apply(middle_m + np.array([ahead_m, aside_m, 0.0]))
            aim = aim_camera(point_m, place.head_from_camera)
            poses.append(HeadPose(aim.yaw_rad, aim.pitch_rad))
    return poses
