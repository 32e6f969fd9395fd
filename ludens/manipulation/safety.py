"""Monitors a body at work: whether it leans otherwise than planned, meets something, or gets too hot."""

import math

import numpy as np

from ludens.geometry import FloatArray
from ludens.manipulation.hands import HandControl, HandTaskError
from ludens.manipulation.leaning import torso_from_stance
from ludens.manipulation.parameters import ManipulationParameters
from ludens.messages import CalibratedJoints, TorsoOrientation
from ludens.messages.manipulation import HandFailure
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.motors import HOT_STATUS

BLOCKED_S = 0.25
LAG_S = 0.12
"""Joints that follow what they are told no later than this are not stopped by anything."""
RISK_S = 0.06
SMOOTHING = 0.3
MOST_BALANCE_RAD = 0.08
UPRIGHT_RAD = 0.05
"""A torso that shall lean by less stands upright: what it seems to lean then is its sensors' error."""
QUIET_RADPS = 0.15
LEARNS_S = 1.0
MOST_USUAL_RAD = 0.10
"""An accelerometer that nobody has calibrated is off by 2°, and so are joints; more is no error of theirs."""
MOST_SAG_RAD = 0.12
"""By which legs may lean otherwise than they are told: play and friction of worn gears, of three joints."""
_PITCHES = [INDEX["LAnklePitch"], INDEX["RAnklePitch"]]
_ROLLS = [INDEX["LAnkleRoll"], INDEX["RAnkleRoll"]]


class UprightSense:
    """Knows by how much inner ear and legs disagree when the body stands upright: pitch and roll, in rad.

    Joints say how it stands on its soles, the inner ear how it hangs in space. Each is off by a degree or
    two for good, so that what tells a fall is not how far they differ, but how much farther than usual.
    Legs whose gears have play sag by some degrees in a lean, in what they are told but not in what they read:
    soles that lie flat do not tip.
    """

    def __init__(self) -> None:
        self._usual_rad, self._known_s = (0.0, 0.0), 0.0

    def stand(self, hands: HandControl, joints: CalibratedJoints, orientation: TorsoOrientation) -> None:
        """Learn while the body stands upright and does not turn."""
        if abs(hands.body.torso.lean_rad) >= UPRIGHT_RAD:
            return
        if max(map(abs, orientation.rates_radps)) > QUIET_RADPS:
            return
        self._known_s = min(self._known_s + hands.elapsed_s, LEARNS_S)
        share = min(hands.elapsed_s / max(self._known_s, 1e-6), 1.0)
        pitch_rad, roll_rad = (
            usual + share * (seen - usual)
            for usual, seen in zip(self._usual_rad, _tips_rad(joints, orientation), strict=True)
        )
        shrunk = min(1.0, MOST_USUAL_RAD / max(math.hypot(pitch_rad, roll_rad), 1e-9))
        self._usual_rad = shrunk * pitch_rad, shrunk * roll_rad

    def tips_rad(self, joints: CalibratedJoints, orientation: TorsoOrientation) -> float:
        """Return how far the body leans otherwise than its legs say, beyond what is usual."""
        pitch_rad, roll_rad = _tips_rad(joints, orientation)
        usual_pitch_rad, usual_roll_rad = self._usual_rad
        return math.hypot(pitch_rad - usual_pitch_rad, roll_rad - usual_roll_rad)


def _tips_rad(joints: CalibratedJoints, orientation: TorsoOrientation) -> tuple[float, float]:
    """Return by which pitch and roll the body seems to lean otherwise than its legs say."""
    pitch_rad, roll_rad = _lean_rad(orientation.up_in_torso)
    stands_pitch_rad, stands_roll_rad = _lean_rad(_up_over_soles(joints))
    return pitch_rad - stands_pitch_rad, roll_rad - stands_roll_rad


def _lean_rad(up_in_torso: tuple[float, float, float]) -> tuple[float, float]:
    """Return pitch and roll of a torso."""
    x, y, z = up_in_torso
    return math.atan2(-x, z), math.atan2(y, z)


def _up_over_soles(joints: CalibratedJoints) -> tuple[float, float, float]:
    """Return the upward direction in the torso if the soles lie flat."""
    x, y, z = torso_from_stance(Posture.of(joints.position_rad)).rotation[:, 2].tolist()
    return x, y, z


class SafetyMonitor:
    """Breaks an act off when it must not go on; and lets the ankles work against turning."""

    def __init__(self, parameters: ManipulationParameters, upright: UprightSense) -> None:
        self._parameters, self._upright = parameters, upright
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
        self._upright.stand(hands, joints, orientation)
        stands_pitch_rad, _ = _lean_rad(_up_over_soles(joints))
        gives_way_rad = abs(stands_pitch_rad - hands.body.torso.lean_rad)
        leans_rad = max(self._upright.tips_rad(joints, orientation), gives_way_rad - MOST_SAG_RAD)
        risky = leans_rad > self._parameters.fall_risk_rad
        self._risk_s = self._risk_s + hands.elapsed_s if risky else 0.0
        if self._risk_s > RISK_S:
            raise HandTaskError(
                HandFailure.UNBALANCED,
                f"The body leans {math.degrees(leans_rad):.0f}° otherwise than "
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
