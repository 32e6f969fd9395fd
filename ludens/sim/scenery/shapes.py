"""Simple shapes of a scene, made in one line each."""

import math

import numpy as np

from ludens.geometry import FloatArray, quaternion_from_matrix
from ludens.messages import SceneShape
from ludens.messages.scene import Quaternion

Triple = tuple[float, float, float]
Rgba = tuple[float, float, float, float]

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)


def box(
    size_m: Triple,
    at_m: Triple,
    colour_rgba: Rgba,
    *,
    orientation: Quaternion = UPRIGHT,
    finish: str = "",
) -> SceneShape:
    """Return a box of full extents."""
    return SceneShape(
        kind="box",
        size_m=size_m,
        position_m=at_m,
        orientation=orientation,
        colour_rgba=colour_rgba,
        finish=finish,
    )


def ball(size_m: Triple, at_m: Triple, colour_rgba: Rgba, *, finish: str = "") -> SceneShape:
    """Return a sphere, or an ellipsoid, of these diameters."""
    return SceneShape(
        kind="sphere",
        size_m=size_m,
        position_m=at_m,
        orientation=UPRIGHT,
        colour_rgba=colour_rgba,
        finish=finish,
    )


def disc(
    diameter_m: float, height_m: float, at_m: Triple, colour_rgba: Rgba, *, finish: str = ""
) -> SceneShape:
    """Return an upright cylinder."""
    return SceneShape(
        kind="cylinder",
        size_m=(diameter_m, diameter_m, height_m),
        position_m=at_m,
        orientation=UPRIGHT,
        colour_rgba=colour_rgba,
        finish=finish,
    )


def limb(
    start_m: Triple, end_m: Triple, radius_m: float, colour_rgba: Rgba, *, finish: str = ""
) -> tuple[SceneShape, ...]:
    """Return a rod with round ends from one point to another."""
    first, last = np.array(start_m), np.array(end_m)
    middle: FloatArray = 0.5 * (first + last)
    rod = SceneShape(
        kind="cylinder",
        size_m=(2.0 * radius_m, 2.0 * radius_m, float(np.linalg.norm(last - first))),
        position_m=_triple(middle),
        orientation=along(last - first),
        colour_rgba=colour_rgba,
        finish=finish,
    )
    size_m = (2.0 * radius_m,) * 3
    return (
        rod,
        ball(size_m, start_m, colour_rgba, finish=finish),
        ball(size_m, end_m, colour_rgba, finish=finish),
    )


def along(direction: FloatArray) -> Quaternion:
    """Return a turn that takes the vertical into a direction."""
    z = direction / np.linalg.norm(direction)
    aside = np.array((0.0, 1.0, 0.0)) if abs(z[1]) < math.sqrt(0.5) else np.array((1.0, 0.0, 0.0))
    x = np.cross(aside, z)
    x /= np.linalg.norm(x)
    w, i, j, k = quaternion_from_matrix(np.column_stack((x, np.cross(z, x), z))).tolist()
    return (w, i, j, k)


def _triple(point: FloatArray) -> Triple:
    x, y, z = point.tolist()
    return (x, y, z)
