"""The own body in the picture: outlines of arms, chest and legs, so that vision can leave them out."""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.robots.nao.kinematics.posture import Posture
from ludens.robots.nao.shapes import SHAPES, Shape

OWN_HEAD = ("Head", "Neck")
"""What moves with the cameras is never in their view."""
NEAREST_M = 0.01
MARGIN = 1.1
"""Shapes are drawn a little larger: better to lose a strip of floor than to take a sleeve for a ball."""
TURNS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A convex polygon in the picture, counter-clockwise as (column, row) of shape (corners, 2)."""

    link: str
    corners_px: FloatArray


def body_outlines(
    posture: Posture, torso_from_camera: Transform3, *, camera: PinholeCamera
) -> tuple[Outline, ...]:
    """Return the outlines of all own parts that are, at least partly, in the picture."""
    camera_from_torso = torso_from_camera.inverse()
    frames = {link: camera_from_torso @ posture.torso_from_link(link) for link in _SEEN}
    outlines = []
    for shape, points in _POINTS:
        points_in_camera = frames[shape.link].apply(points)
        ahead = points_in_camera[points_in_camera[:, 0] > NEAREST_M]
        if len(ahead) < 3:
            continue
        pixels = camera.project(ahead)
        pixels = pixels[np.isfinite(pixels).all(axis=1)]
        lowest, highest = pixels.min(axis=0), pixels.max(axis=0)
        if (highest < -0.5).any() or (lowest > (camera.width_px - 0.5, camera.height_px - 0.5)).any():
            continue
        outlines.append(Outline(shape.link, convex_hull(pixels)))
    return tuple(outlines)


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


_POINTS = tuple((shape, _surface(shape)) for shape in SHAPES if shape.link not in OWN_HEAD and shape.solid)
_SEEN = {shape.link for shape, _ in _POINTS}
