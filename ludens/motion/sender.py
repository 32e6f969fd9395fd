"""The one place where the wishes of all motions become one command to the joints."""

import math

import numpy as np

from ludens.core.compiled import compiled
from ludens.core.errors import LudensError
from ludens.core.module import Module, NoParameters
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
    HandlingJoints,
    HeadJoints,
    JointCalibration,
    JointCommand,
    KickJoints,
    MotionActivations,
    PlayedJoints,
    WalkJoints,
    WantedJoints,
)
from ludens.motion.protection import FALLING, PROTECTIVE_STIFFNESS
from ludens.motion.sparing import CARRIES, HOT_STATUS, HOT_STIFFNESS, limp_joints
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, SPEED_RADPS, within_limits

LONGEST_CYCLE_S = 0.05
SHORTEST_CYCLE_S = 0.012
"""Between the reading before and this one at least; the first command counts as one such cycle late."""
HEAD_STIFFNESS = 0.8
HEAD_YAW, HEAD_PITCH = INDEX["HeadYaw"], INDEX["HeadPitch"]
LIMITS = (LOWEST_RAD, HIGHEST_RAD, SPEED_RADPS)


class MotionError(LudensError):
    """A motion that wants what no joint can do."""


class JointSender(Module[NoParameters]):
    """Blends what motions want by their shares, and tells the joints.

    It adds the offsets of this robot's joints, spares those that are damaged or hot, keeps a falling body
    within the protective limits, and leads no joint faster than it can go or beyond its limits. A joint that
    was limp starts from where it is. A motion whose wishes are no numbers is not heard; if nobody is left,
    there is no command and the robot holds still.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Begin with joints that have been told nothing."""
        self._told_rad: FloatArray = np.zeros(len(JOINTS))
        self._told_stiffness: FloatArray = np.zeros(len(JOINTS))
        self._time_s = 0.0
        self._complained = False
        self._damaged: tuple[str, ...] = ()
        self._limp: list[int] = []

    def cycle(
        self,
        activations: MotionActivations,
        joints: CalibratedJoints,
        calibration: JointCalibration | None,
        walk: WalkJoints | None,
        kick: KickJoints | None,
        played: PlayedJoints | None,
        head: HeadJoints | None,
        handling: HandlingJoints | None = None,
    ) -> JointCommand | None:
        """Say where every joint shall be now."""
        wanted: dict[str, WantedJoints | None] = {
            "walk": walk,
            "kick": kick,
            "handle": handling,
            "play": played,
        }
        blended = self._blended(activations, wanted, joints.position_rad)
        if blended is None:
            return None
        position_rad, stiffness = blended
        if head is not None and activations.head > 0.0:
            _look(position_rad, stiffness, head, share=activations.head)
        self._spare(stiffness, joints, calibration)
        if activations.reason == FALLING:
            stiffness = np.minimum(stiffness, PROTECTIVE_STIFFNESS)
        elapsed_s = min(max(joints.time_s - self._time_s, SHORTEST_CYCLE_S), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        self._told_rad = _led(
            position_rad, self._told_rad, self._told_stiffness, joints.position_rad, LIMITS, elapsed_s
        )
        self._told_stiffness = stiffness
        sent_rad = self._told_rad
        if calibration is not None:
            sent_rad = within_limits(sent_rad + calibration.offset_rad)
        return JointCommand(
            time_s=joints.time_s,
            names=JOINTS,
            positions_rad=tuple(sent_rad.tolist()),
            stiffnesses=tuple(stiffness.tolist()),
        )

    def _blended(
        self, activations: MotionActivations, wanted: dict[str, WantedJoints | None], measured_rad: FloatArray
    ) -> tuple[FloatArray, FloatArray] | None:
        """Return positions and stiffnesses by share of those who want something, if anybody does."""
        position_rad, stiffness, whole = np.zeros(len(JOINTS)), np.zeros(len(JOINTS)), 0.0
        refused = []
        for motion, share in activations.shares.items():
            if share <= 0.0:
                continue
            if motion == "relax":
                position_rad += share * measured_rad
                whole += share
                continue
            wish = wanted.get(motion)
            if wish is None:
                continue
            if not math.isfinite(wish.position_rad.sum() + wish.stiffness.sum()):
                refused.append(motion)
                continue
            position_rad += share * wish.position_rad
            stiffness += share * wish.stiffness
            whole += share
        self._complain(refused)
        if whole <= 0.0:
            return None
        return position_rad / whole, np.minimum(np.maximum(stiffness / whole, 0.0), 1.0)

    def _spare(
        self, stiffness: FloatArray, joints: CalibratedJoints, calibration: JointCalibration | None
    ) -> None:
        """Leave damaged joints limp, and let hot ones that do not carry the body cool down."""
        damaged = () if calibration is None else calibration.damaged
        if damaged != self._damaged:
            self._damaged, self._limp = damaged, [INDEX[joint] for joint in limp_joints(damaged)]
        stiffness[self._limp] = 0.0
        hot = (joints.status >= HOT_STATUS) & ~CARRIES
        if hot.any():
            stiffness[hot] = np.minimum(stiffness[hot], HOT_STIFFNESS)

    def _complain(self, refused: list[str]) -> None:
        """Raise once when a motion begins to want what is no number: repeated, it would end the sender."""
        complained, self._complained = self._complained, bool(refused)
        if refused and not complained:
            raise MotionError(
                f"The motion '{', '.join(refused)}' wants joint positions or stiffnesses that are no "
                "numbers; it is not heard until they are."
            )


def _look(position_rad: FloatArray, stiffness: FloatArray, head: HeadJoints, *, share: float) -> None:
    """Give the head's joints to looking, by its share."""
    if not math.isfinite(head.yaw_rad + head.pitch_rad):
        return
    for joint, angle_rad in ((HEAD_YAW, head.yaw_rad), (HEAD_PITCH, head.pitch_rad)):
        position_rad[joint] += share * (angle_rad - position_rad[joint])
        stiffness[joint] += share * (HEAD_STIFFNESS - stiffness[joint])


@compiled
def _led(
    wanted_rad: FloatArray,
    told_rad: FloatArray,
    told_stiffness: FloatArray,
    measured_rad: FloatArray,
    limits: tuple[FloatArray, FloatArray, FloatArray],
    elapsed_s: float,
) -> FloatArray:
    """Return how far towards what is wanted each joint can go until the next command.

    A joint that was told to be stiff is led on from there, one that was limp from where it is.
    """
    lowest_rad, highest_rad, fastest_radps = limits
    led_rad = np.empty_like(wanted_rad)
    for joint in range(wanted_rad.shape[0]):
        start_rad = told_rad[joint] if told_stiffness[joint] > 0.0 else measured_rad[joint]
        goal_rad = min(max(wanted_rad[joint], lowest_rad[joint]), highest_rad[joint])
        step_rad = fastest_radps[joint] * elapsed_s
        led_rad[joint] = start_rad + min(max(goal_rad - start_rad, -step_rad), step_rad)
    return led_rad
