"""The ball: a green playground ball that rolls, slows down and bounces.

Rolling resistance is a torque of μ N at the contact, so a thin-shelled ball (inertia 2/3 m r²) slows down
by μ g / (r (1 + 2/3)). Bounces are a spring and damper in the contact: MuJoCo's (time constant, damping
ratio) with ζ = -ln e / sqrt(π² + ln² e) for restitution e.
"""

import math
from collections.abc import Iterable

import mujoco
import numpy as np

from ludens.geometry import matrix_from_quaternion
from ludens.sim.parts.stage import GROUP_WORLD, Stage

BALL_RADIUS_M = 0.11
BALL_MASS_KG = 0.35
GREEN = (0.16, 0.62, 0.20, 1.0)
SHELL = 2.0 / 3.0
RESTITUTION = 0.65
ROLLING_DECELERATION_MPS2 = 0.13
BOUNCE_PULSATION_RADPS = 150.0
"""Stiffness of the bounce: π / 150 rad/s, about 20 ms of contact, as for a soft ball."""


def add_ball(
    stage: Stage,
    *,
    x_m: float,
    y_m: float,
    deceleration_mps2: float = ROLLING_DECELERATION_MPS2,
) -> str:
    """Add the ball at rest on the floor, and return the name of its body, joint and geom."""
    radius, gravity = BALL_RADIUS_M, -float(stage.option.gravity[2])
    rolling_m = deceleration_mps2 * radius * (1.0 + SHELL) / gravity
    stage.add_material(name="ball", rgba=GREEN, specular=0.6, shininess=0.6, reflectance=0.0)
    body = stage.worldbody.add_body(name="ball", pos=(x_m, y_m, radius))
    body.add_freejoint(name="ball")
    inertia = SHELL * BALL_MASS_KG * radius**2
    body.ipos = (0.0, 0.0, 0.0)
    body.iquat = (1.0, 0.0, 0.0, 0.0)
    body.mass = BALL_MASS_KG
    body.inertia = (inertia, inertia, inertia)
    body.explicitinertial = True
    body.add_geom(
        name="ball",
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        size=(radius, 0.0, 0.0),
        material="ball",
        condim=6,
        friction=(0.6, 0.005, rolling_m),
        priority=1,
        group=GROUP_WORLD,
    )
    return "ball"


WALL_FRICTION = 0.6
"""Grips enough to take most of the ball's spin in a bounce, so that it rolls back at all."""
PLATE_FRICTION = 0.12
"""Smooth plastic: a pushed ball rolls against the plate without climbing it."""


def let_ball_bounce(stage: Stage, *, ball: str, off: Iterable[str], friction: float) -> None:
    """Make the ball spring back from each of the named geoms with the restitution above."""
    logarithm = math.log(RESTITUTION)
    damping_ratio = -logarithm / math.hypot(math.pi, logarithm)
    for other in off:
        stage.add_pair(
            name=f"{ball} off {other}",
            geomname1=ball,
            geomname2=other,
            condim=3,
            friction=(friction, friction, 0.005, 0.0001, 0.0001),
            solref=(1.0 / (BOUNCE_PULSATION_RADPS * damping_ratio), damping_ratio),
            solimp=(0.98, 0.98, 0.001, 0.5, 2.0),
        )


def roll_ball(model: mujoco.MjModel, data: mujoco.MjData, *, velocity_mps: tuple[float, float]) -> None:
    """Let the ball roll over the floor without slipping, whatever it did before."""
    position = int(model.joint("ball").qposadr[0])
    speed = int(model.joint("ball").dofadr[0])
    forward, left = velocity_mps
    spin_in_ground = np.array([-left, forward, 0.0]) / BALL_RADIUS_M
    # A free joint keeps its turning speed in the body's own frame, which has rolled along with the ball.
    ground_from_ball = matrix_from_quaternion(data.qpos[position + 3 : position + 7])
    data.qvel[speed : speed + 3] = (forward, left, 0.0)
    data.qvel[speed + 3 : speed + 6] = ground_from_ball.T @ spin_in_ground
