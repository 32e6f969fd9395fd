"""Monitors a body at work: whether it leans otherwise than planned, meets something, or gets too hot."""

import math

import numpy as np

from ludens.geometry import FloatArray
from ludens.manipulation.hands import HandControl, HandTaskError
from ludens.manipulation.parameters import ManipulationParameters
from ludens.messages import CalibratedJoints, TorsoOrientation
from ludens.messages.manipulation import HandFailure
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.motors import HOT_STATUS

BLOCKED_S = 0.25
LAG_S = 0.12
"""Joints that follow what they are told no later than this are not stopped by anything."""
RISK_S = 0.06
SMOOTHING = 0.3
MOST_BALANCE_RAD = 0.08
_PITCHES = [INDEX["LAnklePitch"], INDEX["RAnklePitch"]]
_ROLLS = [INDEX["LAnkleRoll"], INDEX["RAnkleRoll"]]


class SafetyMonitor:
    """Breaks an act off when it must not go on; and lets the ankles work against turning."""

    def __init__(self, parameters: ManipulationParameters) -> None:
        self._parameters = parameters
        self._latest_rad: FloatArray | None = None  # where joints are that follow no later than they may
        self._blocked_s = self._risk_s = 0.0
        self._roll_radps = self._pitch_radps = 0.0

    def look(
        self,
        hands: HandControl,
        joints: CalibratedJoints,
        orientation: TorsoOrientation | None,
        *,
        hand: slice,
    ) -> None:
        """Raise if the arm is hot, or met something, or the body tips."""
        hot = [
            JOINTS[number] for number in range(hand.start, hand.stop) if joints.status[number] >= HOT_STATUS
        ]
        if hot:
            raise HandTaskError(HandFailure.HOT, f"{hot[0]} is hot; the arm must rest before it works on.")
        wanted_rad = hands.wanted_rad()
        last_rad = wanted_rad if self._latest_rad is None else self._latest_rad
        self._latest_rad = last_rad + min(hands.elapsed_s / LAG_S, 1.0) * (wanted_rad - last_rad)
        lowest_rad, highest_rad = (
            np.minimum(self._latest_rad, wanted_rad),
            np.maximum(self._latest_rad, wanted_rad),
        )
        off_rad = np.abs(joints.position_rad - np.clip(joints.position_rad, lowest_rad, highest_rad))[hand]
        self._blocked_s = (
            self._blocked_s + hands.elapsed_s if off_rad.max() > self._parameters.blocked_rad else 0.0
        )
        if self._blocked_s > BLOCKED_S:
            raise HandTaskError(
                HandFailure.BLOCKED,
                f"The hand met something while it should '{hands.doing}': "
                f"{JOINTS[hand.start + int(off_rad.argmax())]} is {math.degrees(off_rad.max()):.0f}° "
                "from where it should be.",
            )
        if orientation is None:
            return
        x, y, z = orientation.up_in_torso
        planned_rad = hands.body.torso.lean_rad
        off_pitch_rad, off_roll_rad = math.atan2(-x, z) - planned_rad, math.atan2(y, z)
        risky = math.hypot(off_pitch_rad, off_roll_rad) > self._parameters.fall_risk_rad
        self._risk_s = self._risk_s + hands.elapsed_s if risky else 0.0
        if self._risk_s > RISK_S:
            raise HandTaskError(
                HandFailure.UNBALANCED,
                f"The body leans {math.degrees(math.hypot(off_pitch_rad, off_roll_rad)):.0f}° otherwise than "
                f"planned while it should '{hands.doing}': it might fall.",
            )

    def balance(self, position_rad: FloatArray, orientation: TorsoOrientation) -> None:
        """Turn the ankles in `position_rad` against the torso's turning."""
        roll_radps, pitch_radps, _ = orientation.rates_radps
        self._roll_radps += SMOOTHING * (roll_radps - self._roll_radps)
        self._pitch_radps += SMOOTHING * (pitch_radps - self._pitch_radps)
        gain_s = self._parameters.gyro_gain_s
        position_rad[_PITCHES] += max(-MOST_BALANCE_RAD, min(MOST_BALANCE_RAD, gain_s * self._pitch_radps))
        position_rad[_ROLLS] += max(-MOST_BALANCE_RAD, min(MOST_BALANCE_RAD, gain_s * self._roll_radps))
