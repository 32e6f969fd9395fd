"""A simulated NAO before a board, its cameras turned as nobody knows."""

import numpy as np

from ludens.sim.nao.calibration_stand import CalibrationStand
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.vision.calibration import NAO_BOARD

CAMERA_HZ = 3.0
"""Slower than real ones, which changes nothing for a head that stands still, and costs less to draw."""
EYES = ("top/camera", "bottom/camera")


def calibration_world(*, noise: str, seed: int, turned_deg: float) -> NaoWorld:
    """Return a robot before a board, each camera turned by up to so much about each axis."""
    random = np.random.default_rng([seed, 6])
    turned = {}
    for source in EYES:
        roll, pitch, yaw = np.radians(random.uniform(-turned_deg, turned_deg, 3)).tolist()
        turned[source] = (roll, pitch, yaw)
    stand = CalibrationStand(print=NAO_BOARD.picture(), size_m=NAO_BOARD.size_m, turned_rad=turned)
    return NaoWorld(NaoWorldOptions(noise=noise, render=True, camera_hz=CAMERA_HZ, stand=stand), seed=seed)
