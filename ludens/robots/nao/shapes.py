"""Looks of a NAO: simple shapes on its links. The simulation draws and collides them, and the robot's
own picture of its body (to be ignored in camera images) projects them.

Sizes are half extents: boxes and ellipsoids (x, y, z); cylinders and capsules (radius, half length, 0) along
their own z axis. Only the middle and the left side are written.
"""

from dataclasses import dataclass, replace

import numpy as np

from ludens.geometry import Transform3
from ludens.robots.nao.links import Vector, mirror_name
from ludens.robots.nao.places import SOLE_BACK_M, SOLE_FRONT_M, SOLE_INNER_M, SOLE_OUTER_M


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A primitive fixed to a link. What is not `solid` is only seen."""

    link: str
    name: str
    kind: str  # "box", "ellipsoid", "cylinder", "capsule"
    size_m: Vector
    link_from_shape: Transform3
    paint: str  # "shell", "accent", "joint", "dark", "light"
    solid: bool = True


def _ball(link: str, name: str, at: Vector, radii: Vector, paint: str, *, solid: bool = True) -> Shape:
    return Shape(link, name, "ellipsoid", radii, Transform3.from_translation(*at), paint, solid)


def _block(link: str, name: str, at: Vector, half: Vector, paint: str, *, solid: bool = True) -> Shape:
    return Shape(link, name, "box", half, Transform3.from_translation(*at), paint, solid)


def _rod(
    link: str,
    name: str,
    start: Vector,
    end: Vector,
    radius_m: float,
    paint: str,
    *,
    kind: str = "capsule",
    solid: bool = True,
) -> Shape:
    """Return a capsule or cylinder from one point to another."""
    first, last = np.array(start), np.array(end)
    length = float(np.linalg.norm(last - first))
    along = (last - first) / length
    across = np.cross(along, (1.0, 0.0, 0.0) if abs(along[0]) < 0.9 else (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    rotation = np.column_stack((across, np.cross(along, across), along))
    middle = Transform3(rotation, 0.5 * (first + last))
    return Shape(link, name, kind, (radius_m, 0.5 * length, 0.0), middle, paint, solid)


def _disc(
    link: str, name: str, at: Vector, facing: Vector, radius_m: float, paint: str, thick_m: float = 0.004
) -> Shape:
    """Return a flat cylinder that faces a direction; it is only seen."""
    start = tuple(np.array(at) - 0.5 * thick_m * np.array(facing))
    end = tuple(np.array(at) + 0.5 * thick_m * np.array(facing))
    return _rod(link, name, start, end, radius_m, paint, kind="cylinder", solid=False)


_FACE: Vector = (0.94, 0.34, 0.0)

_MIDDLE = (
    _ball("Torso", "chest", (-0.002, 0.0, 0.060), (0.060, 0.076, 0.068), "shell"),
    _block("Torso", "belly", (-0.006, 0.0, 0.010), (0.040, 0.052, 0.055), "shell"),
    _ball("Torso", "breastplate", (0.022, 0.0, 0.072), (0.040, 0.058, 0.038), "accent", solid=False),
    _ball("Torso", "pelvis", (-0.004, 0.0, -0.062), (0.048, 0.056, 0.034), "joint"),
    _disc("Torso", "chest button", (0.062, 0.0, 0.066), (1.0, 0.0, 0.0), 0.011, "light", 0.006),
    _rod(
        "Torso", "collar", (0.0, 0.0, 0.095), (0.0, 0.0, 0.118), 0.040, "joint", kind="cylinder", solid=False
    ),
    _rod("Neck", "neck", (0.0, 0.0, -0.020), (0.0, 0.0, 0.012), 0.026, "joint", kind="cylinder", solid=False),
    _ball("Head", "skull", (-0.003, 0.0, 0.056), (0.059, 0.060, 0.058), "shell"),
    _ball("Head", "visor", (-0.012, 0.0, 0.074), (0.054, 0.0575, 0.046), "accent", solid=False),
    _ball("Head", "jaw", (0.014, 0.0, 0.030), (0.036, 0.043, 0.026), "shell", solid=False),
    _disc("Head", "forehead camera", (0.0575, 0.0, 0.0636), (1.0, 0.0, 0.0), 0.0065, "dark"),
    _disc("Head", "mouth camera", (0.0495, 0.0, 0.0177), (0.77, 0.0, -0.64), 0.0065, "dark"),
)

_LEFT = (
    _disc("Head", "left eye", (0.0515, 0.0225, 0.050), _FACE, 0.0155, "dark", 0.008),
    _disc("Head", "left eye ring", (0.0535, 0.0233, 0.050), _FACE, 0.0115, "light", 0.008),
    _disc("Head", "left pupil", (0.0555, 0.0240, 0.050), _FACE, 0.0060, "dark", 0.008),
    _rod("Head", "left ear", (-0.004, 0.048, 0.056), (-0.004, 0.066, 0.056), 0.027, "joint", kind="cylinder"),
    _disc("Head", "left ear light", (-0.004, 0.0665, 0.056), (0.0, 1.0, 0.0), 0.017, "light"),
    _ball("LShoulder", "shoulder", (0.0, -0.002, 0.0), (0.034, 0.032, 0.034), "shell"),
    _rod("LBiceps", "upper arm", (0.012, 0.006, 0.0), (0.084, 0.014, 0.0), 0.025, "shell"),
    _ball("LBiceps", "shoulder pad", (0.020, 0.012, 0.006), (0.036, 0.024, 0.027), "accent", solid=False),
    _ball("LElbow", "elbow", (-0.002, 0.0, 0.0), (0.027, 0.024, 0.024), "joint"),
    _ball("LForeArm", "lower arm", (0.026, 0.0, 0.0), (0.042, 0.030, 0.030), "shell"),
    _ball("LHand", "wrist", (0.006, 0.0, 0.0), (0.018, 0.022, 0.022), "joint", solid=False),
    _block("LHand", "palm", (0.032, 0.0, -0.002), (0.020, 0.021, 0.012), "shell"),
    _ball("LPelvis", "hip cover", (-0.004, 0.004, 0.004), (0.036, 0.033, 0.036), "joint", solid=False),
    _ball("LHip", "hip", (-0.006, 0.002, -0.004), (0.036, 0.034, 0.034), "joint", solid=False),
    _rod("LThigh", "thigh", (0.002, 0.004, -0.026), (0.004, 0.002, -0.076), 0.037, "shell"),
    _ball("LThigh", "thigh plate", (0.012, 0.010, -0.046), (0.034, 0.034, 0.044), "accent", solid=False),
    _rod("LThigh", "knee", (-0.004, -0.030, -0.1), (-0.004, 0.032, -0.1), 0.027, "joint", kind="cylinder"),
    _rod("LTibia", "shin", (0.006, 0.003, -0.030), (0.002, 0.002, -0.078), 0.034, "shell"),
    _ball("LTibia", "shin plate", (0.016, 0.003, -0.050), (0.028, 0.031, 0.042), "accent", solid=False),
    _ball("LAnkle", "ankle", (0.0, 0.0, 0.0), (0.030, 0.031, 0.030), "joint", solid=False),
    _block(
        "LFoot",
        "sole",
        (0.5 * (SOLE_FRONT_M - SOLE_BACK_M), 0.5 * (SOLE_OUTER_M - SOLE_INNER_M), -0.0402),
        (0.5 * (SOLE_FRONT_M + SOLE_BACK_M), 0.5 * (SOLE_OUTER_M + SOLE_INNER_M), 0.005),
        "joint",
    ),
    _block("LFoot", "bumper", (0.100, 0.0056, -0.028), (0.010, 0.040, 0.011), "joint"),
    _ball("LFoot", "instep", (0.026, 0.004, -0.030), (0.076, 0.041, 0.030), "shell", solid=False),
    _ball("LFoot", "toe cap", (0.070, 0.005, -0.028), (0.036, 0.036, 0.017), "accent", solid=False),
)


def _mirror_shape(shape: Shape) -> Shape:
    """Return the shape as the mirror y = 0 shows it; a primitive is its own mirror image along its axes."""
    rotation = shape.link_from_shape.rotation
    flip = np.diag((1.0, -1.0, 1.0))
    return replace(
        shape,
        link=mirror_name(shape.link),
        name=shape.name.replace("left ", "right "),
        link_from_shape=Transform3(flip @ rotation @ flip, flip @ shape.link_from_shape.translation),
    )


SHAPES = (*_MIDDLE, *_LEFT, *(_mirror_shape(shape) for shape in _LEFT))
