"""The postures in which the arm shows its plate to the camera, and their order: always the nearest next.

They are all over the table, high and low, tilted.
"""

import math
from collections.abc import Sequence

import numpy as np

from ludens.games.chess.move.trajectories import can_turn
from ludens.games.chess.workcell.arm_setup import FLANGE_FROM_PLATE, REST_RAD, TOOL, corners_in_plate
from ludens.games.chess.workcell.table_view import BASE_FROM_CAMERA, CAMERA
from ludens.geometry import FloatArray, Transform3
from ludens.planning.arm.follow import ELBOW_UP
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.robots.iiwa.dimensions import WRIST_TO_FLANGE_M
from ludens.robots.iiwa.kinematics import roomiest

COUNT = 20
AHEAD_M, ASIDE_M, HEIGHT_M = (0.44, 0.66), (-0.24, 0.24), (0.13, 0.30)
MOST_TILT_RAD = math.radians(16.0)
MOST_TURN_RAD = math.radians(35.0)
MARGIN = 1.15
"""Of the plate, around its marker: that must be seen too."""
LEAST_ROOM = 0.03
MARGIN_PX = 90.0
"""To the picture's edge: the camera is not quite where it is meant to be."""
WRIST_M = 0.06
"""From the wrist's middle: what passes nearer is hidden by it, or might be."""


def postures(random: np.random.Generator, *, count: int = COUNT) -> list[FloatArray]:
    """Return postures that the arm can take, the tip of its tool never lower than a hand over the pieces.

    From each of them it can turn to its rest: any may be the last.
    """
    found: list[FloatArray] = []
    for attempt in range(50 * count):
        if len(found) == count:
            return found
        place = _place(random, side=attempt % 2)
        if not _in_view(place):
            continue
        posture = roomiest(place, branches=(ELBOW_UP,))
        if posture is None or posture.room <= LEAST_ROOM or not can_turn(posture.joints_rad, REST_RAD):
            continue
        found.append(posture.joints_rad)
    raise ArmPlanError(f"Only {len(found)} of {count} calibration postures are within the arm's reach.")


def _place(random: np.random.Generator, *, side: int) -> Transform3:
    """Return a flange over one half of the table, tilted about some axis."""
    ahead_m, height_m = random.uniform(*AHEAD_M), random.uniform(*HEIGHT_M)
    aside_m = random.uniform(*ASIDE_M) * 0.5 + (0.5 if side else -0.5) * ASIDE_M[1]
    around_rad, tilt_rad = random.uniform(-math.pi, math.pi), random.uniform(0.3, 1.0) * MOST_TILT_RAD
    tilt = Transform3.from_rpy(
        roll_rad=tilt_rad * math.cos(around_rad),
        pitch_rad=math.pi + tilt_rad * math.sin(around_rad),
        yaw_rad=random.uniform(-MOST_TURN_RAD, MOST_TURN_RAD),
    )
    tip_m = np.array([ahead_m, aside_m, height_m])
    return Transform3(tilt.rotation, tip_m - tilt.rotate((0.0, 0.0, TOOL.length_m)))


def _in_view(base_from_flange: Transform3) -> bool:
    """Whether the camera, if it is about where it is meant to be, sees the whole plate."""
    corners = (base_from_flange @ FLANGE_FROM_PLATE).apply(MARGIN * corners_in_plate())
    pixels = CAMERA.project(BASE_FROM_CAMERA.inverse().apply(corners))
    inside = (pixels > MARGIN_PX) & (pixels < (CAMERA.width_px - MARGIN_PX, CAMERA.height_px - MARGIN_PX))
    eye = BASE_FROM_CAMERA.translation
    ways = (corners - eye) / np.linalg.norm(corners - eye, axis=1, keepdims=True)
    wrist = base_from_flange.apply((0.0, 0.0, -WRIST_TO_FLANGE_M)) - eye
    beside_m = np.linalg.norm(wrist - (ways @ wrist)[:, np.newaxis] * ways, axis=1)
    return bool(inside.all() and (beside_m > WRIST_M).all())


def route(start_rad: FloatArray, postures: Sequence[FloatArray]) -> list[FloatArray]:
    """Return the postures in order; those that no direct turning leads to are left out."""
    left, ordered, here_rad = list(postures), [], start_rad
    while left:
        nearest = min(range(len(left)), key=lambda index: float(np.abs(left[index] - here_rad).max()))
        posture = left.pop(nearest)
        if can_turn(here_rad, posture):
            ordered.append(posture)
            here_rad = posture
    return ordered
