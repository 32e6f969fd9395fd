"""The lines between neighbouring points."""

from ludens.games.morris.rules.board import NEIGHBOURS, points_of

LINES = tuple(
    (point, other) for point, others in enumerate(NEIGHBOURS) for other in points_of(others) if point < other
)
"""Each once, as two points."""
