"""Plays motion files, and holds the body as the person at the controls sets its joints one by one."""

import numpy as np

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.messages import (
    CalibratedJoints,
    MotionActivations,
    PlayedJoints,
    RemoteCommand,
    TorsoOrientation,
)
from ludens.motion.files import MotionPlayer, MotionPlayerParameters
from ludens.robots.nao.joints import JOINTS, SPEED_RADPS, within_limits

POSE = "pose"
"""The motion of that name is no file: it is what the controls say."""
SPEED_SHARE = 0.15
STIFFNESS = 0.9
LONGEST_CYCLE_S = 0.05


class PosingPlayer(Module[MotionPlayerParameters]):
    """A `MotionPlayer` that also knows the motion "pose": all joints go slowly where the controls want them.

    Nobody balances the body meanwhile: whoever poses it minds the floor.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Nothing is posed."""
        self._player = MotionPlayer(self.parameters, debug=self.debug, random=self.random)
        self._wanted_rad: FloatArray | None = None
        self._held_rad: FloatArray | None = None
        self._time_s = 0.0

    def parameters_changed(self) -> None:
        """Read the files anew."""
        self._player.parameters = self.parameters
        self._player.parameters_changed()

    def cycle(
        self,
        activations: MotionActivations,
        joints: CalibratedJoints,
        orientation: TorsoOrientation | None,
        told: Since[RemoteCommand],
    ) -> PlayedJoints | None:
        """Say where every joint shall be now; nothing without a share of the body."""
        if told and len(told[-1].posed_rad) == len(JOINTS):
            self._wanted_rad = within_limits(np.array(told[-1].posed_rad))
        played = self._player.cycle(activations, joints, orientation)
        posed = activations.motion == POSE and activations.shares.get("play", 0.0) > 0.0
        if not posed:
            self._held_rad = None
            return played
        return self._hold(joints)

    def _hold(self, joints: CalibratedJoints) -> PlayedJoints:
        if self._held_rad is None:
            self._held_rad, self._time_s = within_limits(joints.position_rad), joints.time_s
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        if self._wanted_rad is not None:
            step_rad = SPEED_SHARE * SPEED_RADPS * elapsed_s
            self._held_rad = self._held_rad + np.clip(self._wanted_rad - self._held_rad, -step_rad, step_rad)
        return PlayedJoints(
            time_s=joints.time_s,
            position_rad=self._held_rad,
            stiffness=np.full(len(JOINTS), STIFFNESS),
            may_leave=True,
            motion=POSE,
            share=0.0,
        )
