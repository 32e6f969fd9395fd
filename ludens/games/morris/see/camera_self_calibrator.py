"""A robot whose cameras nobody has calibrated finds out at the table how its camera sits.

The head looks at the board from nine sides while the feet stand; from these pictures follows how the camera
is turned in the head. Without that the robot would take for its own heading what is the camera's: one degree
of the camera puts a hand half a centimetre beside the point.

Where a head looks to learn how its camera sits: all over the board, and beyond its edges.

How the camera sits in the head, from pictures of the board taken with the head turned differently.

The board is small and near, but its lines reach to its corners, and nobody has to bring another one. Nothing
is believed about where it stands: it may lie anywhere and be tilted, as long as neither it nor the feet move.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Annotated, Literal

import cv2
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.board_eye import BoardEye, BoardSeen, MarkerEye
from ludens.games.morris.see.lines import LineRuler
from ludens.games.morris.see.stillness import ARRIVED_RAD, was_still
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
from ludens.messages.morris_table import CameraLessonReport, CameraLessonRequest, TaskState
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

Told = tuple[HeadRequest | None, CameraLessonReport | None, CameraLearnt | None]
AHEAD_M = (-0.12, 0.02, 0.20)
ASIDE_M = (-0.15, 0.0, 0.15)
"""How far from the board's middle the camera aims. Nodding tells the camera's turn from the body's."""
EYE = "eye"
REACH_PX = 3.5


@dataclass(frozen=True, slots=True)
class CameraLessonParameters:
    """Which camera learns, and when it gives up."""

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


@dataclass(slots=True)
class Lesson:
    """One lesson as far as it has come."""

    number: int
    eye: BoardEye
    views: MountViews
    poses: list[HeadPose] = field(default_factory=list)
    since_s: float = 0.0  # when the head was asked to turn there
    state: TaskState = "busy"
    reason: str = ""


class CameraLesson(Module[CameraLessonParameters]):
    """Looks and learns when it is asked to; a camera that is calibrated has nothing to learn."""

    budget_s = 0.03

    def start(self) -> None:
        """Begin without a lesson."""
        self._lesson: Lesson | None = None

    def cycle(
        self,
        image: CameraImage,
        places: History[CameraPoses],
        joints: History[CalibratedJoints],
        board: BoardPose | None,
        request: CameraLessonRequest | None,
    ) -> Told:
        """Go on with the lesson."""
        placed, posed = places.at_or_before(image.time_s), joints.at_or_before(image.time_s)
        if placed is None or posed is None:
            return None, None, None
        place = placed.top if self.parameters.camera == "top" else placed.bottom
        lesson, learnt = self._lesson, None
        if request is not None and (lesson is None or lesson.number != request.number):
            lesson = self._lesson = self._begin(request.number, place)
        if lesson is None:
            return None, None, None
        if lesson.state == "busy" and not lesson.poses:
            self._choose_poses(lesson, board, place, posed, image.time_s)
        elif lesson.state == "busy":
            self._look(lesson, image, place, posed, joints)
            if not lesson.poses:
                learnt = self._conclude(lesson, place, image.time_s)
        return self._told(lesson, image.time_s, learnt)

    def _begin(self, number: int, place: CameraPose) -> Lesson:
        measures = self.parameters.measures
        lesson = Lesson(number, BoardEye(measures), MountViews(measures))
        if place.calibrated:
            lesson.state, lesson.reason = "done", "My camera is calibrated: I go by my file."
        return lesson

    def _choose_poses(
        self,
        lesson: Lesson,
        board: BoardPose | None,
        place: CameraPose,
        posed: CalibratedJoints,
        time_s: float,
    ) -> None:
        """Wait until it is known where the board is, then say from where to look."""
        lesson.since_s = lesson.since_s or time_s
        if board is not None:
            lesson.poses = lesson_poses(board.robot_from_board, place, Posture(posed.position_rad))
            lesson.since_s = time_s
        elif time_s - lesson.since_s > self.parameters.patience_s:
            lesson.state, lesson.reason = "failed", "I do not see the board's marker."

    def _look(
        self,
        lesson: Lesson,
        image: CameraImage,
        place: CameraPose,
        posed: CalibratedJoints,
        joints: History[CalibratedJoints],
    ) -> None:
        """Take a picture from where the head shall be, or give this pose up."""
        away_rad = lesson.poses[0].way_rad(HeadPose.of(posed.position_rad))
        is_late = image.time_s - lesson.since_s > self.parameters.patience_s
        if away_rad > ARRIVED_RAD and not is_late:
            return
        is_taken = False
        if was_still(image.time_s, joints):
            grey: NDArray[np.uint8] = np.asarray(cv2.cvtColor(image.pixels_rgb, cv2.COLOR_RGB2GRAY), np.uint8)
            seen = lesson.eye.look(grey, place, step=Pose2.identity(), still=True)
            is_taken = seen is not None and seen.fits
            if seen is not None and seen.fits:
                lesson.views.add(grey, seen, Posture(posed.position_rad))
        if is_taken or is_late:
            lesson.poses.pop(0)
            lesson.since_s = image.time_s

    def _conclude(self, lesson: Lesson, place: CameraPose, time_s: float) -> CameraLearnt | None:
        """Fit the camera to all pictures."""
        p, count = self.parameters, lesson.views.pictures
        lesson.state = "failed"
        if count < p.fewest:
            lesson.reason = f"Only {count} pictures show the board well."
            return None
        try:
            found = lesson.views.fit(place, as_made=Eye(HEAD_FROM_CAMERA[p.camera], CAMERA))
        except LudensError as error:
            lesson.reason = str(error)
            return None
        if found.after_px > p.worst_px:
            lesson.reason = f"The pictures do not fit together: {found.after_px:.1f} pixels are left."
            return None
        lesson.state, learnt = "done", _learnt(found, time_s)
        askew_deg = np.degrees(np.linalg.norm([learnt.roll_rad, learnt.pitch_rad, learnt.yaw_rad]))
        lesson.reason = f"My camera sits {askew_deg:.1f}° askew; I have learnt that from {count} pictures."
        return learnt

    def _told(self, lesson: Lesson, time_s: float, learnt: CameraLearnt | None) -> Told:
        head = None
        if lesson.state == "busy" and lesson.poses:
            pose = lesson.poses[0]
            head = HeadRequest(time_s=time_s, yaw_rad=pose.yaw_rad, pitch_rad=pose.pitch_rad)
        report = CameraLessonReport(
            time_s=time_s, number=lesson.number, state=lesson.state, reason=lesson.reason
        )
        return head, report, learnt


def _learnt(found: CameraFit, time_s: float) -> CameraLearnt:
    eye = found.eyes[EYE]
    return CameraLearnt(
        time_s=time_s,
        roll_rad=eye.roll_rad,
        pitch_rad=eye.pitch_rad,
        yaw_rad=eye.yaw_rad,
        focal_px=eye.camera.focal_x_px,
        distortion=eye.camera.radial_distortion[0],
    )


def lesson_poses(robot_from_board: Transform3, place: CameraPose, posture: Posture) -> list[HeadPose]:
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
