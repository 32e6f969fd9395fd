"""A robot whose cameras were calibrated before it came to the table, as `ludens calibrate nao-camera` does
it.

That takes a board and half a minute, so here the true mounting stands in for it, with the errors that the
experiment `nao-camera-calibration` finds afterwards: 0.15° in the median over all axes, 0.17 % of focal
length.
"""

from collections.abc import Mapping

import numpy as np

from ludens.core.contract.setup import Setup
from ludens.estimation.camera_pose import CameraPoseEstimator, EyeCalibration
from ludens.robots.nao.places import BOTTOM_CAMERA, PLACES, TOP_CAMERA
from ludens.sim.sensors.camera import MountedCamera

LEFT_RAD = 0.0017
"""σ of what is left about each axis."""
LEFT_FOCAL = 0.0025
LEFT_DISTORTION = 0.003
PLACES_OF = {"top": ("top/camera", TOP_CAMERA), "bottom": ("bottom/camera", BOTTOM_CAMERA)}


def with_calibrated_cameras(
    setup: Setup, mounts: Mapping[str, MountedCamera], *, random: np.random.Generator
) -> Setup:
    """Return the setup for the robot whose cameras really sit so."""
    eyes: dict[str, EyeCalibration] = {}
    for eye, (source, place) in PLACES_OF.items():
        mounted = mounts[source]
        nominal_from_real = PLACES[place].link_from_place.inverse() @ mounted.robot_from_camera
        roll_rad, pitch_rad, yaw_rad = np.add(
            nominal_from_real.rpy(), LEFT_RAD * random.normal(size=3)
        ).tolist()
        eyes[eye] = EyeCalibration(
            roll_rad=roll_rad,
            pitch_rad=pitch_rad,
            yaw_rad=yaw_rad,
            focal_px=mounted.camera.focal_x_px * (1.0 + LEFT_FOCAL * float(random.normal())),
            distortion=mounted.distortion + LEFT_DISTORTION * float(random.normal()),
        )
    return setup.replacing(CameraPoseEstimator, CameraPoseEstimator, top=eyes["top"], bottom=eyes["bottom"])
