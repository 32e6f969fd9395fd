"""The one place where what all motions want becomes one command to the joints."""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.core.contract.declaration import Each
from ludens.core.contract.module import Module, NoParameters
from ludens.core.errors import LudensError
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
    HeadJoints,
    JointCalibration,
    JointCommand,
    MotionReason,
    MotionWeights,
    WantedJoints,
)
from ludens.motion.arbiter.choice import RELAX
from ludens.motion.arbiter.joint_protection import CARRIES, HOT_STIFFNESS, PROTECTIVE_STIFFNESS, limp_joints
from ludens.robots.nao.joints import HEAD_PITCH, HEAD_YAW, HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, SPEED_RADPS
from ludens.robots.nao.motors import HOT_STATUS

LONGEST_CYCLE_S = 0.05
SHORTEST_CYCLE_S = 0.012
"""Between the reading before and this one at least; the first command counts as one such cycle late."""
HEAD_STIFFNESS = 0.8
NO_OFFSETS, FULL_STIFFNESS = np.zeros(len(JOINTS)), np.ones(len(JOINTS))
NO_OFFSETS.setflags(write=False)
FULL_STIFFNESS.setflags(write=False)
LIMITS = (LOWEST_RAD, HIGHEST_RAD, SPEED_RADPS)


class MotionError(LudensError):
    """A motion that wants what no joint can do."""


class JointBlender(Module[NoParameters]):
    """Blends what motions want by their weights, and tells the joints.

    It adds the offsets of this robot's joints, protects those that are damaged or hot, keeps a falling body
    within the protective limits, and leads no joint faster than it can go or beyond its limits. A joint that
    was limp starts from where it is. A motion that wants NaN is not heard; if none is left,
    there is no command and the robot holds still.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Begin with joints that have been told nothing."""
        self._told_rad: FloatArray = np.zeros(len(JOINTS))
        self._told_stiffness: FloatArray = np.zeros(len(JOINTS))
        self._time_s = 0.0
        self._reported = False
        self._damaged: tuple[str, ...] = ()
        self._limp: list[int] = []

    def cycle(
        self,
        weights: MotionWeights,
        joints: CalibratedJoints,
        calibration: JointCalibration | None,
        motions: Each[WantedJoints],
        head: HeadJoints | None,
    ) -> JointCommand | None:
        """Say where every joint shall be now."""
        blended = self._blended(weights, motions, joints.position_rad)
        if blended is None:
            return None
        position_rad, stiffness = blended
        if head is not None and weights.head > 0.0:
            _look(position_rad, stiffness, head, weight=weights.head)
        self._relax_damaged(stiffness, calibration)
        elapsed_s = min(max(joints.time_s - self._time_s, SHORTEST_CYCLE_S), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        stiffest = PROTECTIVE_STIFFNESS if weights.reason is MotionReason.FALLING else FULL_STIFFNESS
        _soften(stiffness, stiffest, joints.status, CARRIES, (HOT_STATUS, HOT_STIFFNESS))
        offset_rad = NO_OFFSETS if calibration is None else calibration.offset_rad
        self._told_rad, sent_rad = _led(
            position_rad,
            (self._told_rad, self._told_stiffness, joints.position_rad, offset_rad),
            LIMITS,
            elapsed_s,
        )
        self._told_stiffness = stiffness
        return JointCommand(
            time_s=joints.time_s,
            names=JOINTS,
            positions_rad=tuple(sent_rad.tolist()),
            stiffnesses=tuple(stiffness.tolist()),
        )

    def _blended(
        self, weights: MotionWeights, motions: Mapping[str, WantedJoints | None], measured_rad: FloatArray
    ) -> tuple[FloatArray, FloatArray] | None:
        """Return positions and stiffnesses by weight of those motions that want something, if any does."""
        position_rad, stiffness, whole = np.zeros(len(JOINTS)), np.zeros(len(JOINTS)), 0.0
        refused = []
        for motion, weight in weights.weights.items():
            if weight <= 0.0:
                continue
            if motion == RELAX:
                position_rad += weight * measured_rad
                whole += weight
                continue
            wanted = motions.get(motion)
            if wanted is None:
                continue
            if not _heard(position_rad, stiffness, wanted.position_rad, wanted.stiffness, weight):
                refused.append(motion)
                continue
            whole += weight
        self._report(refused)
        if whole <= 0.0:
            return None
        _averaged(position_rad, stiffness, whole)
        return position_rad, stiffness

    def _relax_damaged(self, stiffness: FloatArray, calibration: JointCalibration | None) -> None:
        """Leave damaged joints limp."""
        damaged = () if calibration is None else calibration.damaged
        if damaged != self._damaged:
            self._damaged, self._limp = damaged, [INDEX[joint] for joint in limp_joints(damaged)]
        if self._limp:
            stiffness[self._limp] = 0.0

    def _report(self, refused: list[str]) -> None:
        """Raise once when a motion begins to want NaN: repeated, it would end the blender."""
        reported, self._reported = self._reported, bool(refused)
        if refused and not reported:
            raise MotionError(
                f"The motion '{', '.join(refused)}' wants joint positions or stiffnesses that are no "
                "numbers; it is not heard until they are."
            )


def _look(position_rad: FloatArray, stiffness: FloatArray, head: HeadJoints, *, weight: float) -> None:
    """Give the head's joints to looking, by their weight."""
    if not math.isfinite(head.yaw_rad + head.pitch_rad):
        return
    for joint, angle_rad in ((HEAD_YAW, head.yaw_rad), (HEAD_PITCH, head.pitch_rad)):
        position_rad[joint] += weight * (angle_rad - position_rad[joint])
        stiffness[joint] += weight * (HEAD_STIFFNESS - stiffness[joint])


@compiled
def _heard(
    position_rad: FloatArray,
    stiffness: FloatArray,
    wanted_rad: FloatArray,
    wanted_stiffness: FloatArray,
    weight: float,
) -> bool:
    """Add what a motion wants by its weight, if it consists of numbers; tell whether it does."""
    for joint in range(wanted_rad.shape[0]):
        if not (np.isfinite(wanted_rad[joint]) and np.isfinite(wanted_stiffness[joint])):
            return False
    for joint in range(wanted_rad.shape[0]):
        position_rad[joint] += weight * wanted_rad[joint]
        stiffness[joint] += weight * wanted_stiffness[joint]
    return True


@compiled
def _averaged(position_rad: FloatArray, stiffness: FloatArray, whole: float) -> None:
    """Divide the sums by all weights, so that they are means."""
    for joint in range(position_rad.shape[0]):
        position_rad[joint] /= whole
        stiffness[joint] = min(max(stiffness[joint] / whole, 0.0), 1.0)


@compiled
def _soften(
    stiffness: FloatArray,
    stiffest: FloatArray,
    status: NDArray[np.int64],
    carries: NDArray[np.bool_],
    hot: tuple[int, float],
) -> None:
    """Let no joint be too stiff, and hot ones that do not carry the body cool down."""
    hot_status, hot_stiffness = hot
    for joint in range(stiffness.shape[0]):
        stiffness[joint] = min(stiffness[joint], stiffest[joint])
        if status[joint] >= hot_status and not carries[joint]:
            stiffness[joint] = min(stiffness[joint], hot_stiffness)


@compiled
def _led(
    wanted_rad: FloatArray,
    known: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    limits: tuple[FloatArray, FloatArray, FloatArray],
    elapsed_s: float,
) -> tuple[FloatArray, FloatArray]:
    """Return how far towards what is wanted each joint can go until the next command, and what to send.

    A joint that was told to be stiff is led on from there, one that was limp from where it is. What is sent
    has the offset of this robot's joint on it.
    """
    told_rad, told_stiffness, measured_rad, offset_rad = known
    lowest_rad, highest_rad, fastest_radps = limits
    led_rad, sent_rad = np.empty_like(wanted_rad), np.empty_like(wanted_rad)
    for joint in range(wanted_rad.shape[0]):
        start_rad = told_rad[joint] if told_stiffness[joint] > 0.0 else measured_rad[joint]
        goal_rad = min(max(wanted_rad[joint], lowest_rad[joint]), highest_rad[joint])
        step_rad = fastest_radps[joint] * elapsed_s
        led_rad[joint] = start_rad + min(max(goal_rad - start_rad, -step_rad), step_rad)
        sent = led_rad[joint] + offset_rad[joint]
        sent_rad[joint] = min(max(sent, lowest_rad[joint]), highest_rad[joint])
    return led_rad, sent_rad
