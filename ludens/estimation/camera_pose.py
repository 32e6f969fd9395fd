"""Where a NAO's two cameras are, from joints, lean and this robot's calibration.

The calibration's angles and lenses are parameters, so that a robot's own file (`config/robot/NAME.toml`, as
`ludens calibrate nao-camera` writes it) sets them in one place for all modules that see.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.geometry import PinholeCamera, Transform3
from ludens.messages import (
    CalibratedJoints,
    CameraLearnt,
    CameraPose,
    CameraPoses,
    LeanLearnt,
    TorsoOrientation,
)
from ludens.robots.nao.kinematics import CameraAngles, Posture, up_in_torso
from ludens.robots.nao.kinematics.shadow import Up
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, PLACES, TOP_CAMERA

Turn = Annotated[float, Meta(ge=-0.5, le=0.5)]


@dataclass(frozen=True, slots=True)
class EyeCalibration:
    """How one camera differs from the table: turned in its own frame, and its lens. Zero is as made."""

    roll_rad: Annotated[Turn, Meta(description="About its axis; clockwise seen from behind.")] = 0.0
    pitch_rad: Annotated[Turn, Meta(description="Down.")] = 0.0
    yaw_rad: Annotated[Turn, Meta(description="To the left.")] = 0.0
    focal_px: Annotated[float, Meta(ge=200, le=2000, description="Focal length.")] = CAMERA.focal_x_px
    center_x_px: Annotated[float, Meta(ge=0, le=640, description="Column of the axis.")] = CAMERA.center_x_px
    center_y_px: Annotated[float, Meta(ge=0, le=480, description="Row of the axis.")] = CAMERA.center_y_px
    distortion: Annotated[float, Meta(ge=-0.5, le=0.5, description="k1 of the lens.")] = 0.0

    @property
    def camera(self) -> PinholeCamera:
        """Model of its lens."""
        return PinholeCamera(
            CAMERA.width_px,
            CAMERA.height_px,
            self.focal_px,
            self.focal_px,
            self.center_x_px,
            self.center_y_px,
            (self.distortion, 0.0, 0.0),
        )

    def head_from_camera(self, place: str) -> Transform3:
        """Return where the camera of this name really sits."""
        angles = CameraAngles(roll_rad=self.roll_rad, pitch_rad=self.pitch_rad, yaw_rad=self.yaw_rad)
        return PLACES[place].link_from_place @ angles.nominal_from_real()

    def corrected(self, learnt: CameraLearnt | None) -> "EyeCalibration":
        """Return it as it was found out while playing, if it was."""
        if learnt is None:
            return self
        return replace(
            self,
            roll_rad=learnt.roll_rad,
            pitch_rad=learnt.pitch_rad,
            yaw_rad=learnt.yaw_rad,
            focal_px=learnt.focal_px,
            center_x_px=learnt.center_x_px,
            center_y_px=learnt.center_y_px,
            distortion=learnt.distortion,
        )


@dataclass(frozen=True, slots=True)
class LeanCalibration:
    """How far the torso leans beyond what the inertial sensors say."""

    roll_rad: Annotated[Turn, Meta(description="To the right.")] = 0.0
    pitch_rad: Annotated[Turn, Meta(description="Forward.")] = 0.0


@dataclass(frozen=True, slots=True)
class CameraPoseEstimatorParameters:
    """The calibration of both cameras, and of the sensors that say how the body leans."""

    top: EyeCalibration = field(default_factory=EyeCalibration)
    bottom: EyeCalibration = field(default_factory=EyeCalibration)
    lean: LeanCalibration = field(default_factory=LeanCalibration)


AS_MADE = EyeCalibration()


class CameraPoseEstimator(Module[CameraPoseEstimatorParameters]):
    """Says for every joint reading where both cameras are. What is learnt while playing wins."""

    budget_s = 0.0002

    def start(self) -> None:
        """Work out what does not change from cycle to cycle."""
        self._learnt: tuple[CameraLearnt | None, CameraLearnt | None] = (None, None)
        self._lean_learnt: LeanLearnt | None = None
        self.parameters_changed()

    def parameters_changed(self) -> None:
        """Take over a new calibration."""
        top, bottom = (
            eye.corrected(learnt)
            for eye, learnt in zip((self.parameters.top, self.parameters.bottom), self._learnt, strict=True)
        )
        self._calibrated = top != AS_MADE, bottom != AS_MADE
        self._cameras = top.camera, bottom.camera
        self._mounts = top.head_from_camera(TOP_CAMERA), bottom.head_from_camera(BOTTOM_CAMERA)
        self._mounted = (
            np.array([mount.rotation for mount in self._mounts]),
            np.array([mount.translation for mount in self._mounts]),
        )

    def cycle(
        self,
        joints: CalibratedJoints,
        orientation: TorsoOrientation | None,
        top_learnt: Annotated[CameraLearnt | None, under("top")] = None,
        bottom_learnt: Annotated[CameraLearnt | None, under("bottom")] = None,
        lean_learnt: LeanLearnt | None = None,
    ) -> CameraPoses:
        """Place both cameras."""
        learnt = top_learnt or self._learnt[0], bottom_learnt or self._learnt[1]
        if learnt != self._learnt:
            self._learnt = learnt
            self.parameters_changed()
        posture = Posture.of(joints.position_rad)
        self._lean_learnt = lean_learnt or self._lean_learnt
        up = up_in_torso(posture) if orientation is None else self._corrected(orientation.up_in_torso)
        turns, places_m = posture.mounted_over_floor("Head", self._mounted, up)
        top, bottom = (
            CameraPose(
                camera=self._cameras[eye],
                head_from_camera=self._mounts[eye],
                robot_from_camera=Transform3.of_fresh(turns[eye], places_m[eye]),
                calibrated=self._calibrated[eye],
            )
            for eye in range(2)
        )
        return CameraPoses(time_s=joints.time_s, top=top, bottom=bottom)

    def _corrected(self, up: Up) -> Up:
        """Return the upward direction in the torso without what the inertial sensors are off by."""
        lean = self._lean_learnt or self.parameters.lean
        if lean.roll_rad == 0.0 and lean.pitch_rad == 0.0:
            return up
        x, y = up[0] - lean.pitch_rad, up[1] + lean.roll_rad
        return x, y, math.copysign(math.sqrt(max(1.0 - x * x - y * y, 0.0)), up[2])
