"""Legs in closed form: from wanted soles to joints, with the one motor that turns both hips.

Along a leg the rotations are  A(hip yaw-pitch) Rx(hip roll) Ry(hip pitch + knee + ankle pitch) Rx(ankle
roll). Seen from the foot, the hip's place gives knee (law of cosines), ankle pitch and ankle roll; what is
left of the rotation is A Rx Ry, which is  Rx(-45°) Ry(yaw-pitch) Rx(45° + roll) Ry(pitch): three Euler
angles. So a single leg reaches every pose of its sole. Two legs share the first motor: each says how it would
turn it, `right_share` weighs the two, and then each leg is solved again from the hip with the motor as it is.
Places of both ankles and the tilt of both soles are then exact; only the soles' headings give way.

The right leg is solved as the left one in a mirror.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, LOWEST_RAD
from ludens.robots.nao.links import ANKLE_HEIGHT_M, HIP_OFFSET_Y_M, HIP_OFFSET_Z_M, THIGH_M, TIBIA_M

LEGS = slice(INDEX["LHipYawPitch"], INDEX["RAnkleRoll"] + 1)
"""The 11 joints of both legs among the 25: yaw-pitch, left roll to ankle roll, right roll to ankle roll."""

LIMIT_SLACK_RAD = 1e-6

Sole = tuple[FloatArray, FloatArray]
"""Rotation and place of a sole, from the torso."""

_LOWEST, _HIGHEST = LOWEST_RAD[LEGS], HIGHEST_RAD[LEGS]
_YAW_PITCH_LIMITS = (float(_LOWEST[0]), float(_HIGHEST[0]))
# Handed to compiled code as an argument, because what it has compiled in is not renewed with another file.
_SIZES_M = np.array([HIP_OFFSET_Y_M, HIP_OFFSET_Z_M, THIGH_M, TIBIA_M, ANKLE_HEIGHT_M])


@dataclass(frozen=True, slots=True, eq=False)
class LegSolution:
    """Joints of both legs, in the order of `LEGS`.

    `reached` is false where a sole was out of reach (the leg then points at it, stretched or folded as far as
    it goes) or a joint had to stop at its limit; the positions keep all limits.
    """

    position_rad: FloatArray
    reached: bool


def solve_legs(
    torso_from_left_sole: Transform3, torso_from_right_sole: Transform3, *, right_share: float = 0.5
) -> LegSolution:
    """Return joints that bring both soles to their places; `right_share` 0 to 1 says whose heading counts."""
    left, right = (
        # Copies: arrays of a transform may not be written to, and for those it would be compiled again.
        (torso_from_sole.rotation.copy(), torso_from_sole.translation.copy())
        for torso_from_sole in (torso_from_left_sole, torso_from_right_sole)
    )
    return solve_soles(left, right, right_share=right_share)


def solve_soles(left: Sole, right: Sole, *, right_share: float = 0.5) -> LegSolution:
    """Return what `solve_legs` does, for soles that are not transforms yet."""
    return LegSolution(
        *_limited_legs(*left, *right, right_share, _YAW_PITCH_LIMITS, _SIZES_M, (_LOWEST, _HIGHEST))
    )


def solve_leg(torso_from_sole: Transform3, *, left: bool) -> tuple[FloatArray, bool]:
    """Return the six joints of one leg alone, hip yaw-pitch first, and whether the sole is in reach.

    Limits are not applied: what the shared motor shall do is the caller's to decide.
    """
    return _one_leg(torso_from_sole.rotation, torso_from_sole.translation, 1.0 if left else -1.0, _SIZES_M)


@compiled
def _mirrored(
    rotation: FloatArray, place: FloatArray, side: float, sizes: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return rotation and ankle's place from the left hip, for the right leg as the mirror shows them."""
    turned = rotation.copy()
    ankle = np.empty(3)
    for row in range(3):
        ankle[row] = place[row] + sizes[4] * rotation[row, 2]
    if side < 0.0:
        ankle[1] = -ankle[1]
        turned[0, 1], turned[1, 0] = -turned[0, 1], -turned[1, 0]
        turned[1, 2], turned[2, 1] = -turned[1, 2], -turned[2, 1]
    ankle[1] -= sizes[0]
    ankle[2] -= sizes[1]
    return turned, ankle


@compiled
def _knee(distance_m: float, thigh: float, tibia: float) -> tuple[float, bool]:
    """Return the knee's angle for a distance between hip and ankle, and whether the leg is that long."""
    cosine = (distance_m**2 - thigh**2 - tibia**2) / (2.0 * thigh * tibia)
    return np.arccos(min(max(cosine, -1.0), 1.0)), -1.0 <= cosine <= 1.0 + 1e-12


@compiled
def _free_leg(rotation: FloatArray, ankle: FloatArray, sizes: FloatArray) -> tuple[FloatArray, bool]:
    """Return the six joints of a left leg that has the yaw-pitch motor for itself."""
    thigh, tibia = sizes[2], sizes[3]
    hip = np.zeros(3)  # seen from the ankle, in the foot's axes
    for row in range(3):
        for inner in range(3):
            hip[row] -= rotation[inner, row] * ankle[inner]
    upright = np.copysign(np.hypot(hip[1], hip[2]), hip[2])  # negative in a deep squat: rolls stay small
    knee, in_reach = _knee(np.sqrt(hip[0] ** 2 + upright**2), thigh, tibia)
    ankle_roll = np.arctan(hip[1] / hip[2])
    ankle_pitch = np.arctan2(-thigh * np.sin(knee), tibia + thigh * np.cos(knee)) - np.arctan2(
        hip[0], upright
    )
    # euler = Rx(45°) R Rx(-ankle roll) Ry(-knee - ankle pitch), of which only its second row and column count
    bend = knee + ankle_pitch
    sr, cr, sb, cb = np.sin(ankle_roll), np.cos(ankle_roll), np.sin(bend), np.cos(bend)
    rest = np.empty((3, 3))
    for row in range(3):
        x, y, z = rotation[row, 0], rotation[row, 1], rotation[row, 2]
        up = y * sr + z * cr
        rest[row, 0], rest[row, 1], rest[row, 2] = x * cb + up * sb, y * cr - z * sr, up * cb - x * sb
    half = np.sqrt(0.5)
    middle_1 = half * (rest[1, 1] - rest[2, 1])
    low_1 = half * (rest[1, 1] + rest[2, 1])
    middle_0 = half * (rest[1, 0] - rest[2, 0])
    middle_2 = half * (rest[1, 2] - rest[2, 2])
    joints = np.empty(6)
    joints[0] = np.arctan2(rest[0, 1], low_1)
    joints[1] = np.arctan2(np.hypot(rest[0, 1], low_1), middle_1) - 0.25 * np.pi
    joints[2] = np.arctan2(middle_0, -middle_2)
    joints[3], joints[4], joints[5] = knee, ankle_pitch, ankle_roll
    return joints, in_reach


@compiled
def _coupled_leg(rotation: FloatArray, ankle: FloatArray, yaw_pitch: float, sizes: FloatArray) -> FloatArray:
    """Return hip roll to ankle roll of a left leg whose yaw-pitch motor stands as it does."""
    thigh, tibia = sizes[2], sizes[3]
    half = np.sqrt(0.5)
    s, c = np.sin(yaw_pitch), np.cos(yaw_pitch)
    turn = np.empty((3, 3))  # about the left hip's axis (0, 1, -1) / sqrt 2
    turn[0, 0], turn[0, 1], turn[0, 2] = c, half * s, half * s
    turn[1, 0], turn[1, 1], turn[1, 2] = -half * s, 0.5 * (1.0 + c), -0.5 * (1.0 - c)
    turn[2, 0], turn[2, 1], turn[2, 2] = -half * s, -0.5 * (1.0 - c), 0.5 * (1.0 + c)
    place = np.zeros(3)  # the ankle from the hip, in the pelvis' axes
    foot = np.zeros((3, 3))
    for row in range(3):
        for inner in range(3):
            place[row] += turn[inner, row] * ankle[inner]
            for column in range(3):
                foot[row, column] += turn[inner, row] * rotation[inner, column]
    upright = np.copysign(np.hypot(place[1], place[2]), -place[2])
    knee, _ = _knee(np.sqrt(place[0] ** 2 + upright**2), thigh, tibia)
    hip_roll = np.arctan(-place[1] / place[2])
    hip_pitch = np.arctan2(-place[0], upright) - np.arctan2(
        tibia * np.sin(knee), thigh + tibia * np.cos(knee)
    )
    # The sole's normal seen from the tibia: Ry(-hip pitch - knee) Rx(-hip roll) times that of the foot.
    sr, cr = np.sin(hip_roll), np.cos(hip_roll)
    sb, cb = np.sin(hip_pitch + knee), np.cos(hip_pitch + knee)
    across, up = cr * foot[1, 2] + sr * foot[2, 2], cr * foot[2, 2] - sr * foot[1, 2]
    ahead, up = cb * foot[0, 2] - sb * up, sb * foot[0, 2] + cb * up
    joints = np.empty(5)
    joints[0], joints[1], joints[2] = hip_roll, hip_pitch, knee
    joints[3] = np.arctan2(ahead, up)
    joints[4] = np.arcsin(min(max(-across, -1.0), 1.0))
    return joints


@compiled
def _one_leg(
    rotation: FloatArray, place: FloatArray, side: float, sizes: FloatArray
) -> tuple[FloatArray, bool]:
    turned, ankle = _mirrored(rotation, place, side, sizes)
    joints, in_reach = _free_leg(turned, ankle, sizes)
    joints[1] *= side
    joints[5] *= side
    return joints, in_reach


@compiled
def _both_legs(
    left_rotation: FloatArray,
    left_place: FloatArray,
    right_rotation: FloatArray,
    right_place: FloatArray,
    right_share: float,
    yaw_pitch_limits: tuple[float, float],
    sizes: FloatArray,
) -> tuple[FloatArray, bool]:
    left_turned, left_ankle = _mirrored(left_rotation, left_place, 1.0, sizes)
    right_turned, right_ankle = _mirrored(right_rotation, right_place, -1.0, sizes)
    left_wanted, left_reach = _free_leg(left_turned, left_ankle, sizes)
    right_wanted, right_reach = _free_leg(right_turned, right_ankle, sizes)
    wanted = (1.0 - right_share) * left_wanted[0] + right_share * right_wanted[0]
    joints = np.empty(11)
    joints[0] = min(max(wanted, yaw_pitch_limits[0]), yaw_pitch_limits[1])
    left = _coupled_leg(left_turned, left_ankle, joints[0], sizes)
    right = _coupled_leg(right_turned, right_ankle, joints[0], sizes)
    for joint in range(5):  # slices would take seconds to compile
        joints[1 + joint] = left[joint]
        joints[6 + joint] = right[joint]
    joints[6] = -joints[6]
    joints[10] = -joints[10]
    return joints, left_reach and right_reach and abs(joints[0] - wanted) <= 1e-6


@compiled
def _limited_legs(
    left_rotation: FloatArray,
    left_place: FloatArray,
    right_rotation: FloatArray,
    right_place: FloatArray,
    right_share: float,
    yaw_pitch_limits: tuple[float, float],
    sizes: FloatArray,
    limits: tuple[FloatArray, FloatArray],
) -> tuple[FloatArray, bool]:
    """Return joints within their limits, and whether nothing had to give way."""
    joints, reached = _both_legs(
        left_rotation, left_place, right_rotation, right_place, right_share, yaw_pitch_limits, sizes
    )
    lowest, highest = limits
    for joint in range(joints.shape[0]):
        kept = min(max(joints[joint], lowest[joint]), highest[joint])
        reached = reached and abs(kept - joints[joint]) <= LIMIT_SLACK_RAD
        joints[joint] = kept
    return joints, reached
