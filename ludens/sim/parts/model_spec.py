"""The empty stage: physics settings, drawing settings, and the visibility groups that all parts share."""

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
MOST_ROBOTS = GROUP_BACKDROP - GROUP_FIRST_ROBOT


def empty_model_spec(name: str) -> ModelSpec:
    """Return a specification with nothing in it, set for wheels and balls at metre scale."""
    stage = mujoco.MjSpec()
    stage.modelname = name
    stage.compiler.degree = False  # radians, as everywhere
    stage.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    stage.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    stage.option.impratio = 10.0  # friction as stiff as the contact itself: wheels creep otherwise
    # Off-screen pictures are drawn without multisampling, mirrors or shadow maps: 4 ms instead of 50.
    stage.visual.quality.offsamples = 0
    stage.visual.quality.shadowsize = 0
    stage.visual.quality.numquads = 1  # the lamp shines evenly, so flat faces need no corners within
    stage.visual.map.znear = 0.01
    stage.visual.map.zfar = 10.0
    stage.stat.extent = 4.0
    stage.stat.center = (0.0, 0.0, 0.0)
    return stage
