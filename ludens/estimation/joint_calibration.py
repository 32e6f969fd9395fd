"""Takes this robot's known joint offsets off its readings, and tells which of its joints are damaged.

Offsets and damage belong to one robot: they stand in its file of `config/robot/`, or offsets are learnt
while it plays. What is done about them is the joint blender's and the arbiter's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError, did_you_mean
from ludens.geometry import FloatArray
from ludens.messages import (
    BodyHealth,
    CalibratedJoints,
    JointCalibration,
    JointOffsetsLearnt,
    JointReadings,
)
from ludens.robots.nao.joints import INDEX, JOINTS

LARGEST_OFFSET_RAD = 0.35
"""A joint that is farther off than this is broken rather than miscalibrated."""


LEARNT_RADPS = 0.1
"""Rate at which learnt offsets are applied, so slow that no joint jumps: commands contain the offset, too."""


class JointCalibrationError(LudensError, ValueError):
    """A calibration that cannot be meant. The configuration adds which file says so."""


@dataclass(frozen=True, slots=True)
class JointCalibratorParameters:
    """Known errors of the joints of one robot."""

    offsets_rad: Annotated[
        Mapping[str, float], Meta(description="Reading minus truth of each joint that is off, by name.")
    ] = field(default_factory=dict)
    damaged: Annotated[tuple[str, ...], Meta(description="Joints to be spared, by name.")] = ()

    def __post_init__(self) -> None:
        for joint in (*self.offsets_rad, *self.damaged):
            if joint not in INDEX:
                raise JointCalibrationError(f"A NAO has no joint '{joint}'; {did_you_mean(joint, JOINTS)}")
        for joint, offset_rad in self.offsets_rad.items():
            if not abs(offset_rad) <= LARGEST_OFFSET_RAD:
                raise JointCalibrationError(
                    f"{joint} cannot be off by {offset_rad} rad: at most {LARGEST_OFFSET_RAD} are a "
                    "matter of calibration. List it as damaged."
                )


class JointCalibrator(Module[JointCalibratorParameters]):
    """Makes the joints that motions and kinematics use from those that the servos report.

    Of a frame that cannot be believed it makes none: modules that need joints then wait, and the body holds.
    """

    budget_s = 0.0001

    def start(self) -> None:
        """Read the parameters."""
        self._learnt: JointOffsetsLearnt | None = None
        self._time_s: float | None = None
        self.parameters_changed()
        self._offset_rad = self._goal_rad

    def parameters_changed(self) -> None:
        """Lay the offsets out in the robot's order; what was learnt since wins."""
        learnt = {} if self._learnt is None else self._learnt.offsets_rad
        goal_rad = np.zeros(len(JOINTS))
        for joint, known_rad in {**self.parameters.offsets_rad, **learnt}.items():
            goal_rad[INDEX[joint]] = known_rad
        goal_rad.setflags(write=False)
        self._goal_rad: FloatArray = goal_rad

    def cycle(
        self,
        joints: JointReadings,
        health: BodyHealth | None = None,
        learnt: Annotated[JointOffsetsLearnt | None, under("bottom")] = None,
    ) -> tuple[CalibratedJoints | None, JointCalibration]:
        """Take the offsets off one reading."""
        if learnt is not None and learnt is not self._learnt:
            self._learnt = learnt
            self.parameters_changed()
        self._take_over(joints.time_s)
        position_rad = joints.position_rad - self._offset_rad
        position_rad.setflags(write=False)
        calibrated = CalibratedJoints(
            time_s=joints.time_s,
            position_rad=position_rad,
            stiffness=joints.stiffness,
            current_a=joints.current_a,
            temperature_c=joints.temperature_c,
            status=joints.status,
        )
        calibration = JointCalibration(
            time_s=joints.time_s, offset_rad=self._offset_rad, damaged=self.parameters.damaged
        )
        is_sound = health is None or health.frame_is_sound
        return calibrated if is_sound else None, calibration

    def _take_over(self, time_s: float) -> None:
        """Come nearer to what the offsets should be."""
        elapsed_s = 0.0 if self._time_s is None else max(time_s - self._time_s, 0.0)
        self._time_s = time_s
        if self._offset_rad is self._goal_rad:
            return
        most_rad = LEARNT_RADPS * elapsed_s
        left_rad = self._goal_rad - self._offset_rad
        if np.abs(left_rad).max() <= most_rad:
            self._offset_rad = self._goal_rad
            return
        offset_rad = self._offset_rad + np.clip(left_rad, -most_rad, most_rad)
        offset_rad.setflags(write=False)
        self._offset_rad = offset_rad
