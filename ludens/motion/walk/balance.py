"""Keeping upright: stance ankle and hip work against turning, the swinging leg against a lean.

A body that tips forward turns about y with a positive rate; pressing the toes down (a larger ankle pitch)
moves the floor's force forward and stops it. Roll likewise. The rates are smoothed a little first, because
each landing shakes the torso. A loose hip helps against roll: an ankle with play cannot do it alone.
"""

import math

from ludens.geometry import FloatArray
from ludens.messages import TorsoOrientation
from ludens.motion.walk.gait import BodyTargets, GaitPhase
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.step import Point, natural_rate_hz
from ludens.robots.nao.joints import INDEX

SMOOTHING = 0.5
"""Share of a new reading in the smoothed rate, at 83 readings a second."""
MOST_CORRECTION_RAD = 0.15
"""Of the correction: beyond, the foot would leave the floor instead of pressing on it."""

_STANCE = {
    True: (INDEX["LHipRoll"], INDEX["LAnkleRoll"], INDEX["LAnklePitch"]),
    False: (INDEX["RHipRoll"], INDEX["RAnkleRoll"], INDEX["RAnklePitch"]),
}


class WalkBalance:
    """Smooths the turning rates and corrects ankle and hip that carry the weight."""

    def __init__(self) -> None:
        self._roll_radps = 0.0
        self._pitch_radps = 0.0

    def feel(self, roll_radps: float, pitch_radps: float) -> None:
        """Take in a reading of the gyroscope."""
        self._roll_radps += SMOOTHING * (roll_radps - self._roll_radps)
        self._pitch_radps += SMOOTHING * (pitch_radps - self._pitch_radps)

    def correct(
        self,
        position_rad: FloatArray,
        parameters: WalkParameters,
        *,
        left_is_stance: bool,
        hip_share: float,
    ) -> None:
        """Turn the stance ankle in `position_rad`, and the hip by this share of its gain."""
        hip, roll, pitch = _STANCE[left_is_stance]
        position_rad[hip] += _limited(hip_share * parameters.hip_gyro_gain_s * self._roll_radps)
        position_rad[roll] += _limited(parameters.roll_gyro_gain_s * self._roll_radps)
        position_rad[pitch] += _limited(parameters.pitch_gyro_gain_s * self._pitch_radps)


def _limited(angle_rad: float) -> float:
    return _within(angle_rad, MOST_CORRECTION_RAD)


Lean = tuple[float, float]
"""Roll and pitch of the torso, in rad."""


def capture_error(
    orientation: TorsoOrientation, parameters: WalkParameters, *, upright_rad: Lean | None = None
) -> Point:
    """Return how far the capture point is from where an upright body would have it.

    A body that tips as a whole about its foot by an angle carries its mass aside by height times angle.
    `upright_rad` is the lean that the sensors tell of an upright body; without it the planned one.
    """
    w, x, y, z = orientation.quaternion
    up_x, up_y = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x)
    roll_rad, pitch_rad = (0.0, parameters.lean_rad) if upright_rad is None else upright_rad
    roll_radps, pitch_radps, _ = orientation.rates_radps
    height_m, rate_hz = parameters.com_height_m, natural_rate_hz(parameters.com_height_m)
    return (
        height_m * (pitch_radps / rate_hz - up_x - pitch_rad),
        -height_m * (roll_radps / rate_hz + up_y - roll_rad),
    )


MOST_LEAN_RAD = 0.3
"""Of the lean: beyond, the robot falls whatever its feet do."""
ALWAYS_S = 4.0
"""Of stepping, in which the usual lean is learnt: many steps, so that a shove hardly counts."""
STANDS_S = 0.5
"""Likewise of standing still, where the body does not sway."""
STILL_RADPS = 0.15
"""Of roll and pitch: a body that turns faster does not stand still."""
MOST_USUAL_RAD = 0.15
"""Of the usual lean: three sigmas of a bad accelerometer's bias, or a slope that no robot walks on."""
FIRST_DOUBT_RAD = 0.06
"""How far the usual lean may be from zero, before anything is learnt."""


class UsualLean:
    """Learns the lean that the sensors tell of this body when it is upright, and how well that is known.

    An accelerometer with a bias, a gyroscope with one, legs whose joints have offsets and a floor that is not
    level all show as a lean that lasts. A body that really leaned so would fall within a second: what lasts
    is upright. It shows at once where the body stands still; in walking it is the mean over many steps.
    """

    def __init__(self) -> None:
        self.roll_rad = 0.0
        self.pitch_rad = 0.0
        self.doubt_rad = FIRST_DOUBT_RAD

    @property
    def lean_rad(self) -> Lean:
        """Roll and pitch."""
        return self.roll_rad, self.pitch_rad

    def learn(
        self, lean_rad: Lean, rates_radps: tuple[float, float, float], *, stands: bool, elapsed_s: float
    ) -> None:
        """Take in lean and turning rates of a body that stands or steps as the walk wants it to."""
        roll_rad, pitch_rad = lean_rad
        roll_radps, pitch_radps, _ = rates_radps
        is_still = stands and abs(roll_radps) < STILL_RADPS and abs(pitch_radps) < STILL_RADPS
        blend = min(elapsed_s / (STANDS_S if is_still else ALWAYS_S), 1.0)
        self.roll_rad = _within(self.roll_rad + blend * (roll_rad - self.roll_rad), MOST_USUAL_RAD)
        self.pitch_rad = _within(self.pitch_rad + blend * (pitch_rad - self.pitch_rad), MOST_USUAL_RAD)
        self.doubt_rad -= blend * self.doubt_rad


CALM_SWAY_M = 0.010
"""Median sway aside that needs no care: sound robots have 5 to 8 mm."""
SWAY_CHANGES_MPS = 0.008
"""How fast the median follows."""
WIDER, MOST_WIDER_M = 1.5, 0.025
"""By how much the guard against shoves is wider, per sway beyond the calm one, and at most.

With 3.5 loose robots walked better still, but one of six fell on its way to the side.
"""
HIGHER, MOST_HIGHER_M = 2.0, 0.013
"""Likewise by how much feet are lifted more."""


class UsualSway:
    """Learns how far this body sways to the sides in stepping, whatever it is asked for.

    Late motors with loose gears sway by three times as much as sound ones. Such a body was taken for one that
    is always being shoved, and stepped on the spot for ever, which calmed nothing; and its feet, lifted by
    less than it rocked, dragged over the floor. So what is usual is no shove, and feet are lifted more. The
    median is learnt, by small steps up and down: shoves, which are rare and strong, hardly move it.
    """

    def __init__(self) -> None:
        self.median_m = 0.0

    def learn(self, felt_m: Point, *, steps: bool, elapsed_s: float) -> None:
        """Take in a capture error; a body that stands does not sway."""
        if steps:
            change_m = SWAY_CHANGES_MPS * elapsed_s
            self.median_m += change_m if abs(felt_m[1]) > self.median_m else -change_m

    @property
    def wider_m(self) -> float:
        """How much more capture error is no shove."""
        return min(WIDER * max(self.median_m - CALM_SWAY_M, 0.0), MOST_WIDER_M)

    @property
    def higher_m(self) -> float:
        """How much more feet are lifted."""
        return min(HIGHER * max(self.median_m - CALM_SWAY_M, 0.0), MOST_HIGHER_M)


def lean(orientation: TorsoOrientation) -> Lean:
    """Return roll and pitch of a torso that is not far from upright, within ± `MOST_LEAN_RAD`."""
    w, x, y, z = orientation.quaternion
    up_x, up_y = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x)
    return _within(up_y, MOST_LEAN_RAD), _within(-up_x, MOST_LEAN_RAD)


def _within(angle_rad: float, most_rad: float) -> float:
    return angle_rad if -most_rad <= angle_rad <= most_rad else math.copysign(most_rad, angle_rad)


BEGINS_SHARE, WHOLE_SHARE = 0.05, 0.25
"""Of a step: from when on the swinging foot is corrected, and wholly so; before, it still carries weight."""

SMALLEST_RAD = 1e-4
"""Turns below this have faded."""

Turn = tuple[float, float]
"""Roll and pitch, in rad: a leg is turned about the hips by the inverse of Ry(pitch) Rx(roll)."""
Turns = tuple[Turn, Turn]
"""Of the left and the right leg."""
NO_TURNS: Turns = ((0.0, 0.0), (0.0, 0.0))


class Levelling:
    """Keeps the feet level when the body leans: turns each leg about the hips against the lean.

    A shove bends the body in hips and ankles more than it moves it. A leg that kept to its plan would swing
    with the torso: toes first into the floor, and behind the body that falls ahead. So the swinging leg is
    turned back about the hips by part of the measured lean: its sole comes down flatter, and farther to where
    the body tips. Once it carries the weight the correction fades, and so the torso comes upright again. Each
    foot keeps its own, so that nothing leaps when the stance changes.
    """

    def __init__(self) -> None:
        self.usual = UsualLean()
        self._turns_rad = list(NO_TURNS)

    def turns(
        self,
        orientation: TorsoOrientation | None,
        targets: BodyTargets,
        parameters: WalkParameters,
        *,
        elapsed_s: float,
    ) -> Turns:
        """Return how to turn the left and the right leg."""
        goal_rad = (0.0, 0.0)
        if orientation is not None:
            roll_rad, pitch_rad = lean(orientation)
            sway_rad, gain = parameters.usual_lean_rad, parameters.level_gain
            goal_rad = (
                gain * _beyond(roll_rad - self.usual.roll_rad, sway_rad),
                gain * _beyond(pitch_rad - self.usual.pitch_rad, sway_rad),
            )
            stands = targets.phase is GaitPhase.STAND
            self.usual.learn(
                (roll_rad, pitch_rad), orientation.rates_radps, stands=stands, elapsed_s=elapsed_s
            )
        faded = math.exp(-elapsed_s / parameters.level_fade_s)
        for foot, left in enumerate((True, False)):
            roll_rad, pitch_rad = self._turns_rad[foot]
            if targets.phase is GaitPhase.STEP and left != targets.left_is_stance:
                share = (targets.share - BEGINS_SHARE) / (WHOLE_SHARE - BEGINS_SHARE)
                new = SMOOTHING * min(max(share, 0.0), 1.0)
                roll_rad += new * (goal_rad[0] - roll_rad)
                pitch_rad += new * (goal_rad[1] - pitch_rad)
            else:
                roll_rad, pitch_rad = faded * roll_rad, faded * pitch_rad
            self._turns_rad[foot] = roll_rad, pitch_rad
        left_turn, right_turn = self._turns_rad
        return _felt(left_turn), _felt(right_turn)


def _beyond(angle_rad: float, usual_rad: float) -> float:
    return angle_rad - _within(angle_rad, usual_rad)


def _felt(turn_rad: Turn) -> Turn:
    roll_rad, pitch_rad = turn_rad
    return (0.0, 0.0) if abs(roll_rad) < SMALLEST_RAD and abs(pitch_rad) < SMALLEST_RAD else turn_rad
