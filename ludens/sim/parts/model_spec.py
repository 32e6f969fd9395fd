"""The empty model specification: physics, drawing settings, and the visibility groups that parts share."""

from typing import TypeAlias

import mujoco

ModelSpec: TypeAlias = mujoco.MjSpec
"""A world under construction, to which parts are added."""

GROUP_WORLD = 0
"""What stands around: walls, obstacles, the ball, the person. Sonars hear it."""
GROUP_FIRST_ROBOT = 1
"""Robot number i is in group 1 + i, so that its own sonars can leave it out."""
GROUP_BACKDROP = 4
"""The room behind the pen: seen by cameras, hidden from onlookers, too far to be heard."""
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
