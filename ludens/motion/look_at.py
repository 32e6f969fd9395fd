"""Looking: turns the head so that one of the two cameras has a point in the middle of its picture.

Which camera: the one whose axis comes nearest to the point within the head's limits; where both can, the one
for which the head nods less. The other takes over only when it is better by a margin, so that a point on the
border does not make the head jump to and fro.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.geometry import FloatArray, Transform3
from ludens.messages import (
    CalibratedJoints,
    CameraPoses,
    HeadJoints,
    HeadRequest,
    MotionWeights,
    TorsoOrientation,
)
from ludens.robots.nao.joints import HEAD_PITCH, HEAD_YAW
from ludens.robots.nao.kinematics import HeadAngles, Posture, aim_camera, clipped_head, robot_from_torso
from ludens.robots.nao.places import HEAD_FROM_CAMERA

LONGEST_CYCLE_S = 0.05
"""After a gap in the readings the head goes on from where it was, rather than leap."""

Eye = Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class LookAtParameters:
    """How quickly the head turns, and when the other camera takes over."""

    yaw_speed_radps: Annotated[float, Meta(gt=0, le=8, description="Fastest turn to the side.")] = 3.0
    pitch_speed_radps: Annotated[float, Meta(gt=0, le=7, description="Fastest nod.")] = 2.0
    nod_cost: Annotated[
        float, Meta(ge=0, le=1, description="What a nod counts against missing the point by as much.")
    ] = 0.1
    switch_margin_rad: Annotated[
        float, Meta(ge=0, le=1, description="By how much the other camera must be better.")
    ] = 0.02


class LookAt(Module[LookAtParameters]):
    """Wants head joints for the newest `HeadRequest`; without any it looks straight ahead.

    While the arbiter gives the head to others it says nothing, and begins anew from the joints as they
    stand. Angles beyond the limits are taken as the nearest ones; a request that holds no number is refused.
    """

    budget_s = 0.0003

    def start(self) -> None:
        """Begin where the head is."""
        self._angles: tuple[float, float] | None = None
        self._time_s = 0.0
        self._eye: Eye = "top"
        self._request = HeadRequest(time_s=0.0)

    def cycle(
        self,
        joints: CalibratedJoints,
        orientation: TorsoOrientation | None,
        request: HeadRequest | None,
        weights: MotionWeights | None,
        cameras: CameraPoses | None,
    ) -> HeadJoints | None:
        """Lead the head on towards what shall be seen."""
        if weights is not None and weights.head <= 0.0:
            self._angles = None
            return None
        if self._angles is None:
            now = joints.position_rad
            self._angles = clipped_head(float(now[HEAD_YAW]), float(now[HEAD_PITCH]))
            self._time_s = joints.time_s
        if request is not None and _is_sound(request):
            self._request = request
        self.debug.value("refused", request is not None and request is not self._request)
        mounts = HEAD_FROM_CAMERA if cameras is None else _mounts(cameras)
        wanted = self._wanted(joints.position_rad, orientation, mounts)
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        speeds = self.parameters.yaw_speed_radps, self.parameters.pitch_speed_radps
        yaw_rad, pitch_rad = (
            before + min(max(after - before, -speed * elapsed_s), speed * elapsed_s)
            for before, after, speed in zip(self._angles, wanted, speeds, strict=True)
        )
        self._angles = yaw_rad, pitch_rad
        return HeadJoints(time_s=joints.time_s, yaw_rad=yaw_rad, pitch_rad=pitch_rad, camera=self._eye)

    def _wanted(
        self,
        position_rad: FloatArray,
        orientation: TorsoOrientation | None,
        mounts: dict[Eye, Transform3],
    ) -> tuple[float, float]:
        request = self._request
        if request.point_m is None:
            if request.camera != "either":
                self._eye = request.camera
            return clipped_head(request.yaw_rad, request.pitch_rad)
        point_in_torso_m = _in_torso(request.point_m, position_rad, orientation)
        if request.camera == "either":
            aims = {eye: aim_camera(point_in_torso_m, mount) for eye, mount in mounts.items()}
            self._eye = self._better(aims)
            aim = aims[self._eye]
        else:
            self._eye = request.camera
            aim = aim_camera(point_in_torso_m, mounts[self._eye])
        self.debug.plot("miss_rad", aim.miss_rad)
        return aim.yaw_rad, aim.pitch_rad

    def _better(self, aims: dict[Eye, HeadAngles]) -> Eye:
        nod_cost = self.parameters.nod_cost
        costs = {eye: aim.miss_rad + nod_cost * abs(aim.pitch_rad) for eye, aim in aims.items()}
        other: Eye = "bottom" if self._eye == "top" else "top"
        better = costs[other] < costs[self._eye] - self.parameters.switch_margin_rad
        return other if better else self._eye


def _in_torso(
    point_m: tuple[float, float, float], position_rad: FloatArray, orientation: TorsoOrientation | None
) -> FloatArray:
    """Return a point that was given from the torso's shadow; without orientation the lower sole lies flat."""
    posture = Posture.of(position_rad)
    if orientation is None:
        return robot_from_torso(posture).inverse().apply(point_m)
    level, height_m = posture.over_floor(orientation.up_in_torso)
    x, y, z = point_m
    point_in_torso_m: FloatArray = level.T @ np.array((x, y, z - height_m))
    return point_in_torso_m


def _mounts(cameras: CameraPoses) -> dict[Eye, Transform3]:
    return {"top": cameras.top.head_from_camera, "bottom": cameras.bottom.head_from_camera}


def _is_sound(request: HeadRequest) -> bool:
    numbers = (request.yaw_rad, request.pitch_rad, *(request.point_m or ()))
    return all(map(math.isfinite, numbers))
