"""The cameras calibrate themselves before a game: the robot stands where it was put, and looks round.

Standing, the legs tell the torso's lean better than the inertial sensors do, whose accelerometer is off by a
degree or two for the whole day. So pictures are laid out by the legs, and what the lines then say of the lean
also tells by how much the inertial sensors are off: that counts as soon as the robot walks.
"""

import math
from collections import deque
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import Module
from ludens.geometry import Pose2, Transform3, rpy_from_matrix
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import CalibratedJoints, CameraLearnt, LeanLearnt, TorsoOrientation
from ludens.messages.field import LinePixels, PlacedAt
from ludens.messages.soccer import MatchStatus
from ludens.robots.nao.kinematics import Posture, up_in_torso
from ludens.robots.nao.places import HEAD_FROM_CAMERA
from ludens.vision.field.line_calibration import (
    AssumedEye,
    FittedEye,
    LineCalibration,
    LinePicture,
    calibrate_by_lines,
)

EYES = ("top", "bottom")
MOST_POINTS = 60
"""Of one picture: more say nothing new."""
LEAST_POINTS = 5
STILL_RADPS = 0.2
"""A camera that turns faster blurs, and its joints tell late where it is."""
LEAN_S = 3.0
"""Over which the inertial sensors are compared with the legs: the latest, since they first find a bias."""

Learnt = tuple[
    Annotated[CameraLearnt | None, under("top")],
    Annotated[CameraLearnt | None, under("bottom")],
    LeanLearnt | None,
]


@dataclass(frozen=True, slots=True)
class CameraSelfCalibrationParameters:
    """How many pictures are taken, and how sure a calibration must be to count."""

    every_s: Annotated[float, Meta(ge=0, le=5, description="Between two pictures of a camera.")] = 0.25
    pictures: Annotated[int, Meta(ge=5, le=500, description="That are kept, of both cameras.")] = 120
    fewest: Annotated[int, Meta(ge=2, le=500, description="Of each camera, to begin with.")] = 6
    sigma_rad: Annotated[float, Meta(gt=0, le=0.2, description="Of a camera's angles, at most.")] = 0.007
    misfit_px: Annotated[float, Meta(gt=0, le=20, description="Median of all points, at most.")] = 2.0


class CameraSelfCalibration(Module[CameraSelfCalibrationParameters]):
    """Collects pictures while the game has not begun; tells how the cameras sit, better with every second."""

    budget_s = 0.2  # in a cycler of its own, before the game only

    def start(self) -> None:
        """Begin with no picture."""
        self._pictures: deque[LinePicture] = deque(maxlen=self.parameters.pictures)
        self._taken_s = dict.fromkeys(EYES, -math.inf)
        self._leans: deque[tuple[float, float, float]] = deque()  # time; x and y of up: by legs minus felt
        self._assumed: dict[str, AssumedEye] = {}
        self._placed: Pose2 | None = None
        self._waits = True

    def cycle(
        self,
        top: Annotated[Since[LinePixels], under("top")],
        bottom: Annotated[Since[LinePixels], under("bottom")],
        joints: History[CalibratedJoints],
        orientations: History[TorsoOrientation],
        placed: Since[PlacedAt],
        status: Since[MatchStatus],
    ) -> Learnt:
        """Take in the newest pictures; say how the cameras sit once that is sure."""
        for told in placed:
            self._placed = told.poses[0]
            self._pictures.clear()
        if status:
            self._waits = status[-1].state == "initial"  # later it walks, or was just put down
        if not self._waits or self._placed is None:
            return None, None, None
        for eye, pictures in zip(EYES, (top, bottom), strict=True):
            for lines in pictures:
                self._take(eye, lines, joints, orientations)
        return self._learnt(self._placed, max((lines.time_s for lines in (*top, *bottom)), default=0.0))

    def _take(
        self,
        eye: str,
        lines: LinePixels,
        joints: History[CalibratedJoints],
        orientations: History[TorsoOrientation],
    ) -> None:
        """Keep one picture, if it is sharp, shows lines, and comes long enough after the one before."""
        bent, felt = joints.at_or_before(lines.time_s), orientations.at_or_before(lines.time_s)
        is_early = lines.time_s - self._taken_s[eye] < self.parameters.every_s
        if is_early or lines.turning_radps > STILL_RADPS or bent is None or felt is None:
            return
        posture = Posture.of(bent.position_rad)
        up = up_in_torso(posture)
        self._leans.append((lines.time_s, up[0] - felt.up_in_torso[0], up[1] - felt.up_in_torso[1]))
        while self._leans[0][0] < lines.time_s - LEAN_S:
            self._leans.popleft()
        if len(lines.pixels) < LEAST_POINTS:
            return
        self._taken_s[eye] = lines.time_s
        self._assumed.setdefault(eye, AssumedEye(lines.pose.head_from_camera, lines.pose.camera))
        level, torso_m = posture.over_floor(up)
        step = max(len(lines.pixels) // MOST_POINTS, 1)
        self._pictures.append(
            LinePicture(
                EYES.index(eye),
                np.ascontiguousarray(lines.pixels[::step]),
                Transform3(level, np.zeros(3)) @ posture.torso_from_link("Head"),
                torso_m,
            )
        )

    def _learnt(self, placed: Pose2, time_s: float) -> Learnt:
        """Fit everything, and tell what is sure of it. The lean by the legs alone is better than none."""
        fit = self._fit(placed)
        if fit is None:
            return None, None, self._lean((0.0, 0.0), time_s)
        self.debug.value("sigma of top and bottom, rad; misfit, px", (*fit.sigma_rad, fit.misfit_px))
        if fit.misfit_px > self.parameters.misfit_px:
            return None, None, self._lean((0.0, 0.0), time_s)
        top, bottom = (
            _told(eye, found, self._assumed[eye], time_s) if sigma_rad <= self.parameters.sigma_rad else None
            for eye, found, sigma_rad in zip(EYES, fit.eyes, fit.sigma_rad, strict=True)
        )
        return top, bottom, self._lean(fit.lean_rad, time_s)

    def _fit(self, placed: Pose2) -> LineCalibration | None:
        fewest = min(sum(picture.eye == eye for picture in self._pictures) for eye in range(len(EYES)))
        if fewest < self.parameters.fewest:
            return None
        assumed = self._assumed["top"], self._assumed["bottom"]
        return calibrate_by_lines(self._pictures, assumed, start=placed, pitch=FIELD_2019)

    def _lean(self, beyond_legs_rad: tuple[float, float], time_s: float) -> LeanLearnt | None:
        """Return how far the torso leans beyond what the inertial sensors say, by legs and lines."""
        if not self._leans:
            return None
        _, x, y = np.mean(self._leans, axis=0).tolist()
        roll_rad, pitch_rad = beyond_legs_rad
        return LeanLearnt(time_s=time_s, roll_rad=y + roll_rad, pitch_rad=-x + pitch_rad)


def _told(eye: str, fit: FittedEye, assumed: AssumedEye, time_s: float) -> CameraLearnt:
    made = HEAD_FROM_CAMERA["top" if eye == "top" else "bottom"].rotation
    turned = made.T @ assumed.head_from_camera.rotation @ fit.turn().rotation
    roll_rad, pitch_rad, yaw_rad = rpy_from_matrix(turned)
    return CameraLearnt(
        time_s=time_s,
        roll_rad=roll_rad,
        pitch_rad=pitch_rad,
        yaw_rad=yaw_rad,
        focal_px=fit.focal_px,
        distortion=fit.distortion,
    )
