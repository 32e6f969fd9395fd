"""A camera calibrates itself before a game: the robot stands where it was put, and looks round."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import Module
from ludens.geometry import Pose2, rpy_from_matrix
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import CameraLearnt
from ludens.messages.field import LinePixels, PlacedAt
from ludens.messages.soccer import MatchStatus
from ludens.robots.nao.places import BOTTOM_CAMERA, PLACES, TOP_CAMERA
from ludens.vision.field.line_calibration import LinePicture, calibrate_by_lines

MOST_POINTS = 60
"""Of one picture: more say nothing new."""
STILL_RADPS = 0.35
"""A camera that turns faster blurs, and its joints tell late where it is."""
LEAST_POINTS = 200
BETTER = 0.9
"""The fit must be better than before by so much, or nothing is changed."""


@dataclass(frozen=True, slots=True)
class CameraSelfCalibrationParameters:
    """Which camera, and how many pictures it takes."""

    camera: Annotated[str, Meta(pattern="^(top|bottom)$")] = "top"
    pictures: Annotated[int, Meta(ge=5, le=500, description="Before it is worked out.")] = 24


class CameraSelfCalibration(Module[CameraSelfCalibrationParameters]):
    """Collects pictures while the game has not begun; tells once how the camera really sits."""

    def start(self) -> None:
        """Begin with no picture."""
        self._pictures: list[LinePicture] = []
        self._placed: Pose2 | None = None
        self._done = False
        self._waits = True

    def cycle(
        self, lines: LinePixels, placed: Since[PlacedAt], status: Since[MatchStatus]
    ) -> CameraLearnt | None:
        """Take in one picture; say how the camera sits when there are enough."""
        for told in placed:
            self._placed = told.poses[0]
            self._pictures.clear()
        if status:
            self._waits = status[-1].state in ("initial", "ready", "set")
        if self._done or not self._waits or self._placed is None:
            return None
        if lines.turning_radps < STILL_RADPS and len(lines.pixels) >= 5:
            step = max(len(lines.pixels) // MOST_POINTS, 1)
            self._pictures.append(
                LinePicture(np.ascontiguousarray(lines.pixels[::step]), lines.pose.robot_from_camera)
            )
        if len(self._pictures) < self.parameters.pictures:
            return None
        return self._learnt(lines, self._placed)

    def _learnt(self, lines: LinePixels, placed: Pose2) -> CameraLearnt | None:
        self._done = True
        if sum(len(picture.pixels) for picture in self._pictures) < LEAST_POINTS:
            return None
        camera = lines.pose.camera
        fit = calibrate_by_lines(self._pictures, camera, start=placed, pitch=FIELD_2019)
        self.debug.value("misfit before and after, px", (fit.before_px, fit.after_px))
        if not fit.after_px < BETTER * fit.before_px:
            return None
        place = TOP_CAMERA if self.parameters.camera == "top" else BOTTOM_CAMERA
        nominal = PLACES[place].link_from_place
        turned = nominal.rotation.T @ lines.pose.head_from_camera.rotation @ fit.turn().rotation
        roll_rad, pitch_rad, yaw_rad = rpy_from_matrix(turned)
        if not math.isfinite(roll_rad + pitch_rad + yaw_rad):
            return None
        return CameraLearnt(
            time_s=lines.time_s,
            roll_rad=roll_rad,
            pitch_rad=pitch_rad,
            yaw_rad=yaw_rad,
            focal_px=fit.focal_px,
            distortion=camera.radial_distortion[0],
        )
