"""The own body in the picture: outlines of arms, chest and legs, so that vision can leave them out."""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.robots.nao.fingers import (
    FINGER_LENGTH_M,
    FINGER_RADIUS_M,
    GRIP_Z_M,
    HALF_GAP_M,
    KNUCKLE_X_M,
    OPEN_RAD,
    UPPER_Y_M,
)
from ludens.robots.nao.kinematics.posture import Posture
from ludens.robots.nao.links import LINK_INDEX
from ludens.robots.nao.shapes import SHAPES, Shape

OWN_HEAD = ("Head", "Neck")
"""Links that move with the cameras are never in their view."""
MARGIN = 1.1
"""Shapes are drawn a little larger: better to lose a strip of floor than to take a sleeve for a ball."""
TURNS = 12
AROUND_PX = 100.0
"""Outlines end so far beyond the picture: a corner beside the camera may be as far off as numbers go."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A convex polygon in the picture, counter-clockwise as (column, row) of shape (corners, 2)."""

    link: str
    corners_px: FloatArray


def body_outlines(
    posture: Posture, torso_from_camera: Transform3, *, camera: PinholeCamera
) -> tuple[Outline, ...]:
    """Return the outlines of all own parts that are, at least partly, in the picture."""
    points_in_torso = posture.points_in_torso(_POINTS, links=_POINT_LINKS)
    pixels = camera.project(torso_from_camera.inverse().apply(points_in_torso))
    with np.errstate(invalid="ignore"):
        beyond = np.column_stack((pixels < -0.5, pixels > (camera.width_px - 0.5, camera.height_px - 0.5)))
    ahead = ~np.isnan(pixels[:, 0])
    most = np.array([camera.width_px, camera.height_px]) + AROUND_PX
    starts = [first for _, first, _ in _PARTS]
    counts = np.add.reduceat(ahead, starts, dtype=np.int64)
    on_one_side = (np.add.reduceat(beyond, starts, axis=0, dtype=np.int64) == counts[:, np.newaxis]).any(
        axis=1
    )
    outlines = []
    for part in np.flatnonzero((counts >= 3) & ~on_one_side).tolist():  # the others are behind, or aside
        link, first, last = _PARTS[part]
        corners_px = clipped(convex_hull(pixels[first:last][ahead[first:last]]), least=-AROUND_PX, most=most)
        if len(corners_px) >= 3:
            outlines.append(Outline(link, corners_px))
    return tuple(outlines)


def clipped(polygon: FloatArray, *, least: float, most: FloatArray) -> FloatArray:
    """Return what of a convex polygon (corners, 2) is in a box, down to no corners (Sutherland, Hodgman)."""
    for axis in range(2):
        polygon = _cut(polygon, polygon[:, axis] - most[axis])
        polygon = _cut(polygon, least - polygon[:, axis])
    return polygon


def _cut(polygon: FloatArray, beyond: FloatArray) -> FloatArray:
    """Return a polygon without what is beyond a line; of every corner it is known how far it is."""
    if not (beyond > 0.0).any():
        return polygon
    corners = []
    for number, corner in enumerate(polygon):
        ends = sorted((number - 1, number), key=lambda end: float(beyond[end]))
        inner, outer = beyond[ends]
        if inner <= 0.0 < outer:  # reckoned from within: what is far off is not exact
            corners.append(polygon[ends[0]] + (polygon[ends[1]] - polygon[ends[0]]) * inner / (inner - outer))
        if beyond[number] <= 0.0:
            corners.append(corner)
    return np.array(corners).reshape(-1, 2)


def convex_hull(points: FloatArray) -> FloatArray:
    """Return the corners of the smallest convex polygon round points (count, 2) (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points.tolist()))
    hull: list[tuple[float, float]] = []
    for half in (ordered, ordered[::-1]):
        start = len(hull)
        for point in half:
            while len(hull) - start >= 2 and _turns_right(hull[-2], hull[-1], point):
                hull.pop()
            hull.append(point)
        hull.pop()
    return np.array(hull)


def _turns_right(first: tuple[float, float], second: tuple[float, float], third: tuple[float, float]) -> bool:
    return (second[0] - first[0]) * (third[1] - first[1]) <= (second[1] - first[1]) * (third[0] - first[0])


def _surface(shape: Shape) -> FloatArray:
    """Return points on the surface of a shape whose convex hull is nearly the shape, in its link's frame."""
    angles = np.arange(TURNS) * (2.0 * np.pi / TURNS)
    circle = np.column_stack((np.cos(angles), np.sin(angles)))
    x, y, z = shape.size_m
    match shape.kind:
        case "box":
            corners = np.array([(a, b, c) for a in (-x, x) for b in (-y, y) for c in (-z, z)])
        case "ellipsoid":
            rings = [
                np.column_stack((circle * np.cos(tilt), np.full(TURNS, np.sin(tilt))))
                for tilt in np.linspace(-1.2, 1.2, 5)
            ]
            corners = np.vstack((*rings, [(0.0, 0.0, -1.0), (0.0, 0.0, 1.0)])) * (x, y, z)
        case _:
            reach = y + (x if shape.kind == "capsule" else 0.0)
            ends = [np.column_stack((x * circle, np.full(TURNS, sign * y))) for sign in (-1.0, 1.0)]
            corners = np.vstack((*ends, [(0.0, 0.0, -reach), (0.0, 0.0, reach)]))
    return shape.link_from_shape.apply(MARGIN * corners)


def _finger_space(side: str) -> Shape:
    """Return a box round all places where the fingers of a hand can be."""
    reach_m = HALF_GAP_M + FINGER_RADIUS_M + FINGER_LENGTH_M * math.sin(-OPEN_RAD)
    half = (0.5 * FINGER_LENGTH_M + FINGER_RADIUS_M, UPPER_Y_M + FINGER_RADIUS_M, reach_m)
    middle = Transform3.from_translation(KNUCKLE_X_M + 0.5 * FINGER_LENGTH_M, 0.0, GRIP_Z_M)
    return Shape(f"{side}Hand", "fingers", "box", half, middle, "joint")


_SHAPES = tuple(
    shape for shape in (*SHAPES, _finger_space("L"), _finger_space("R")) if shape.link not in OWN_HEAD
)
_SURFACES = tuple(_surface(shape) for shape in _SHAPES)
_ENDS = np.cumsum([len(surface) for surface in _SURFACES]).tolist()
_PARTS = tuple(
    (shape.link, end - len(surface), end)
    for shape, surface, end in zip(_SHAPES, _SURFACES, _ENDS, strict=True)
)
_POINTS = np.vstack(_SURFACES)
_POINT_LINKS = np.repeat(
    [LINK_INDEX[shape.link] for shape in _SHAPES], [len(surface) for surface in _SURFACES]
)
