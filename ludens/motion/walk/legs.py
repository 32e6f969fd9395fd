"""From targets of mass and feet to the 25 joints."""

import math

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.motion.walk.gait import BodyTargets
from ludens.motion.walk.levelling import NO_TURNS, Turns
from ludens.motion.walk.parameters import WalkParameters
from ludens.robots.nao.kinematics import LEGS, center_of_mass_of, solve_soles
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
