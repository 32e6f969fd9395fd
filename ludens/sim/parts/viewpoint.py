"""A camera's viewpoint on a body. MuJoCo's cameras look along −z with y up, ours along x with z up."""

import math

import mujoco
import numpy as np

from ludens.geometry import PinholeCamera, Transform3


def add_viewpoint(
    body: mujoco.MjsBody, *, name: str, body_from_camera: Transform3, camera: PinholeCamera
) -> None:
    """Add the place from which `Renderer` draws what a camera sees."""
    forward, left, up = body_from_camera.rotation.T
    mount = Transform3(np.column_stack((-left, up, -forward)), body_from_camera.translation)
    body.add_camera(
        name=name,
        pos=mount.translation,
        quat=mount.quaternion(),
        fovy=math.degrees(2.0 * math.atan(0.5 * camera.height_px / camera.focal_y_px)),
        resolution=(camera.width_px, camera.height_px),
    )
