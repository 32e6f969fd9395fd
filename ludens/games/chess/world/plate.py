"""The calibration plate on the arm, screwed on not quite as it was meant."""

import math

import cv2
import mujoco
import numpy as np

from ludens.games.chess.workcell.arm_setup import FLANGE_FROM_PLATE, PLATE_ID, PLATE_M
from ludens.geometry import Transform3
from ludens.robots.iiwa.dimensions import AXES, WRIST_TO_FLANGE_M
from ludens.robots.iiwa.noise import IiwaNoise
from ludens.sim.parts.model_spec import GROUP_FIRST_ROBOT, ModelSpec
from ludens.sim.parts.prints import PLATE_M as THIN_M
from ludens.sim.parts.prints import add_print, seen_from_above

PLATE = "plate"
MARGIN = 1.3
"""Edge of the white plate over that of its marker."""
NOTHING_M = 1e-6
SIGMA_M, SIGMA_RAD = 0.001, math.radians(0.7)


def add_plate(spec: ModelSpec, *, random: np.random.Generator, noise: IiwaNoise) -> None:
    """Screw the plate onto the last link, beside the flange."""
    loose = 1.0 if noise.joints.offset_sigma_rad > 0.0 else 0.0
    shift_m = loose * SIGMA_M * random.normal(size=3)
    roll, pitch, yaw = (loose * SIGMA_RAD * random.normal(size=3)).tolist()
    meant_from_real = Transform3.from_rpy(roll_rad=roll, pitch_rad=pitch, yaw_rad=yaw, translation=shift_m)
    wrist_from_flange = Transform3.from_translation(0.0, 0.0, WRIST_TO_FLANGE_M)
    place = wrist_from_flange @ FLANGE_FROM_PLATE @ meant_from_real
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    marker = cv2.aruco.generateImageMarker(dictionary, PLATE_ID, 84)
    pad = round(84 * 0.5 * (MARGIN - 1.0))
    grey = cv2.copyMakeBorder(marker, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(255,))
    edge = MARGIN if pad == 0 else (84 + 2 * pad) / 84
    add_print(spec, PLATE, seen_from_above(np.repeat(grey[..., np.newaxis], 3, axis=2).astype(np.uint8)))
    half_m = 0.5 * PLATE_M * edge
    flange = spec.body(f"iiwa/{AXES[-1]}")
    flange.add_body(name=PLATE, pos=place.translation, quat=place.quaternion()).add_geom(
        name=PLATE,
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=(half_m, half_m, THIN_M),
        material=PLATE,
        mass=0.0,
        contype=0,
        conaffinity=0,
        group=GROUP_FIRST_ROBOT,
    )


def take_plate_off(model: mujoco.MjModel) -> None:
    """Unscrew it, as a person does after the calibration: nothing is left to be seen."""
    plate = model.geom(PLATE)
    plate.size[:] = NOTHING_M
    plate.matid[:] = -1
    plate.rgba[:] = 0.0
