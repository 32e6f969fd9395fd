"""A ball that rolls, slows down and bounces; unless said otherwise, a green one of the playground.

Rolling resistance is a torque of μ N at the contact, so a ball of inertia k m r² (a thin shell has k = 2/3)
slows down by μ g / (r (1 + k)). Bounces are a spring and damper in the contact: MuJoCo's (time constant,
damping ratio) with ζ = -ln e / sqrt(π² + ln² e) for restitution e.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import matrix_from_quaternion
from ludens.geometry.football import PATCH_RAD, patches_on_cube
from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec

BALL_RADIUS_M = 0.11
BALL_MASS_KG = 0.35
GREEN = (0.16, 0.62, 0.20, 1.0)
SHELL = 2.0 / 3.0
RESTITUTION = 0.65
ROLLING_DECELERATION_MPS2 = 0.13
BOUNCE_PULSATION_RADPS = 150.0
"""Stiffness of the bounce: π / 150 rad/s, about 20 ms of contact, as for a soft ball."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallKind:
    """Properties in which two balls differ."""

    radius_m: float
    mass_kg: float
    inertia_share: float  # of mass times squared radius: 2/3 for a thin shell, 2/5 for a full ball
    restitution: float
    deceleration_mps2: float  # of rolling
    rgba: tuple[float, float, float, float]


PLAYGROUND_BALL = BallKind(
    radius_m=BALL_RADIUS_M,
    mass_kg=BALL_MASS_KG,
    inertia_share=SHELL,
    restitution=RESTITUTION,
    deceleration_mps2=ROLLING_DECELERATION_MPS2,
    rgba=GREEN,
)


def add_ball(
    spec: ModelSpec,
    *,
    x_m: float,
    y_m: float,
    deceleration_mps2: float | None = None,
    kind: BallKind = PLAYGROUND_BALL,
    name: str = "ball",
) -> str:
    """Add a ball at rest on the floor, and return the name of its body, joint, geom and material."""
    radius, gravity = kind.radius_m, -float(spec.option.gravity[2])
    slows_mps2 = kind.deceleration_mps2 if deceleration_mps2 is None else deceleration_mps2
    rolling_m = slows_mps2 * radius * (1.0 + kind.inertia_share) / gravity
    spec.add_material(name=name, rgba=kind.rgba, specular=0.6, shininess=0.6, reflectance=0.0)
    body = spec.worldbody.add_body(name=name, pos=(x_m, y_m, radius))
    body.add_freejoint(name=name)
    inertia = kind.inertia_share * kind.mass_kg * radius**2
    body.ipos = (0.0, 0.0, 0.0)
    body.iquat = (1.0, 0.0, 0.0, 0.0)
    body.mass = kind.mass_kg
    body.inertia = (inertia, inertia, inertia)
    body.explicitinertial = True
    body.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        size=(radius, 0.0, 0.0),
        material=name,
        condim=6,
        friction=(0.6, 0.005, rolling_m),
        priority=1,
        group=GROUP_WORLD,
    )
    return name


WALL_FRICTION = 0.6
"""Grips enough to take most of the ball's spin in a bounce, so that it rolls back at all."""
PLATE_FRICTION = 0.12
"""Smooth plastic: a pushed ball rolls against the plate without climbing it."""


def let_ball_bounce(
    spec: ModelSpec, *, ball: str, off: Iterable[str], friction: float, restitution: float = RESTITUTION
) -> None:
    """Make the ball spring back from each of the named geoms."""
    logarithm = math.log(restitution)
    damping_ratio = -logarithm / math.hypot(math.pi, logarithm)
    for other in off:
        spec.add_pair(
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


SPL_BALL = BallKind(
    radius_m=0.05,
    mass_kg=0.044,
    inertia_share=0.4,
    restitution=0.6,
    deceleration_mps2=0.35,
    rgba=(1.0, 1.0, 1.0, 1.0),
)
ORANGE_BALL = BallKind(
    radius_m=0.0325,
    mass_kg=0.055,
    inertia_share=0.4,
    restitution=0.6,
    deceleration_mps2=0.35,
    rgba=(0.94, 0.40, 0.08, 1.0),
)
"""Of 2011: a ball of street hockey. How it rolls and bounces is our choice, as for the other ball."""
SHOE_FRICTION = 0.5
"""Foam on plastic: our choice."""
FACE_PX = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class BallLook:
    """How the black-and-white ball is painted: tones from 0 to 255, patches by their half angle."""

    patch_rad: float = PATCH_RAD
    white: tuple[int, int, int] = (240, 240, 240)
    black: tuple[int, int, int] = (25, 25, 25)


def add_soccer_ball(
    spec: ModelSpec,
    *,
    x_m: float,
    y_m: float,
    deceleration_mps2: float,
    shoes: Iterable[str],
    look: BallLook | None = None,
    kind: BallKind = SPL_BALL,
    name: str = "ball",
) -> str:
    """Add a ball at rest, springing back from the geoms named as shoes; return its name."""
    ball = add_ball(spec, x_m=x_m, y_m=y_m, deceleration_mps2=deceleration_mps2, kind=kind, name=name)
    let_ball_bounce(spec, ball=ball, off=shoes, friction=SHOE_FRICTION, restitution=kind.restitution)
    if kind is not SPL_BALL:
        return ball
    texture = spec.add_texture(
        name=ball,
        type=mujoco.mjtTexture.mjTEXTURE_CUBE,
        width=FACE_PX,
        height=6 * FACE_PX,
        nchannel=3,
    )
    texture.data = _patches(BallLook() if look is None else look).tobytes()
    spec.material(ball).textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = ball
    return ball


def _patches(look: BallLook) -> NDArray[np.uint8]:
    """Return the six faces of the cube around the ball, one below the other."""
    is_black = patches_on_cube(FACE_PX, look.patch_rad)[..., np.newaxis]
    return np.where(is_black, look.black, look.white).astype(np.uint8)
