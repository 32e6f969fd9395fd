"""The ball of RoboCup's Standard Platform League: soft foam, white with black patches, as a palm across.

Diameter 100 mm and mass 44 g are the league's. Rolling slows it down by 0.35 m/s²: what the team B-Human has
set for this ball on the league's turf (`ballSpecification.cfg` of its public code). That it is foam all
through (inertia 2/5 m r²) follows from its density, 84 kg/m³. A restitution of 0.6 is our choice: dropped
from 1 m it comes back to 0.36 m.
"""

import math
from collections.abc import Iterable

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.sim.parts.ball import BallKind, add_ball, let_ball_bounce
from ludens.sim.parts.model_spec import ModelSpec

SPL_BALL = BallKind(
    radius_m=0.05,
    mass_kg=0.044,
    inertia_share=0.4,
    restitution=0.6,
    deceleration_mps2=0.35,
    rgba=(1.0, 1.0, 1.0, 1.0),
)
SHOE_FRICTION = 0.5
"""Foam on plastic: our choice."""
FACE_PX = 64
PATCH_RAD = 0.36
"""From the middle of a black patch to its rim: twelve of them cover a fifth of the ball or so."""


def add_soccer_ball(
    spec: ModelSpec, *, x_m: float, y_m: float, deceleration_mps2: float, shoes: Iterable[str]
) -> str:
    """Add the ball at rest, springing back from the geoms named as shoes; return its name."""
    ball = add_ball(spec, x_m=x_m, y_m=y_m, deceleration_mps2=deceleration_mps2, kind=SPL_BALL)
    texture = spec.add_texture(
        name="ball",
        type=mujoco.mjtTexture.mjTEXTURE_CUBE,
        width=FACE_PX,
        height=6 * FACE_PX,
        nchannel=3,
    )
    texture.data = _patches().tobytes()
    spec.material(ball).textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "ball"
    let_ball_bounce(spec, ball=ball, off=shoes, friction=SHOE_FRICTION, restitution=SPL_BALL.restitution)
    return ball


def _patches() -> NDArray[np.uint8]:
    """Return the six faces of the cube around the ball, black near the corners of an icosahedron."""
    golden = 0.5 * (1.0 + math.sqrt(5.0))
    corners = np.array(
        [
            np.roll((0.0, one, golden * other), turn)
            for turn in range(3)
            for one in (-1.0, 1.0)
            for other in (-1.0, 1.0)
        ]
    ) / math.hypot(1.0, golden)
    across = (np.arange(FACE_PX) + 0.5) / (0.5 * FACE_PX) - 1.0
    right, down = np.meshgrid(across, across)
    ahead = np.ones_like(right)
    faces = np.stack(
        [
            np.stack(face, axis=-1)
            for face in (
                (ahead, -down, -right),
                (-ahead, -down, right),
                (right, ahead, down),
                (right, -ahead, -down),
                (right, -down, ahead),
                (-right, -down, -ahead),
            )
        ]
    )
    directions = faces / np.linalg.norm(faces, axis=-1, keepdims=True)
    nearest = np.einsum("frcx,nx->frcn", directions, corners).max(axis=-1)
    tones = np.where(nearest > math.cos(PATCH_RAD), 25, 240).astype(np.uint8)
    return np.repeat(tones[..., np.newaxis], 3, axis=-1)
