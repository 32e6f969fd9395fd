"""The empty model specification: physics, drawing settings, and the visibility groups that parts share."""

import math
from typing import TypeAlias

import mujoco
import numpy as np

from ludens.geometry import PinholeCamera, Transform3

ModelSpec: TypeAlias = mujoco.MjSpec
"""A world under construction, to which parts are added."""

GROUP_WORLD = 0
"""Walls, obstacles, the ball, the person: everything that sonars hear."""
GROUP_FIRST_ROBOT = 1
"""Robot number i is in group 1 + i, so that its own sonars can leave it out."""
GROUP_BACKDROP = 4
"""The room behind the pen: seen by cameras, hidden from spectators, too far to be heard."""
GROUP_FLOOR = 5
"""Drawn, but met by sound at grazing angles only: sonars leave it out."""


def empty_model_spec(name: str) -> ModelSpec:
    """Return a specification with nothing in it, set for wheels and balls at metre scale."""
    spec = mujoco.MjSpec()
    spec.modelname = name
    spec.compiler.degree = False  # radians, as everywhere
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = 10.0  # friction as stiff as the contact itself: wheels creep otherwise
    # Off-screen pictures are drawn without multisampling, mirrors or shadow maps: 4 ms instead of 50.
    spec.visual.quality.offsamples = 0
    spec.visual.quality.shadowsize = 0
    spec.visual.quality.numquads = 1  # the lamp shines evenly, so flat faces need no corners within
    spec.visual.map.znear = 0.01
    spec.visual.map.zfar = 10.0
    spec.stat.extent = 4.0
    spec.stat.center = (0.0, 0.0, 0.0)
    return spec


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
