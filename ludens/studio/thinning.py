"""Makes a long curve short without losing its peaks, so that a plot stays light."""

from collections.abc import Sequence

Curve = list[tuple[float, float]]


def thinned(points: Sequence[tuple[float, float]], *, count: int) -> Curve:
    """At most about `count` points: of every stretch, its lowest and its highest, in order of time."""
    if len(points) <= count:
        return list(points)
    stretches = max(1, count // 2)
    kept: Curve = []
    for stretch in range(stretches):
        part = points[stretch * len(points) // stretches : (stretch + 1) * len(points) // stretches]
        low, high = min(part, key=lambda point: point[1]), max(part, key=lambda point: point[1])
        kept += [low] if low == high else sorted((low, high))
    return kept
