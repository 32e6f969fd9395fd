"""The circle of which an outline shows a part.

A ball's distance follows from its apparent radius, also where the picture's border or another thing hides a
part of it. Such an outline is an arc of the ball and a foreign line. Least squares over both would give
neither, so we first search for the circle that most points agree on, then fit that circle to the points that
do.

The search is exhaustive over triples of a few points spread over the outline, so the same outline always
gives the same circle. Points beyond a circle speak against it, points within do not: something in front takes
away from a disc and never adds.
"""

from dataclasses import dataclass

import numpy as np

from ludens.vision.circle import Circle
from ludens.vision.compiled import compiled
from ludens.vision.outline import Points

_CORNERS = 20
"""Points whose triples are tried: 1140 circles."""
_JUDGES = 96
"""Points by which each of them is judged."""
_LARGEST_RADIUS = 3.0
"""In extents of the outline: a flatter arc tells no radius."""
_FEWEST_POINTS = 6
_REFINEMENTS = 8
_SETTLED_PX = 1e-4


@dataclass(frozen=True, slots=True)
class CircleFit:
    """A fitted circle and how far to trust it."""

    circle: Circle
    radius_deviation_px: float
    """Standard deviation of the radius, from the scatter of the points and the arc they cover."""
    support: float
    """Share of the outline that lies on the circle, 0 to 1."""


def fit_circle(points: Points, *, tolerance_px: float = 1.0) -> CircleFit | None:
    """Return the circle that most of an outline lies on within the tolerance, or None where there is none.

    Leave out the points on the picture's border first (`outline.inside_picture`): they are known not to lie
    on it.
    """
    if len(points) < _FEWEST_POINTS:
        return None
    extent_px = float(np.max(np.ptp(points, axis=0)))
    found = _search(
        _spread(points, _CORNERS), _spread(points, _JUDGES), tolerance_px, _LARGEST_RADIUS * extent_px
    )
    circle = Circle(*found)
    if not circle.radius_px > 0.0:
        return None
    return _refine(points, circle, tolerance_px=tolerance_px, largest_radius_px=_LARGEST_RADIUS * extent_px)


def _spread(points: Points, count: int) -> Points:
    """Return at most `count` points, evenly taken along the outline as seen from its middle."""
    middle = 0.5 * (np.min(points, axis=0) + np.max(points, axis=0))
    offsets = points - middle
    order = np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")
    chosen = np.linspace(0, len(points), num=min(count, len(points)), endpoint=False).astype(np.intp)
    return points[order[chosen]]


def _refine(
    points: Points, circle: Circle, *, tolerance_px: float, largest_radius_px: float
) -> CircleFit | None:
    """Fit by Gauss and Newton to the points within the tolerance, and choose those anew after each step."""
    for _ in range(_REFINEMENTS):
        offsets = points - (circle.column_px, circle.row_px)
        distances = np.hypot(offsets[:, 0], offsets[:, 1])
        errors = distances - circle.radius_px
        near = np.abs(errors) <= tolerance_px
        if np.count_nonzero(near) < _FEWEST_POINTS:
            return None
        slopes = np.column_stack(
            [offsets[near] / distances[near, np.newaxis], np.ones(np.count_nonzero(near))]
        )
        step, _, rank, _ = np.linalg.lstsq(slopes, errors[near], rcond=1e-6)
        circle = Circle(
            circle.column_px + float(step[0]),
            circle.row_px + float(step[1]),
            circle.radius_px + float(step[2]),
        )
        if rank < 3 or not 0.0 < circle.radius_px <= largest_radius_px:
            return None
        if float(np.max(np.abs(step))) < _SETTLED_PX:
            break
    variance = float(np.sum(errors[near] ** 2)) / (np.count_nonzero(near) - 3)
    spread = np.linalg.inv(slopes.T @ slopes)
    return CircleFit(
        circle=circle,
        radius_deviation_px=float(np.sqrt(variance * spread[2, 2])),
        support=float(np.mean(near)),
    )


@compiled
def _search(
    corners: Points, judges: Points, tolerance: float, largest_radius: float
) -> tuple[float, float, float]:
    """Return column, row and radius of the circle that the judges like best; radius 0 for none."""
    best = (0.0, 0.0, 0.0)
    best_score = 0.0
    count = corners.shape[0]
    for first in range(count - 2):
        x, y = corners[first]
        for second in range(first + 1, count - 1):
            ax, ay = corners[second, 0] - x, corners[second, 1] - y
            for third in range(second + 1, count):
                bx, by = corners[third, 0] - x, corners[third, 1] - y
                # The centre lies at (dx, dy) from the first corner: as far from it as from the other two.
                cross = 2.0 * (ax * by - ay * bx)
                if abs(cross) < 1e-9:
                    continue
                a_squared, b_squared = ax * ax + ay * ay, bx * bx + by * by
                dx = (by * a_squared - ay * b_squared) / cross
                dy = (ax * b_squared - bx * a_squared) / cross
                radius = np.sqrt(dx * dx + dy * dy)
                if radius > largest_radius:
                    continue
                score = _score(judges, x + dx, y + dy, radius, tolerance)
                if score > best_score:
                    best_score = score
                    best = (x + dx, y + dy, radius)
    return best


@compiled
def _score(judges: Points, column: float, row: float, radius: float, tolerance: float) -> float:
    """Return the agreement: up to 1 for each judge on the circle, 0 for those well within, -1 beyond."""
    score = 0.0
    for index in range(judges.shape[0]):
        dx, dy = judges[index, 0] - column, judges[index, 1] - row
        error = np.sqrt(dx * dx + dy * dy) - radius
        if error > tolerance:
            score -= 1.0
        elif error >= -tolerance:
            score += 1.0 - (error / tolerance) ** 2
    return score
