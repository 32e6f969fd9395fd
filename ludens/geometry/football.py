"""The black-and-white pattern of a football: twelve patches, one at each corner of an icosahedron."""

import math

import numpy as np
from numpy.typing import NDArray

PATCH_RAD = 0.36
"""From the middle of a black patch to its rim: twelve of them cover a fifth of the ball or so."""


def patches_on_cube(size_px: int, patch_rad: float = PATCH_RAD) -> NDArray[np.bool_]:
    """Return where a cube round the ball is black: six faces of rows and columns, as a cube texture has them.

    The faces are right, left, up, down, front and back, as graphics libraries order them; a pixel has the
    colour of the ball in its direction from the middle.
    """
    golden = 0.5 * (1.0 + math.sqrt(5.0))
    corners = np.array(
        [
            np.roll((0.0, one, golden * other), turn)
            for turn in range(3)
            for one in (-1.0, 1.0)
            for other in (-1.0, 1.0)
        ]
    ) / math.hypot(1.0, golden)
    across = (np.arange(size_px) + 0.5) / (0.5 * size_px) - 1.0
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
    black: NDArray[np.bool_] = nearest > math.cos(patch_rad)
    return black
