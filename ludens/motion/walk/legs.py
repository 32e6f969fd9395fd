"""From targets of mass and feet to the 25 joints, and arms that swing or stay behind the back."""

import math

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.geometry.easing import eased
from ludens.motion.walk.balance import NO_TURNS, Turns
from ludens.motion.walk.gait import BodyTargets
from ludens.motion.walk.parameters import WalkParameters
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import LEGS, center_of_mass_of, solve_soles
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.links import HIP_OFFSET_Z_M


def left_foot_ahead_m(targets: BodyTargets) -> float:
    """Return how far the left foot is before the right one, along the torso's heading."""
    swing = targets.swing
    heading_rad = 0.5 * swing.yaw_rad
    ahead_m = math.cos(heading_rad) * swing.x_m + math.sin(heading_rad) * swing.y_m
    return -ahead_m if targets.left_is_stance else ahead_m


def joints_for(
    targets: BodyTargets, last_rad: FloatArray, parameters: WalkParameters, *, turns: Turns = NO_TURNS
) -> FloatArray:
    """Return `last_rad` with the legs that bring mass and feet to their targets.

    The centre of mass depends on the joints that are sought; those of the last cycle are near enough. `turns`
    are those of the left and the right leg about the hips.
    """
    swing = targets.swing
    rotations, places_m = _soles(
        center_of_mass_of(last_rad),
        targets.mass_m,
        (swing.x_m, swing.y_m, swing.yaw_rad),
        (parameters.stand_height_m, targets.stance_height_m, targets.swing_height_m),
        parameters.lean_rad,
        targets.left_is_stance,
        turns,
        HIP_OFFSET_Z_M,
    )
    position_rad = last_rad.copy()
    solution = solve_soles((rotations[0], places_m[0]), (rotations[1], places_m[1]))
    position_rad[LEGS] = solution.position_rad
    return position_rad


@compiled
def _soles(
    center_m: FloatArray,
    mass_m: tuple[float, float],
    swing: tuple[float, float, float],
    heights_m: tuple[float, float, float],
    lean_rad: float,
    left_is_stance: bool,
    turns: Turns,
    hips_z_m: float,
) -> tuple[FloatArray, FloatArray]:
    """Return rotations (2, 3, 3) and places (2, 3) of the left and the right sole, from the torso.

    The torso is headed between both feet, and the centre of mass stands above its target: in the frame of the
    stance sole its rotation is Rz(half the swinging foot's yaw) Ry(lean).
    """
    torso_height, stance_height, swing_height = heights_m
    swing_x, swing_y, yaw = swing
    sy, cy, sp, cp = np.sin(0.5 * yaw), np.cos(0.5 * yaw), np.sin(lean_rad), np.cos(lean_rad)
    torso = np.array([[cy * cp, -sy, cy * sp], [sy * cp, cy, sy * sp], [-sp, 0.0, cp]])
    x, y = mass_m
    for inner in range(3):
        x -= torso[0, inner] * center_m[inner]
        y -= torso[1, inner] * center_m[inner]
    rotations, places = np.empty((2, 3, 3)), np.empty((2, 3))
    for foot in range(2):
        stands = (foot == 0) == left_is_stance
        turn = 0.0 if stands else yaw
        sine, cosine = np.sin(turn), np.cos(turn)
        away_x, away_y = (-x, -y) if stands else (swing_x - x, swing_y - y)
        away_z = (stance_height if stands else swing_height) - torso_height
        for row in range(3):
            places[foot, row] = torso[0, row] * away_x + torso[1, row] * away_y + torso[2, row] * away_z
            rotations[foot, row, 0] = torso[0, row] * cosine + torso[1, row] * sine
            rotations[foot, row, 1] = torso[1, row] * cosine - torso[0, row] * sine
            rotations[foot, row, 2] = torso[2, row]
        _turn_about_hips(rotations[foot], places[foot], turns[foot], hips_z_m)
    return rotations, places


@compiled
def _turn_about_hips(
    rotation: FloatArray, place: FloatArray, turn: tuple[float, float], hips_z_m: float
) -> None:
    """Turn a sole by the inverse of Ry(pitch) Rx(roll), about the point between the hips."""
    roll, pitch = turn
    if roll == 0.0 and pitch == 0.0:
        return
    sr, cr, sp, cp = np.sin(roll), np.cos(roll), np.sin(pitch), np.cos(pitch)
    place[2] -= hips_z_m
    for column in range(4):
        x, y, z = (
            (rotation[0, column], rotation[1, column], rotation[2, column])
            if column < 3
            else (place[0], place[1], place[2])
        )
        turned = cp * x - sp * z, sp * sr * x + cr * y + cp * sr * z, sp * cr * x - sr * y + cp * cr * z
        for row in range(3):
            if column < 3:
                rotation[row, column] = turned[row]
            else:
                place[row] = turned[row]
    place[2] += hips_z_m


MOVING_S = 1.0
"""From the sides to the back."""
BEHIND_RAD = {"ShoulderPitch": 2.05, "ShoulderRoll": 0.15, "ElbowYaw": 0.9, "ElbowRoll": -0.9}
"""Of the left arm: hands come to lie behind the torso, with room for what they hold beside the thighs."""
_SHOULDERS = ("ShoulderPitch", "ShoulderRoll")


def _both_sides() -> tuple[tuple[int, float, float, bool], ...]:
    """Return number, place at the side, place behind and whether it belongs to a shoulder, for each joint."""
    aside_rad, joints = stance(), []
    for joint, behind_rad in BEHIND_RAD.items():
        mirror = 1.0 if joint.endswith("Pitch") else -1.0
        for side, sign in (("L", 1.0), ("R", mirror)):
            number = INDEX[side + joint]
            joints.append((number, float(aside_rad[number]), sign * behind_rad, joint in _SHOULDERS))
    return tuple(joints)


_JOINTS = _both_sides()
_ARMS = [number for number, _, _, _ in _JOINTS]
_LEFT, _RIGHT = INDEX["LShoulderPitch"], INDEX["RShoulderPitch"]


def _arms_rad(share: float) -> FloatArray:
    """Return both arms, in the order of `_ARMS`, at a share of their way behind the back."""
    shoulders, elbows = eased(2.0 * share), eased(2.0 * share - 1.0)
    return np.array(
        [
            aside_rad + (shoulders if is_shoulder else elbows) * (behind_rad - aside_rad)
            for _, aside_rad, behind_rad, is_shoulder in _JOINTS
        ]
    )


class Arms:
    """Arms beside the body, swinging against the legs; or behind the back, where they touch nobody beside.

    On their way the shoulders go first and the elbows follow, so that no hand has to pass through the hip.
    """

    def __init__(self) -> None:
        self._bring(0.0)  # 0 at the sides, 1 behind

    def begin(self, position_rad: FloatArray, *, measured_rad: FloatArray) -> None:
        """Set both arms in `position_rad`: those that are behind the back stay there at first."""
        halfway_rad = 0.5 * (float(stance()[_LEFT]) + BEHIND_RAD["ShoulderPitch"])
        if min(float(measured_rad[_LEFT]), float(measured_rad[_RIGHT])) > halfway_rad:
            self._bring(1.0)
        self.place(position_rad, behind=self._share > 0.0, elapsed_s=0.0)

    def place(self, position_rad: FloatArray, *, behind: bool, elapsed_s: float) -> None:
        """Set both arms in `position_rad`, on their way to where they shall be."""
        way = elapsed_s / MOVING_S
        share = min(self._share + way, 1.0) if behind else max(self._share - way, 0.0)
        if share != self._share:
            self._bring(share)
        position_rad[_ARMS] = self._placed_rad

    def _bring(self, share: float) -> None:
        self._share, self._placed_rad = share, _arms_rad(share)

    def swing(self, position_rad: FloatArray, *, left_foot_ahead_m: float, swing_radpm: float) -> None:
        """Turn both shoulders: the arm beside the foot that is ahead goes back. Behind, arms keep still."""
        turn_rad = (1.0 - self._share) * swing_radpm * left_foot_ahead_m
        position_rad[_LEFT] += turn_rad
        position_rad[_RIGHT] -= turn_rad
