"""The one place where the wishes of all motions become one command to the joints."""

import numpy as np

from ludens.core.errors import LudensError
from ludens.core.module import Module, NoParameters
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
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
from ludens.robots.nao.joints import INDEX, JOINTS, SPEED_RADPS, within_limits

LONGEST_CYCLE_S = 0.05
SHORTEST_CYCLE_S = 0.012
"""Between the reading before and this one at least; the first command counts as one such cycle late."""
HEAD_STIFFNESS = 0.8
HEAD = [INDEX["HeadYaw"], INDEX["HeadPitch"]]


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
        self._told_rad: FloatArray | None = None
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
    ) -> JointCommand | None:
        """Say where every joint shall be now."""
        wanted: dict[str, WantedJoints | None] = {"walk": walk, "kick": kick, "play": played}
        blended = self._blended(activations, wanted, joints.position_rad)
        if blended is None:
            return None
        position_rad, stiffness = blended
        if head is not None and activations.head > 0.0:
            _look(position_rad, stiffness, head, share=activations.head)
        self._spare(stiffness, joints, calibration)
        if activations.reason == FALLING:
            stiffness = np.minimum(stiffness, PROTECTIVE_STIFFNESS)
        told_rad = self._led(within_limits(position_rad), joints)
        self._told_rad, self._told_stiffness = told_rad, stiffness
        if calibration is not None:
            told_rad = within_limits(told_rad + calibration.offset_rad)
        return JointCommand(
            time_s=joints.time_s,
            names=JOINTS,
            positions_rad=tuple(told_rad.tolist()),
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
            if not (np.isfinite(wish.position_rad).all() and np.isfinite(wish.stiffness).all()):
                refused.append(motion)
                continue
            position_rad += share * wish.position_rad
            stiffness += share * wish.stiffness
            whole += share
        self._complain(refused)
        if whole <= 0.0:
            return None
        return position_rad / whole, np.clip(stiffness / whole, 0.0, 1.0)

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

    def _led(self, wanted_rad: FloatArray, joints: CalibratedJoints) -> FloatArray:
        """Return how far towards the wanted positions each joint can go until the next command."""
        elapsed_s = min(max(joints.time_s - self._time_s, SHORTEST_CYCLE_S), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        start_rad = joints.position_rad
        if self._told_rad is not None:
            start_rad = np.where(self._told_stiffness > 0.0, self._told_rad, start_rad)
        step_rad = SPEED_RADPS * elapsed_s
        return start_rad + np.clip(wanted_rad - start_rad, -step_rad, step_rad)


def _look(position_rad: FloatArray, stiffness: FloatArray, head: HeadJoints, *, share: float) -> None:
    """Give the head's joints to looking, by its share."""
    looking_rad = np.array((head.yaw_rad, head.pitch_rad))
    if np.isfinite(looking_rad).all():
        position_rad[HEAD] += share * (looking_rad - position_rad[HEAD])
        stiffness[HEAD] += share * (HEAD_STIFFNESS - stiffness[HEAD])
